/** What games of a city with its add-ons are called. */
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

export function groupName({ city, addons }: { city: string; addons: readonly string[] }): string {
  return [cityName(city), ...addons.map(addonName)].join(", ");
}

/** For comparing groups. */
export function groupKey(group: { city: string; addons: readonly string[] } | null): string {
  return group ? `${group.city} ${group.addons.join(",")}` : "";
}
