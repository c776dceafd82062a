/** Whether this is somebody's first game on this device: only then does the table point at its parts. */
import { knownTables } from "./known-tables";
import { readText, writeText } from "./local-storage";

const KEY = "first-marks";
let isSeenOnThisPage = false; // for a browser that keeps nothing

export function isFirstGame(tableId: string): boolean {
  return !isSeenOnThisPage && readText(KEY) === null && knownTables().every((table) => table.id === tableId);
}

/** After the marks, and after a lesson or a game to its end. */
export function rememberFirstGame(): void {
  isSeenOnThisPage = true;
  writeText(KEY, "seen");
}
