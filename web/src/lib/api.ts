/** The HTTP part of the API, typed by the server's own document. */
import type { components } from "../generated/api";

type Schemas = components["schemas"];
export type TableInfo = Schemas["TableInfo"];
export type OpenTable = Schemas["OpenTable"];
export type OpenedTable = Schemas["OpenedTable"];
export type Choices = Schemas["Choices"];
export type Entered = Schemas["Entered"];

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
  const headers: Record<string, string> = { "Accept-Language": document.documentElement.lang };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new Problem(0, "offline", "The server cannot be reached.");
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
    throw new Problem(answer.status, problem.code ?? "refused", problem.message ?? answer.statusText);
  }
  return (await answer.json()) as T;
}
