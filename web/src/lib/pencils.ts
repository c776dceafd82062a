/** How the pencils of a map look: the server has chosen it, app.css gives it to the classes pencil-0 to pencil-3. */
import type { CityMap } from "./maps";

type Pencils = Pick<CityMap, "pencils">;

/** The class of what is drawn with a pencil. */
export function classOf(map: Pencils, pencil: string): string {
  const place = map.pencils.findIndex((each) => each.name === pencil);
  return place < 0 ? "" : `pencil-${place}`;
}

/** What stands on a pencil, for those who see no colours. */
export function letterOf(map: Pencils, pencil: string): string {
  return map.pencils.find((each) => each.name === pencil)?.letter ?? "";
}

/** The variables that those classes need. */
export function variablesOf(map: Pencils): [string, string][] {
  return map.pencils.flatMap(({ light, dark, dash }, place): [string, string][] => [
    [`--light-${place}`, light],
    [`--dark-${place}`, dark],
    dash ? [`--dash-${place}`, dash] : [`--inlay-${place}`, "none"],
  ]);
}

/** An action: everything inside the element may be drawn with the pencils of the map. */
export function pencilsOf(node: HTMLElement | SVGElement, map: Pencils) {
  let set: [string, string][] = [];
  function update(now: Pencils): void {
    for (const [name] of set) node.style.removeProperty(name);
    set = variablesOf(now);
    for (const [name, value] of set) node.style.setProperty(name, value);
  }
  update(map);
  return { update };
}
