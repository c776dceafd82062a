/** A recorded game as the steps of a replay: one for each move, and one for a turn without any. */
import type { Rounds } from "./moves";

export interface Step {
  round: number;
  turn: number;
  /** The turn, counted from the beginning of the game. */
  number: number;
  /** How many moves of the turn are made. */
  made: number;
  move: string;
  /** Whether it is the last of its turn. */
  isEnd: boolean;
}

export function replaySteps(rounds: Rounds): Step[] {
  const steps: Step[] = [];
  let number = 0;
  rounds.forEach((turns, round) =>
    turns.forEach((moves, turn) => {
      const last = Math.max(1, moves.length);
      for (let made = 1; made <= last; made++)
        steps.push({ round, turn, number, made, move: moves[made - 1] ?? "", isEnd: made === last });
      number++;
    }),
  );
  return steps;
}
