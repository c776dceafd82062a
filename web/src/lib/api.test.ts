import { afterEach, expect, test, vi } from "vitest";
import { callText } from "./api";

afterEach(() => vi.unstubAllGlobals());

test("a text is taken as it was written, with its byte order mark and line ends", async () => {
  const sent = "\ufeffname = \"Wien\"\r\n";
  vi.stubGlobal("document", { documentElement: { lang: "en" }, querySelector: () => null });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(new TextEncoder().encode(sent))));
  expect(await callText("/api/tables/k7/city")).toBe(sent);
});
