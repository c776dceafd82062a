/** How the game in this browser is getting on, for what is shown about it. */
import type { TableInfo } from "../api";

export const localState = $state({
  stage: "idle" as "idle" | "loading" | "starting" | "ready" | "failed",
  /** Whether the host has a newer version than this page, so that it cannot start. */
  isOutdated: false,
  /** Bytes of the bundle that have come, and all. */
  loaded: 0,
  total: 0,
  /** Whether games outlive the page. */
  isKept: true,
  /** Games that last as long as this page, the latest first. */
  unwritten: [] as TableInfo[],
  /** Tables that another page of this browser plays, so that this one watches. */
  watched: {} as Record<string, boolean>,
});
