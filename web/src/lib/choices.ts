/** What a table can be opened with; asked for once, before anything is shown. */
import { call, type Choices } from "./api";
import type { Wishes } from "./memory";

let known: Choices | undefined;

export async function loadChoices(): Promise<Choices> {
  known = await call<Choices>("GET", "/api/choices");
  return known;
}

export function choices(): Choices {
  if (!known) throw new Error("the choices are not loaded yet");
  return known;
}

/** Wishes as far as they can be met, with the usual where nothing has been chosen yet. */
export function offered(wishes: Wishes, { cities, bots, usual_bot }: Choices): Wishes {
  const large = cities.filter((each) => !each.small);
  const known = wishes.bots.filter((bot) => bots.includes(bot));
  return {
    ...wishes,
    city: large.some((each) => each.key === wishes.city) ? wishes.city : (large[0]?.key ?? ""),
    bots: known.length ? known : [usual_bot],
  };
}
