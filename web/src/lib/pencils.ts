/** How pencils look. The server chooses colours and patterns; app.css applies them to the classes pencil-0 to pencil-3. */
import type { CityMap } from "./city-maps";

type Pencils = Pick<CityMap, "pencils">;

/** The CSS class of what is drawn with a pencil. */
export function pencilClass(map: Pencils, pencil: string): string {
  const index = map.pencils.findIndex((each) => each.name === pencil);
  return index < 0 ? "" : `pencil-${index}`;
}

/** The letter on a pencil's badge, for players who cannot tell the colours apart. */
export function pencilLetter(map: Pencils, pencil: string): string {
  return map.pencils.find((each) => each.name === pencil)?.letter ?? "";
}

/** The CSS variables that those classes need. */
export function pencilVariables(map: Pencils): [string, string][] {
  return map.pencils.flatMap(({ light, dark, dash }, index): [string, string][] => [
    [`--light-${index}`, light],
    [`--dark-${index}`, dark],
    dash ? [`--dash-${index}`, dash] : [`--inlay-${index}`, "none"],
  ]);
}

/** A Svelte action that sets the variables of a map's pencils on an element, for all that is drawn inside it. */
export function pencilStyles(node: HTMLElement | SVGElement, map: Pencils) {
  let variables: [string, string][] = [];
  function update(changed: Pencils): void {
    for (const [name] of variables) node.style.removeProperty(name);
    variables = pencilVariables(changed);
    for (const [name, value] of variables) node.style.setProperty(name, value);
  }
  update(map);
  return { update };
}
