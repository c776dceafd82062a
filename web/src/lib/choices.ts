/** What this server offers: cities, add-ons, bots, languages. Loaded once, before anything is shown. */
import { call, type Choices } from "./api";

let loaded: Choices | undefined;

export async function loadChoices(): Promise<Choices> {
  loaded = await call<Choices>("GET", "/api/choices");
  return loaded;
}

export function choices(): Choices {
  if (!loaded) throw new Error("the choices are not loaded yet");
  return loaded;
}
