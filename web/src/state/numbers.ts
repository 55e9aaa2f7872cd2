/** Numbers as texts. */

/** Write a number that is not negative, such as `1,000`; the browser's own formatter takes 30 ms at its first use. */
export function thousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Write a share from 0 to 1 in percent, such as `48.2`, as the terminal does: a tie goes to the even digit. */
export function percent(share: number): string {
  const value = 100 * share;
  return (value % 1 === 0.25 ? value - 0.05 : value).toFixed(1);
}
