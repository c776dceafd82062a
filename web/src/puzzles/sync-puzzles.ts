/** Answers to puzzles are the player's where there is a key: what this device has not sent yet goes to the server. */
import { ApiError, type OwnPuzzles } from "../lib/api";
import { isStaticSite } from "../lib/base";
import { readJson, writeJson } from "../lib/local-storage";
import { answerOfServer, hasKey, SENT_PUZZLES } from "../lib/player.svelte";
import { merged, solvedPuzzles, storeSolved, type SolvedPuzzles } from "./solved-puzzles";

const MAX_ANSWERS = 500; // in one request

/** The ids of answers that the server does not have yet, in their order. */
export function unsent({ lost }: SolvedPuzzles, sent: readonly string[]): string[] {
  const known = new Set(sent);
  return Object.keys(lost).filter((id) => !known.has(id));
}

/** What is known now, here and on the player's other devices. Without a key, or when the server is away: what is known here. */
export async function syncPuzzles(): Promise<SolvedPuzzles> {
  const here = solvedPuzzles();
  if (isStaticSite() || !hasKey()) return here;
  const sent = readJson<string[]>(SENT_PUZZLES, []);
  const waiting = unsent(here, sent);
  try {
    let kept: OwnPuzzles;
    let first = 0;
    do {
      const answers = waiting.slice(first, first + MAX_ANSWERS).map((puzzle) => ({ puzzle, lost: here.lost[puzzle] ?? 0 }));
      kept = await answerOfServer<OwnPuzzles>("POST", "/api/player/puzzles", { answers });
      first += MAX_ANSWERS;
    } while (first < waiting.length);
    writeJson(SENT_PUZZLES, [...new Set([...sent, ...waiting, ...kept.answers.map(({ puzzle }) => puzzle)])]);
    const after = merged(kept, solvedPuzzles());
    storeSolved(after);
    return after;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return here;
  }
}
