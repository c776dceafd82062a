/** What was answered on this device: points lost by puzzle, and how many in a row were solved at once. */
import type { OwnPuzzles } from "../lib/api";
import { readJson, writeJson } from "../lib/local-storage";

const KEY = "puzzles";

export interface SolvedPuzzles {
  /** Points lost with the first answer; 0 is solved. In the order of the answers. */
  lost: Record<string, number>;
  streak: number;
  longest: number;
}

const NOTHING: SolvedPuzzles = { lost: {}, streak: 0, longest: 0 };

export function solvedPuzzles(): SolvedPuzzles {
  const stored = readJson<Partial<SolvedPuzzles> | null>(KEY, null);
  return { ...NOTHING, ...stored, lost: { ...stored?.lost } };
}

/** Only the first answer to a puzzle counts; one that is not the best move ends the streak. */
export function withAnswer(before: SolvedPuzzles, id: string, lost: number): SolvedPuzzles {
  if (id in before.lost) return before;
  const streak = lost === 0 ? before.streak + 1 : 0;
  return { lost: { ...before.lost, [id]: lost }, streak, longest: Math.max(before.longest, streak) };
}

export function rememberAnswer(id: string, lost: number): SolvedPuzzles {
  const after = withAnswer(solvedPuzzles(), id, lost);
  writeJson(KEY, after);
  return after;
}

/** What the server keeps of the player, then what only this device knows. */
export function merged(kept: OwnPuzzles, here: SolvedPuzzles): SolvedPuzzles {
  const told: SolvedPuzzles = { lost: Object.fromEntries(kept.answers.map(({ puzzle, lost }) => [puzzle, lost])), streak: kept.streak, longest: kept.longest };
  const both = Object.entries(here.lost).reduce((sum, [id, lost]) => withAnswer(sum, id, lost), told);
  return { ...both, longest: Math.max(both.longest, here.longest) };
}

export function storeSolved(solved: SolvedPuzzles): void {
  writeJson(KEY, solved);
}

/** The first puzzle that was not answered yet; after the last one, the first one that was not solved. */
export function nextPuzzle(ids: readonly string[], { lost }: SolvedPuzzles, current = ""): string | null {
  const others = ids.filter((id) => id !== current);
  return others.find((id) => !(id in lost)) ?? others.find((id) => lost[id] !== 0) ?? others[0] ?? null;
}
