/** Round numbers for a chart's axis, at most so many. */
export function axisTicks(low: number, high: number, most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((each) => (high - low) / each <= most) ?? 500;
  const ticks: number[] = [];
  for (let value = Math.ceil(low / step) * step || 0; value <= high; value += step) ticks.push(value);
  return ticks;
}
