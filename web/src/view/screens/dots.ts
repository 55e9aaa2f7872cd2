/** The characters of the screens that draw in dots: shapes of our own, five dots wide in a cell of eight by eight. */

/** The width and height of a cell, in dots. */
export const CELL = 8;

/** The shapes from the space on: five columns of two hexadecimal digits, of which the lowest bit is the upper dot. */
const SHAPES = [
  "000000000000005f00000007000700147f147f14242a7f2a12231308646236495522500004030000001c2241000041221c0014083e0814",
  "08083e080800a06000000808080808006060000020100804023e5149453e00427f400062514949462141494d331814127f102745454539",
  "3c4a49493001710905033649494936064949291e0036360000005636000008142241001414141414004122140802015109063e415d554e",
  "7e0909097e7f494949363e414141227f4141413e7f494949417f090909013e4149497a7f0808087f00417f41002040413f017f08142241",
  "7f404040407f020c027f7f0204087f3e4141413e7f090909063e4151215e7f09192946464949493101017f01013f4040403f0f3040300f",
  "7f2018207f631408146303047804036151494543007f41410002040810200041417f000402010204808080808000010200002054545478",
  "7f444444383844444420384444447f3854545418087e09010218a4a4a47c7f0404047800447d40004080847d007f1028440000417f4000",
  "7c041804787c040404783844444438fc2424241818242424fc7c080404084854545424043f4440203c4040407c1c2040201c3c4030403c",
  "44281028441ca0a0a07c4464544c4400083641000000ff0000",
].join("");

/** The shapes that fill the width of their cell, so that neighbours join: eight columns. */
const WIDE: Readonly<Record<string, string>> = { "\\": "0103060c183060c0", _: "8080808080808080" };

/** Return the dots of a text as the outline of a path, from the upper left corner of its first cell on. */
export function dotsOf(text: string, x: number, y: number, isBold = false): string {
  return Array.from(text, (character, at) => {
    const first = 10 * (character.charCodeAt(0) - 32);
    const wide = WIDE[character];
    const columns = (wide ?? SHAPES.slice(first, first + 10)).match(/../g)?.map((column) => parseInt(column, 16)) ?? [];
    const left = x + CELL * at + (wide === undefined ? 1 : 0);
    const more = isBold && wide === undefined ? 1 : 0;
    return Array.from({ length: CELL }, (_, row) => {
      const dots = columns.map((column) => (column >> row) & 1).join("");
      return Array.from(dots.matchAll(/1+/g), ({ index, 0: run }) => {
        const width = String(run.length + more);
        return `M${String(left + index)} ${String(y + row)}h${width}v1h-${width}z`;
      }).join("");
    }).join("");
  }).join("");
}
