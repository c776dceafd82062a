/** The ranks of totals that are listed from the best on: equal totals share one. */

export function ranks(totals: readonly number[]): number[] {
  return totals.map((total) => totals.indexOf(total) + 1);
}
