/** Translation (i18n), from the same gettext catalogues as the rest of the program. */
import { call } from "./api";
import { readText, writeText } from "./local-storage";

type PluralRule = (n: number) => number;
interface Catalogue {
  messages: Record<string, string[]>;
  plural: string;
}

const state = $state({ tag: "en", messages: {} as Record<string, string[]> });
let pluralForm: PluralRule = (n) => (n === 1 ? 0 : 1);

export function language(): string {
  return state.tag;
}

export async function setLanguage(tag: string): Promise<void> {
  const catalogue: Catalogue =
    tag === "en" ? { messages: {}, plural: "n != 1" } : await call<Catalogue>("GET", `/api/languages/${tag}`);
  // French has the singular for zero; the other languages here do not.
  pluralForm = catalogue.plural.includes("> 1") ? (n) => (n > 1 ? 1 : 0) : (n) => (n === 1 ? 0 : 1);
  state.messages = catalogue.messages;
  state.tag = tag;
  document.documentElement.lang = tag;
  writeText("language", tag);
}

/** The language chosen before, or the browser's, or English. */
export function preferredLanguage(available: readonly string[]): string {
  for (const tag of [readText("language") ?? "", ...navigator.languages]) {
    const short = tag.split("-")[0] ?? "";
    if (available.includes(short)) return short;
  }
  return "en";
}

/** Marks a message for translation where it is written down; `t` translates it where it is shown. */
export function N_(message: string): string {
  return message;
}

export function t(message: string, fields: Record<string, string | number> = {}): string {
  return interpolate(state.messages[message]?.[0] ?? message, fields);
}

export function n(one: string, many: string, count: number, fields: Record<string, string | number> = {}): string {
  const forms = state.messages[one];
  return interpolate(forms?.[pluralForm(count)] ?? (count === 1 ? one : many), { count, ...fields });
}

function interpolate(text: string, fields: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?:![rs])?\}/g, (whole, name: string) => String(fields[name] ?? whole));
}
