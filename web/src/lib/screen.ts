/** The two arrangements of a table's screen: with room for the score beside the sheet, and without. */
import { MediaQuery } from "svelte/reactivity";

/** The score and all else that a turn does not need lies open beside the sheet; else in a drawer. */
export const isRoomy = new MediaQuery("(orientation: landscape) and (min-width: 900px) and (min-height: 560px)");
