/** Days of the daily games, which are the same all over the world: UTC days like 2026-11-18. */
import { language, t } from "./language.svelte";

const MINUTE = 60_000;

export function dayAfter(day: string, by = 1): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

/** "18 November", in the language of the page. */
export function formatDay(day: string, more: { weekday?: "long" | "short"; month?: "short" | undefined } = {}): string {
  const tag = language() === "en" ? "en-GB" : language();
  return new Intl.DateTimeFormat(tag, { day: "numeric", month: "long", timeZone: "UTC", ...more }).format(new Date(`${day}T00:00:00Z`));
}

/** The time of day at this device: when everybody's day ends depends on where one is. */
export function formatTime(milliseconds: number): string {
  return new Intl.DateTimeFormat(language() === "en" ? "en-GB" : language(), { weekday: "long", hour: "2-digit", minute: "2-digit" }).format(milliseconds);
}

export function timeLeft(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE));
  return minutes < 60 ? t("{minutes} min left", { minutes }) : t("{hours} h {minutes} min left", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
