/** Whether this browser has subscribed to notices of its server; everything else about push is loaded when it is needed. */
import { readText, removeText, writeText } from "./local-storage";

const SUBSCRIBED = "push";

export function hasSubscribed(): boolean {
  return readText(SUBSCRIBED) !== null;
}

export function markSubscribed(isSubscribed: boolean): void {
  if (isSubscribed) writeText(SUBSCRIBED, "1");
  else removeText(SUBSCRIBED);
}
