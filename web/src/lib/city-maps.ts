/** The maps of cities as the server draws them, cached by address. */
import type { components } from "../generated/api";
import { call } from "./api";

export type CityMap = components["schemas"]["CityMap"];

const cache = new Map<string, Promise<CityMap>>();

export function cityMap(key: string): Promise<CityMap> {
  return cached(`/api/cities/${key}`);
}

/** The map of a table, which may have a custom city. */
export function tableMap(tableId: string): Promise<CityMap> {
  return cached(`/api/tables/${tableId}/map`);
}

export function companionMap(id: string): Promise<CityMap> {
  return cached(`/api/companions/${id}/map`);
}

/** The map of the city of a week. */
export function weekMap(week: string): Promise<CityMap> {
  return cached(`/api/weekly/${week}/map`);
}

export function lessonMap(lesson: string): Promise<CityMap> {
  return cached(`/api/lessons/${lesson}/map`);
}

function cached(path: string): Promise<CityMap> {
  let map = cache.get(path);
  if (!map) {
    map = call<CityMap>("GET", path);
    map.catch(() => cache.delete(path)); // a failed request is tried again
    cache.set(path, map);
  }
  return map;
}
