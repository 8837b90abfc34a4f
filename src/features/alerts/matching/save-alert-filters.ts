import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { alertFilterKeys, alertFilters } from "@/db/schema";
import { toFilterQuery } from "@/features/search";
import { withQuery } from "@/shared/paths";
import { getDefaultSort, parseSearch, type SearchFilters } from "@/shared/schemas/search";
import { computeFilterKeys } from "./filter-keys";

/** The filters of an alert as they are stored: the list's query without the sort order. Equal filters have one query. */
export const toAlertQuery = (filters: SearchFilters): string =>
  withQuery("", toFilterQuery({ ...filters, sort: getDefaultSort(filters) })).slice(1);

/** The filters of a stored query. */
export const parseAlertQuery = (query: string): SearchFilters =>
  parseSearch(new URLSearchParams(query)).filters;

/** The stored filters of an alert: a subquery of their id, null if they are not stored. */
export const alertFiltersIdSql = (query: string): SQL =>
  sql`(select ${alertFilters.id} from ${alertFilters} where ${alertFilters.query} = ${query})`;

/** Stores filters with their keys, unless alerts with the same filters exist. */
export function saveAlertFiltersStatements({ db }: Pick<Ctx, "db">, filters: SearchFilters): Statement[] {
  const query = toAlertQuery(filters);
  // From the stored form, because the listings are matched with that.
  const keys = JSON.stringify(computeFilterKeys(parseAlertQuery(query)));
  return [
    db.insert(alertFilters).values({ query }).onConflictDoNothing(),
    db.run(sql`
      insert or ignore into ${alertFilterKeys} (key, filters_id)
      select value, ${alertFiltersIdSql(query)} from json_each(${keys})`),
  ];
}
