/** The language of the page, from the same catalogues as the rest of the program. */
import { call } from "./api";

type Plural = (n: number) => number;
interface Catalogue {
  messages: Record<string, string[]>;
  plural: string;
}

const state = $state({ tag: "en", messages: {} as Record<string, string[]> });
let form: Plural = (n) => (n === 1 ? 0 : 1);

export function language(): string {
  return state.tag;
}

export async function speak(tag: string): Promise<void> {
  const catalogue: Catalogue =
    tag === "en" ? { messages: {}, plural: "n != 1" } : await call<Catalogue>("GET", `/api/languages/${tag}`);
  // French counts none as one; the other languages that we have do not.
  form = catalogue.plural.includes("> 1") ? (n) => (n > 1 ? 1 : 0) : (n) => (n === 1 ? 0 : 1);
  state.messages = catalogue.messages;
  state.tag = tag;
  document.documentElement.lang = tag;
  try {
    localStorage.setItem("language", tag);
  } catch {
    // private windows keep nothing
  }
}

/** The language that was chosen, or the browser's, or English. */
export function wanted(known: readonly string[]): string {
  const chosen = [localStorage.getItem("language") ?? "", ...navigator.languages];
  for (const tag of chosen) {
    const short = tag.split("-")[0] ?? "";
    if (known.includes(short)) return short;
  }
  return "en";
}

/** Marks a message that is translated where it is used. */
export function N_(message: string): string {
  return message;
}

export function t(message: string, fields: Record<string, string | number> = {}): string {
  return filled(state.messages[message]?.[0] ?? message, fields);
}

export function n(one: string, many: string, count: number, fields: Record<string, string | number> = {}): string {
  const forms = state.messages[one];
  return filled(forms?.[form(count)] ?? (count === 1 ? one : many), { count, ...fields });
}

function filled(text: string, fields: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?:![rs])?\}/g, (whole, name: string) => String(fields[name] ?? whole));
}
