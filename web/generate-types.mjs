// Types of the API and of the socket's messages, from the schemas that the server itself gives.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";
import openapi, { astToString } from "openapi-typescript";

const here = new URL("./src/generated/", import.meta.url);
await mkdir(here, { recursive: true });

const api = JSON.parse(await readFile(new URL("./schema/openapi.json", import.meta.url), "utf8"));
await writeFile(new URL("api.ts", here), astToString(await openapi(api)));

const messages = JSON.parse(await readFile(new URL("./schema/messages.json", import.meta.url), "utf8"));
const options = { additionalProperties: false, bannerComment: "", format: false };
const names = { client: "ClientMessage", server: "ServerMessage", replay: "ReplayView", lesson: "LessonView", review: "ReviewLine", analysis: "AnalysisView", puzzle: "PuzzleView", "puzzle-answer": "PuzzleAnswer", companion: "CompanionView", "paper-score": "PaperScore", "city-editor": "EditedCity" };
for (const [part, name] of Object.entries(names)) {
  const text = await compile({ ...messages[part], title: name }, name, options);
  await writeFile(new URL(`${part}.ts`, here), text);
}
