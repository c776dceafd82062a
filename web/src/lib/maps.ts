/** Cities as the server draws them; each is asked for once. */
import type { components } from "../generated/api";
import { call } from "./api";

export type CityMap = components["schemas"]["CityMap"];

const known = new Map<string, Promise<CityMap>>();

export function cityMap(key: string): Promise<CityMap> {
  return remembered(`/api/cities/${key}`);
}

/** The map of a table, which may have a city of its own. */
export function tableMap(table: string): Promise<CityMap> {
  return remembered(`/api/tables/${table}/map`);
}

export function lessonMap(lesson: string): Promise<CityMap> {
  return remembered(`/api/lessons/${lesson}/map`);
}

function remembered(path: string): Promise<CityMap> {
  let map = known.get(path);
  if (!map) {
    map = call<CityMap>("GET", path);
    map.catch(() => known.delete(path));
    known.set(path, map);
  }
  return map;
}
