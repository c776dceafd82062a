/** What games of a city with its add-ons are called, alone or with others. */
import { choices } from "../lib/choices";
import { t } from "../lib/language.svelte";

export function cityName(key: string): string {
  return t(choices().cities.find((each) => each.key === key)?.name ?? key);
}

/** The name stands before the colon of the sentence that introduces an add-on. */
export function addonName(addon: string): string {
  return t(choices().addons[addon] ?? addon)
    .split(":")[0]!
    .trim();
}

interface Group {
  city: string;
  addons: readonly string[];
  shared: boolean;
}

export function groupName({ city, addons, shared }: Group): string {
  return [cityName(city), ...addons.map(addonName), ...(shared ? [t("with others")] : [])].join(", ");
}

/** For comparing groups. */
export function groupKey(group: Group | null): string {
  return group ? `${group.city} ${group.addons.join(",")}${group.shared ? " shared" : ""}` : "";
}
