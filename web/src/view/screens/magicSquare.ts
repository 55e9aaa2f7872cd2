/** The numbers of the magic square, and the sums that a move makes. Three in line add up to 15, and no other three do. */

/** The number on each cell. */
export const NUMBERS = [2, 9, 4, 7, 5, 3, 6, 1, 8] as const;

const MAGIC_SUM = 15;

/** Return the sums of the lines that a number completes, else of the pairs whose third number is free. */
export function sumsMade(number: number, own: readonly number[], other: readonly number[]): readonly string[] {
  const complete: string[] = [];
  const open: string[] = [];
  for (const [index, first] of own.entries()) {
    const third = MAGIC_SUM - number - first;
    if (own.indexOf(third) > index) complete.push(`${String(number)} + ${String(first)} + ${String(third)} = 15`);
    const isFree = third >= 1 && third <= 9 && third !== number && third !== first;
    if (isFree && !own.includes(third) && !other.includes(third)) {
      open.push(`${String(number)} + ${String(first)} = ${String(number + first)}, needs ${String(third)}`);
    }
  }
  return complete.length > 0 ? complete : open;
}

/** What turns the square a quarter and flips it about either diagonal: the number for each of the numbers 0 to 9. */
export const CHANGES = {
  Turn: "0741852963",
  "Flip about 2 5 8": "0321654987",
  "Flip about 4 5 6": "0789456123",
} as const;

/** The cells of the rim, clockwise. */
const RIM = [0, 1, 2, 5, 8, 7, 6, 3] as const;

/** A number to which a formula leads. */
export interface Relative {
  readonly key: string;
  readonly value: number;
  readonly kind: string;
  /** The side on which it lies, to be read after `kind`; empty for the number across. */
  readonly side: "" | ", clockwise" | ", counter-clockwise";
}

/** Return the relatives of a number, with the sides on which they lie in the square; none for the centre. */
export function relativesOf(
  square: readonly number[],
  number: number,
  relatives: Readonly<Record<string, number>>,
): readonly Relative[] {
  const place = (of: number): number => RIM.findIndex((cell) => square[cell] === of);
  return Object.entries(relatives)
    .map(([key, value]): Relative => {
      const steps = (place(value) - place(number) + RIM.length) % RIM.length;
      const side = steps === 4 ? "" : steps < 4 ? ", clockwise" : ", counter-clockwise";
      return { key, value, kind: key.split("_")[0] ?? "", side };
    })
    .toSorted((one, other) => `${one.kind}${one.side}`.localeCompare(`${other.kind}${other.side}`));
}
