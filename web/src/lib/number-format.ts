/** Points as people read them, in the language of the page. */
import { language } from "./language.svelte";

export function formatPoints(value: number): string {
  return new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

/** With its sign, and a real minus. */
export function formatChange(value: number): string {
  const text = formatPoints(Math.abs(value));
  if (/^[0.,]+$/.test(text)) return text;
  return value < 0 ? `−${text}` : `+${text}`;
}

/** A whole number with its sign: `+5`. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

/** What a move has cost: `−3.2 ± 0.4`. */
export function formatLoss(loss: number, error: number): string {
  return `${formatChange(-loss)} ± ${formatPoints(error)}`;
}
