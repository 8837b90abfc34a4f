import type { Query } from "@/shared/paths";
import {
  getDefaultSort,
  isSortApplicable,
  type Near,
  RADIUS,
  type SearchFilters,
} from "@/shared/schemas/search";
import { toSlotChoices } from "@/shared/slot-groups";

/** What the addresses of a list keep besides its filters. */
export type ListMode = {
  /** Whether each card has a checkbox, to write to several teachers. */
  isSelecting: boolean;
  /** Whether the words are searched for as they were typed. */
  isExact: boolean;
  /** Whether words of filters would become further filters. The address of such a list has `exact`, so it finds them. */
  hasMeaning?: (filters: SearchFilters) => boolean;
};

/** A location as a query parameter: a county's code for its seat, else degrees. */
export const toNearParam = ({ county, latitude, longitude }: Near): string =>
  county ?? `${latitude},${longitude}`;

/** The filters as the list's query, without default values. */
export function toFilterQuery(values: SearchFilters): Query {
  const { sort, near, radius, when, ...rest } = values;
  // Falls back to the default sort order if the search it depends on is gone.
  const order = isSortApplicable(sort, values) ? sort : getDefaultSort(values);
  return {
    ...rest,
    when: toSlotChoices(when),
    near: near && toNearParam(near),
    radius: near && radius !== RADIUS.default ? radius : null,
    sort: order === getDefaultSort(values) ? null : order,
  };
}

/** The query of the list with exactly these filters. */
export const toListQuery = (
  values: SearchFilters,
  { isSelecting, isExact, hasMeaning = () => false }: ListMode,
): Query => ({
  ...toFilterQuery(values),
  exact: values.q !== "" && (isExact || hasMeaning(values)),
  select: isSelecting,
});

/** The query of the list that finds what the filters find. Their words have been understood before. */
export const toSavedSearchQuery = (values: SearchFilters): Query =>
  toListQuery(values, { isSelecting: false, isExact: true });
