/** What a table can be opened with; asked for once, before anything is shown. */
import { call, type Choices } from "./api";

let known: Choices | undefined;

export async function loadChoices(): Promise<Choices> {
  known = await call<Choices>("GET", "/api/choices");
  return known;
}

export function choices(): Choices {
  if (!known) throw new Error("the choices are not loaded yet");
  return known;
}
