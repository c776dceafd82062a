/** What cards, bots and players are called in the player's language. */
import type { CityMap } from "./city-maps";
import { N_, t } from "./language.svelte";
import type { Seat } from "./view";

/** `Underground circle`. */
export function cardName(map: CityMap, name: string): string {
  const card = map.cards.find((each) => each.name === name);
  if (!card) return name;
  const symbol = t(card.shows);
  return card.group ? t("{kind} {symbol}", { kind: t(card.group), symbol }) : symbol;
}

const LEVELS: Record<string, string> = {
  random: N_("random"),
  beginner: N_("beginner"),
  greedy: N_("greedy"),
  casual: N_("casual"),
  skilled: N_("skilled"),
  expert: N_("expert"),
};

/** The bot's level, with its number if it has one: `expert 512`. */
export function botName(bot: string): string {
  const [level, number] = bot.split(":");
  const name = t(LEVELS[level ?? ""] ?? level ?? "");
  return number ? `${name} ${number}` : name;
}

/** Uncompiled, on this device, the expert searches less. */
const LIGHTER: Record<string, string> = { expert: N_("light expert") };

/** The level of a bot that will play on this device. */
export function localBotName(bot: string): string {
  return bot in LIGHTER ? t(LIGHTER[bot] ?? "") : botName(bot);
}

/** What the server calls a player without a name. */
export const NAMELESS = N_("You");

/** A player's name; a bot is called by its level, and somebody for whom a bot plays `Ann (bot)`. */
export function playerName(name: string, seat?: Pick<Seat, "bot">): string {
  if (name === NAMELESS) return t(NAMELESS);
  if (!seat?.bot) return isolated(name);
  return seat.bot === name ? botName(name) : t("{name} (bot)", { name: isolated(name) });
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name written from right to left must not turn the sentence around it; the characters that see to it are invisible. */
function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** The same where nothing says who was a bot, as in a record. */
export function recordedName(name: string): string {
  return playerName(name, { bot: name in LEVELS ? name : null });
}

/** Whether "(you)" is worth adding to the own name. */
export function isNameless(name: string): boolean {
  return name === NAMELESS || name === t(NAMELESS);
}
