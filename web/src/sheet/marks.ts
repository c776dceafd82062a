/** Moves to show on a sheet besides those that were played. */
import type { OpinionView } from "../generated/analysis";

export interface Mark {
  move: string;
  /** Its place among the best, or nothing. */
  number: string;
  text: string;
  /** Whether it is the one that was played. */
  own: boolean;
  /** Whether it is drawn already. */
  solid: boolean;
}

/** The best moves with their numbers, then the one that was played, if it is not among them. */
export function marksOf(
  best: readonly OpinionView[],
  own: OpinionView | null,
  points: (value: number) => string,
  you: string,
): Mark[] {
  const numbered = best.map((each, n) => ({ ...each, number: String(n + 1) }));
  const all = own && !best.some((each) => each.move === own.move) ? [...numbered, { ...own, number: "" }] : numbered;
  return all.map((each) => {
    const isOwn = each.move === own?.move;
    return {
      move: each.move,
      number: each.number,
      text: isOwn ? `${you} ${points(each.expected)}` : points(each.expected),
      own: isOwn,
      solid: isOwn,
    };
  });
}
