/** The parts of a table's page, loaded when they are needed; the start page does without them. */

export const loadTablePage = () => import("../pages/TablePage.svelte");
export const loadGame = () => import("./Game.svelte");
export const loadLobby = () => import("./Lobby.svelte");
export const loadGameOver = () => import("./GameOver.svelte");

/** While the server opens a table. */
export function preloadTable(isWaiting: boolean): void {
  for (const load of [loadTablePage, isWaiting ? loadLobby : loadGame]) load().catch(() => undefined); // asked for again when it is needed
}
