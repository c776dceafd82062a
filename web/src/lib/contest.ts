/** What the result of a table counts for, as the server names it. */
import { formatDay } from "./days";
import { t } from "./language.svelte";

export interface DailyContest {
  kind: "daily" | "practice";
  day: string;
  city: string;
}
export interface ChallengeContest {
  kind: "challenge";
  id: string;
}
export interface WeeklyContest {
  kind: "weekly";
  /** An ISO week, like 2026-W47. */
  week: string;
  isPractice: boolean;
}
export type Contest = DailyContest | WeeklyContest | ChallengeContest;

export function parseContest(name: string): Contest | null {
  const daily = /^(daily|practice)-(\d{4}-\d{2}-\d{2})-(.+)$/.exec(name);
  if (daily?.[2] && daily[3]) return { kind: daily[1] === "daily" ? "daily" : "practice", day: daily[2], city: daily[3] };
  const weekly = /^(weekly|practice)-(\d{4}-W\d{2})$/.exec(name);
  if (weekly?.[2]) return { kind: "weekly", week: weekly[2], isPractice: weekly[1] === "practice" };
  const challenge = /^challenge-(.+)$/.exec(name);
  return challenge?.[1] ? { kind: "challenge", id: challenge[1] } : null;
}

/** A mark for the table: "Daily, 18 Nov"; on a phone there is room for little. */
export function contestMark(contest: Contest): string {
  if (contest.kind === "challenge") return t("Same cards");
  if (contest.kind === "weekly") return contest.isPractice ? t("Practice") : t("City of the week");
  const day = formatDay(contest.day, { month: "short" });
  return contest.kind === "daily" ? t("Daily, {day}", { day }) : t("Practice, {day}", { day });
}
