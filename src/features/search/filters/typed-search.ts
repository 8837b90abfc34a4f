import type { Ctx } from "@/context";
import { type Query, withQuery } from "@/shared/paths";
import { parseSearch, type SearchFilters } from "@/shared/schemas/search";
import { understandQuery } from "../understanding/understand-query";
import type { UnderstoodSearch } from "../understanding/understand-search";
import { toFilterQuery } from "./list-query";

/** The search whose words led to the filters of a list, as it was typed. */
export type TypedSearch = {
  filters: SearchFilters;
  /** The text that was searched for instead of mistyped words. */
  corrected?: string | undefined;
};

/** A typed search with what its words mean, and the filters that they replaced. */
export type UnderstoodTypedSearch = TypedSearch &
  Required<Pick<UnderstoodSearch, "phrases" | "replaced">> &
  Pick<UnderstoodSearch, "dropped">;

/** The list's parameter for a typed search: its query. `corrected` is a parameter of its own. */
const toTypedParam = (filters: SearchFilters): string => withQuery("", toFilterQuery(filters)).slice(1);

/** The query of the list with the filters that a typed search means. Its page can say so, and lead back. */
export const toUnderstoodQuery = (typed: TypedSearch, understood: SearchFilters): Query => ({
  ...toFilterQuery(understood),
  typed: toTypedParam(typed.filters),
  corrected: typed.corrected,
});

/** The typed search that the address of a list names; null if its words do not mean the filters of the list. */
export async function readTypedSearch(
  params: URLSearchParams,
  filters: SearchFilters,
  ctx: Ctx,
): Promise<UnderstoodTypedSearch | null> {
  const { filters: typed } = parseSearch(new URLSearchParams(params.get("typed") ?? ""));
  if (typed.q === "") return null;
  const { q: corrected } = parseSearch(new URLSearchParams({ q: params.get("corrected") ?? "" })).filters;
  const search = { filters: corrected ? { ...typed, q: corrected } : typed, exact: false };
  const understood = await understandQuery(search, ctx);
  const { dropOtherWords } = await import("../understanding/understand-search");
  const meaning = [understood, dropOtherWords(understood, ctx)].find(
    (meaning) => meaning && toTypedParam(meaning.filters) === toTypedParam(filters),
  );
  if (!meaning) return null;
  const { phrases, replaced = {}, dropped } = meaning;
  return { filters: typed, corrected: corrected || undefined, phrases, replaced, dropped };
}
