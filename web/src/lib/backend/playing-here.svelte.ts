/** Whether new games are played on this device: always on a site of plain files, elsewhere by the wish of the player. */
import { isStaticSite } from "../base";
import { readText, writeText } from "../local-storage";

const wish = $state({ here: readText("playing-here") === "1" });

export function isPlayingHere(): boolean {
  return wish.here || isStaticSite();
}

export function setPlayingHere(here: boolean): void {
  wish.here = here;
  writeText("playing-here", here ? "1" : "");
}
