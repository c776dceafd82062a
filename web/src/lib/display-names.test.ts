import { expect, test } from "vitest";
import type { CityMap } from "./city-maps";
import { botName, cardName } from "./display-names";

const MAP = {
  cards: [
    { name: "U:circle", group: "Underground", symbol: "circle", shows: "circle", closing: 5 },
    { name: "switch", group: "", symbol: "switch", shows: "double switch", closing: 0 },
    { name: "M:tour", group: "Metro", symbol: "tour", shows: "guided tour", closing: 5 },
  ],
} as unknown as CityMap;

test("a card is called by its group and its symbol", () => {
  expect(cardName(MAP, "U:circle")).toBe("Underground circle");
  expect(cardName(MAP, "switch")).toBe("double switch");
  expect(cardName(MAP, "M:tour")).toBe("Metro guided tour");
  expect(cardName(MAP, "unheard-of")).toBe("unheard-of");
});

test("a bot is called by its level and its number", () => {
  expect(botName("greedy")).toBe("greedy");
  expect(botName("expert:512")).toBe("expert 512");
});
