/** The HTTP part of the API, typed by the server's own document. */
import type { components } from "../generated/api";

type Schemas = components["schemas"];
export type TableInfo = Schemas["TableInfo"];
export type OpenTable = Schemas["OpenTable"];
export type OpenedTable = Schemas["OpenedTable"];
export type Choices = Schemas["Choices"];
export type Entered = Schemas["Entered"];
export type LessonInfo = Schemas["LessonInfo"];
export type RulesOfCity = Schemas["RulesOfCity"];

/** What the server did not do: a code for programs, a sentence for people. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export async function call<T>(method: "GET" | "POST", path: string, body?: unknown, token?: string): Promise<T> {
  return (await (await answerTo(method, path, body, token)).json()) as T;
}

/** An answer that is not JSON, or is wanted as it was written: a city file has a digest, so its byte order mark stays. */
export async function callText(path: string): Promise<string> {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await (await answerTo("GET", path)).arrayBuffer());
}

/** An answer of many lines, each a JSON text, told as they come. */
export async function callLines<T>(path: string, body: unknown, signal: AbortSignal, tell: (line: T) => void): Promise<void> {
  const answer = await answerTo("POST", path, body, "", signal);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done = true, value = "" } = (await reader?.read()) ?? {};
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) tell(JSON.parse(line) as T);
    if (done) return;
  }
}

async function answerTo(method: "GET" | "POST", path: string, body?: unknown, token = "", signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": document.documentElement.lang };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch {
    throw new Problem(0, "offline", "The server cannot be reached.");
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
    throw new Problem(answer.status, problem.code ?? "refused", problem.message ?? answer.statusText);
  }
  return answer;
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
