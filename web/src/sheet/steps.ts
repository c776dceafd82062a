/** A recorded game as a row of steps: one for each move, and one for a turn without any. */

export interface Step {
  round: number;
  turn: number;
  /** The turn, counted from the beginning of the game. */
  number: number;
  /** How many moves of the turn are made. */
  made: number;
  move: string;
  /** Whether the turn is over with it. */
  isEnd: boolean;
}

type Rounds = readonly (readonly (readonly string[])[])[];

export function stepsOf(rounds: Rounds): Step[] {
  const steps: Step[] = [];
  let number = 0;
  rounds.forEach((turns, round) =>
    turns.forEach((moves, turn) => {
      const most = Math.max(1, moves.length);
      for (let made = 1; made <= most; made++)
        steps.push({ round, turn, number, made, move: moves[made - 1] ?? "", isEnd: made === most });
      number++;
    }),
  );
  return steps;
}

/** The moves as they were after a step. */
export function upTo(rounds: Rounds, step: Step): string[][][] {
  return rounds.slice(0, step.round + 1).map((turns, round) =>
    round < step.round
      ? turns.map((moves) => [...moves])
      : turns.slice(0, step.turn + 1).map((moves, turn) => (turn < step.turn ? [...moves] : moves.slice(0, step.made))),
  );
}
