/** Numbers of points as people read them. */
import { language } from "./language.svelte";

export function points(value: number): string {
  return new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

/** With its sign, and a real minus. */
export function change(value: number): string {
  const text = points(Math.abs(value));
  if (/^[0.,]+$/.test(text)) return text;
  return value < 0 ? `−${text}` : `+${text}`;
}

/** `−3.2 ± 0.4`: what a move has cost. */
export function lossText(loss: number, error: number): string {
  return `${change(-loss)} ± ${points(error)}`;
}

/** Round numbers for an axis, at most so many. */
export function ticks(low: number, high: number, most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((each) => (high - low) / each <= most) ?? 500;
  const found: number[] = [];
  for (let value = Math.ceil(low / step) * step || 0; value <= high; value += step) found.push(value);
  return found;
}
