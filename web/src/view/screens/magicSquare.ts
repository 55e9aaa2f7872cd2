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
