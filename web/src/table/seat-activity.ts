/** What a seat is doing, as a sign and a word. */
import { t } from "../lib/language.svelte";
import type { Seat } from "../lib/view";

export type Activity = "free" | "done" | "left" | "reconnecting" | "away" | "waiting" | "thinking" | "drawing";

export function activityOf(seat: Seat, isPlaying: boolean, isReconnecting = false): Activity {
  if (seat.kind === "free") return "free";
  if (isReconnecting) return "reconnecting";
  if (seat.left && !seat.ready) return "left";
  if (seat.ready) return "done";
  if (!seat.here) return "away";
  if (!isPlaying) return "waiting";
  return seat.kind === "bot" ? "thinking" : "drawing";
}

export function activityText(activity: Activity): string {
  switch (activity) {
    case "free":
      return t("free");
    case "done":
      return t("done");
    case "left":
      return t("has left");
    case "reconnecting":
      return t("reconnecting");
    case "away":
      return t("away");
    case "thinking":
      return t("thinking");
    case "drawing":
      return t("drawing");
    case "waiting":
      return "";
  }
}
