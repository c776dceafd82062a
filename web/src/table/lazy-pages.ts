/** Pages that are loaded when they are needed: a table does without the start page, and the other way round. */

export const loadHomePage = () => import("../pages/HomePage.svelte");
export const loadTablePage = () => import("../pages/TablePage.svelte");
export const loadGame = () => import("./Game.svelte");
export const loadInvitation = () => import("./Invitation.svelte");
export const loadLobby = () => import("./Lobby.svelte");
export const loadGameOver = () => import("./GameOver.svelte");
export const loadSharedDevice = () => import("./SharedDevice.svelte");

/** While the server opens a table. */
export function preloadTable(isWaiting: boolean): void {
  for (const load of [loadTablePage, isWaiting ? loadLobby : loadGame]) load().catch(() => undefined); // asked for again when it is needed
}
