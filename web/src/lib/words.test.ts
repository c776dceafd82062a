import { expect, test } from "vitest";
import type { CityMap } from "./maps";
import { botName, cardName } from "./words";

const MAP = {
  cards: [
    { name: "U:circle", group: "Underground", symbol: "circle", closing: 5 },
    { name: "switch", group: "", symbol: "switch", closing: 0 },
    { name: "tour", group: "", symbol: "tour", closing: 0 },
  ],
} as unknown as CityMap;

test("a card is called by its group and its symbol", () => {
  expect(cardName(MAP, "U:circle")).toBe("Underground circle");
  expect(cardName(MAP, "switch")).toBe("switch");
  expect(cardName(MAP, "tour")).toBe("guided tour");
  expect(cardName(MAP, "unheard-of")).toBe("unheard-of");
});

test("a bot is called by its level and its number", () => {
  expect(botName("greedy")).toBe("greedy");
  expect(botName("expert:512")).toBe("expert 512");
});
