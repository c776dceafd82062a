/** Texts cut into pieces: words that lead to a section of the rules, and words that were searched for. */

export interface Piece {
  text: string;
  /** The section that a term leads to; empty for plain text. */
  section: string;
}

export interface Hit {
  text: string;
  isHit: boolean;
}

interface Term {
  text: string;
  section: string;
}

/** The text with its terms; each section is linked once, where it is first mentioned. Terms come longest first. */
export function linkTerms(text: string, terms: readonly Term[]): Piece[] {
  if (!terms.length) return [{ text, section: "" }];
  const sections = new Map(terms.map((term) => [term.text.toLowerCase(), term.section]));
  const words = [...sections.keys()].map(escaped).join("|");
  // A term is a whole word in any script; \b knows only the letters of English.
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "giu");
  const seen = new Set<string>();
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const section = sections.get(match[0].toLowerCase()) ?? "";
    if (!section || seen.has(section)) continue;
    seen.add(section);
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), section: "" });
    pieces.push({ text: match[0], section });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), section: "" });
  return pieces;
}

/** What is searched for: words without case and accents. */
export function searchWords(query: string): string[] {
  return fold(query).split(/\s+/u).filter(Boolean);
}

export function mentions(texts: readonly string[], words: readonly string[]): boolean {
  const all = fold(texts.join("\n"));
  return words.every((word) => all.includes(word));
}

/** The text cut where it has one of the words. */
export function markWords(text: string, words: readonly string[]): Hit[] {
  if (!words.length) return [{ text, isHit: false }];
  const { folded, places } = foldWithPlaces(text);
  const pattern = new RegExp([...words].sort((a, b) => b.length - a.length).map(escaped).join("|"), "gu");
  const hits: Hit[] = [];
  let from = 0;
  for (const match of folded.matchAll(pattern)) {
    const start = places[match.index] ?? 0;
    const end = places[match.index + match[0].length] ?? text.length;
    if (start < from) continue;
    if (start > from) hits.push({ text: text.slice(from, start), isHit: false });
    hits.push({ text: text.slice(start, end), isHit: true });
    from = end;
  }
  if (from < text.length) hits.push({ text: text.slice(from), isHit: false });
  return hits;
}

function fold(text: string): string {
  return foldWithPlaces(text).folded;
}

/** Lower case without accents, and where each of its characters comes from. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = "";
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const plain = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    for (let n = 0; n < plain.length; n++) places.push(place);
    folded += plain;
    place += character.length;
  }
  places.push(place);
  return { folded, places };
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
