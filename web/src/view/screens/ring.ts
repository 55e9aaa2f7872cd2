/** The squares of 3x3 as the FIGnition numbers them, round the board: 1 2 3, 8 and 4, 7 6 5, with 0 in the centre. */

/** The name of the cell of each number. */
export const RING = ["22", "11", "12", "13", "23", "33", "32", "31", "21"] as const;

/** The numbers as the board shows them, row by row. */
export const ROWS = [
  [1, 2, 3],
  [8, 0, 4],
  [7, 6, 5],
] as const;
