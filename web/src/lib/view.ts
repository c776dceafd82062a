/** The view of a table that the server sends, and its parts. */
import type { ServerMessage } from "../generated/server";

export type View = Extract<ServerMessage, { type: "view" }>;
export type Game = NonNullable<View["game"]>;
export type Sheet = Game["sheets"][number];
export type Preview = NonNullable<NonNullable<View["words"]>["previews"]>[number];
export type Highlight = Extract<ServerMessage, { type: "explained" }>["highlights"][string];
/** What the sheet lights up. `fullest`: districts that glow among those lit. */
export type SheetHighlight = Partial<Highlight> & { fullest?: string[] };
export type Seat = View["seats"][number];
