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
export type Contest = DailyContest | ChallengeContest;

export function parseContest(name: string): Contest | null {
  const daily = /^(daily|practice)-(\d{4}-\d{2}-\d{2})-(.+)$/.exec(name);
  if (daily?.[2] && daily[3]) return { kind: daily[1] === "daily" ? "daily" : "practice", day: daily[2], city: daily[3] };
  const challenge = /^challenge-(.+)$/.exec(name);
  return challenge?.[1] ? { kind: "challenge", id: challenge[1] } : null;
}

/** A mark for the table: "Daily, 18 Nov"; on a phone there is room for little. */
export function contestMark(contest: Contest): string {
  if (contest.kind === "challenge") return t("Same cards");
  const day = formatDay(contest.day, { month: "short" });
  return contest.kind === "daily" ? t("Daily, {day}", { day }) : t("Practice, {day}", { day });
}
