/** Answers of the API that a static site has as files: `/api/cities/london` is in `answers/cities/london.json`. */
import { BASE } from "./base";

const ANSWERED = /^\/api\/(version|choices|languages\/\w+|cities\/\w+(?:\/rules)?|lessons)$/;
const BY_LANGUAGE = /rules$|^lessons$/;

/** Whether the answer is the same for everybody, and does not change before the next version. */
export function isFixed(method: string, path: string): boolean {
  return method === "GET" && ANSWERED.test(path);
}

/** The address of the file, or null if nobody can know the answer beforehand. */
export function prerendered(method: string, path: string, language: string): string | null {
  const found = method === "GET" ? ANSWERED.exec(path)?.[1] : undefined;
  if (found === undefined) return null;
  return `${BASE}answers/${found}${BY_LANGUAGE.test(found) ? `.${language}` : ""}.json`;
}
