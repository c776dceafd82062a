/** Calls of the HTTP API, typed by the OpenAPI document that the server publishes. */
import type { components } from "../generated/api";
import { backendFor } from "./backend/backend";
import { isStaticSite } from "./base";
import { prerendered } from "./prerendered";

type Schemas = components["schemas"];
export type TableInfo = Schemas["TableInfo"];
export type OpenedTable = Schemas["OpenedTable"];
export type Choices = Schemas["Choices"];
export type Entered = Schemas["Entered"];
export type LessonInfo = Schemas["LessonInfo"];
export type PuzzleSet = Schemas["PuzzleSet"];
export type DailyPuzzle = Schemas["DailyPuzzle"];
export type RulesOfCity = Schemas["RulesOfCity"];
export type PlayerInfo = Schemas["PlayerInfo"];
export type Today = Schemas["Today"];
export type DailyResults = Schemas["DailyResults"];
export type WeeklyResults = Schemas["WeeklyResults"];
export type CityOfWeek = Schemas["CityOfWeek"];
export type DailyResult = Schemas["DailyResult"];
export type BotResult = Schemas["BotResult"];
export type ChallengeInfo = Schemas["ChallengeInfo"];
export type OwnPuzzles = Schemas["OwnPuzzles"];

/** A refused or failed request: a code for programs, a sentence for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export async function call<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  return (await (await request(method, path, body)).json()) as T;
}

/** The body byte for byte: a city file has a digest, so its byte order mark must stay. */
export async function callText(path: string, body?: unknown): Promise<string> {
  const response = await request(body === undefined ? "GET" : "POST", path, body);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
}

/** The answer, or null if there is none (204). */
export async function callMaybe<T>(path: string): Promise<T | null> {
  const response = await request("GET", path);
  return response.status === 204 ? null : ((await response.json()) as T);
}

/** A streamed answer of JSON lines (NDJSON); `onLine` gets each as it arrives. */
export async function callLines<T>(path: string, body: unknown, signal: AbortSignal, onLine: (line: T) => void): Promise<void> {
  const response = await request("POST", path, body, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done = true, value = "" } = (await reader?.read()) ?? {};
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(JSON.parse(line) as T);
    if (done) return;
  }
}

async function request(method: "GET" | "POST", path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = (await prerenderedAnswer(method, path)) ?? (await (await backendFor(path)).request(method, path, body, signal));
  } catch {
    throw new ApiError(0, "offline", "The server cannot be reached.");
  }
  return accepted(response);
}

/** The response, unless it is a refusal. */
export async function accepted(response: Response): Promise<Response> {
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
    throw new ApiError(response.status, problem.code ?? "refused", problem.message ?? response.statusText);
  }
  return response;
}

/** The file of a static site, or null: browsers do not keep all of them, and Python knows the answers too. */
async function prerenderedAnswer(method: string, path: string): Promise<Response | null> {
  const file = isStaticSite() ? prerendered(method, path, document.documentElement.lang) : null;
  const response = file ? await fetch(file).catch(() => null) : null;
  return response?.ok ? response : null;
}

/** The error message, or "" if the request succeeded. */
export async function tryPost(path: string, body: unknown): Promise<string> {
  try {
    await call("POST", path, body);
    return "";
  } catch (error) {
    return errorMessage(error);
  }
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
