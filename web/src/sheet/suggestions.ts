/** Moves shown on a sheet with what the bot expects of them: its best ones, and in a review the one that was played. */
import type { OpinionView } from "../generated/analysis";

export interface Suggestion {
  move: string;
  /** Its rank among the best, or "". */
  rank: string;
  text: string;
  /** Whether it was played, so that it is drawn already. */
  isOwn: boolean;
}

/** The best moves by rank, then the one that was played if it is not among them. */
export function suggestionsFor(
  best: readonly OpinionView[],
  own: OpinionView | null,
  formatPoints: (value: number) => string,
  you: string,
): Suggestion[] {
  const ranked = best.map((each, n) => ({ ...each, rank: String(n + 1) }));
  const all = own && !best.some((each) => each.move === own.move) ? [...ranked, { ...own, rank: "" }] : ranked;
  return all.map(({ move, rank, expected }) => {
    const isOwn = move === own?.move;
    return { move, rank, text: isOwn ? `${you} ${formatPoints(expected)}` : formatPoints(expected), isOwn };
  });
}
