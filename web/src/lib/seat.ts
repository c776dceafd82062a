/** Which tables this browser has a seat at. The token itself is in a cookie that no script can read. */

export function markSeated(table: string): void {
  try {
    localStorage.setItem(`seated-${table}`, "1");
  } catch {
    // an invitation opened again asks once more then
  }
}

export function isSeated(table: string): boolean {
  try {
    return localStorage.getItem(`seated-${table}`) !== null;
  } catch {
    return false;
  }
}
