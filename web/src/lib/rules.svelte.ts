/** The rules in words and figures, loaded once for each address and language. */
import { getContext, setContext } from "svelte";
import type { components } from "../generated/api";
import { call, errorMessage } from "./api";
import { language } from "./language.svelte";

export type Rules = components["schemas"]["RulesOfCity"];
export type RulesSection = Rules["sections"][number];
export type Term = Rules["terms"][number];

/** Rules that may still be on their way: `rules` is null until they are here, `problem` says why they are not. */
export class LoadedRules {
  rules = $state.raw<Rules | null>(null);
  problem = $state("");
  private isLoading = false;

  constructor(private readonly path: string) {}

  /** Does nothing if they are here or on their way; after a failure it tries again. */
  async load(): Promise<void> {
    if (this.rules || this.isLoading) return;
    this.isLoading = true;
    this.problem = "";
    try {
      this.rules = await call<Rules>("GET", this.path);
    } catch (error) {
      this.problem = errorMessage(error);
    }
    this.isLoading = false;
  }
}

const loaded = new Map<string, LoadedRules>();

export function cityRules(key: string): LoadedRules {
  return rulesAt(`/api/cities/${key}/rules`);
}

/** Those of a table's city, which may be a custom one, with its add-ons. */
export function tableRules(tableId: string): LoadedRules {
  return rulesAt(`/api/tables/${tableId}/rules`);
}

/** Offers rules to the components inside; those of a table explain its words. */
export function offerRules(rules: LoadedRules): LoadedRules {
  return setContext("rules", rules);
}

export function rulesAround(): LoadedRules | undefined {
  return getContext("rules");
}

function rulesAt(path: string): LoadedRules {
  const key = `${language()} ${path}`;
  const found = loaded.get(key) ?? new LoadedRules(path);
  loaded.set(key, found);
  return found;
}
