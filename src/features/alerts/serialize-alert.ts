import { toFilterQuery } from "@/features/search";
import { toTimestampJson } from "@/shared/format";
import { withQuery } from "@/shared/paths";
import type { AlertFiltersJson, AlertJson } from "@/shared/schemas/alert";
import { parseSearch, type SearchFilters } from "@/shared/schemas/search";
import type { Alert } from "./queries";

/** An alert as JSON for its account. */
export const serializeAlert = ({ id, filters, frequency, createdTs, pausedTs }: Alert): AlertJson => ({
  _id: id,
  filters: serializeFilters(filters),
  frequency,
  paused: pausedTs !== null,
  created_ts: toTimestampJson(createdTs),
});

/** The active filters under the names of the list's parameters. */
function serializeFilters(filters: SearchFilters): AlertFiltersJson {
  const { sort: _, ...rest } = toFilterQuery(filters);
  const query = { ...rest, when: filters.when };
  const isActive = (value: unknown) =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== "" && value !== false;
  return Object.fromEntries(Object.entries(query).filter(([, value]) => isActive(value)));
}

/** The filters of a call, read as the list reads its parameters. */
export const parseAlertFilters = (filters: AlertFiltersJson): SearchFilters =>
  parseSearch(new URLSearchParams(withQuery("", filters).slice(1))).filters;
