import type { Query } from "@/shared/paths";
import { followUpQuerySchema } from "@/shared/schemas/follow-up";
import type { FollowUpFilter } from "../queues/list-follow-up";

/** The filters of a list, as in its URL. */
export type ListFilters = {
  queue: FollowUpFilter["queue"];
  owner: string | null;
  view: FollowUpFilter["view"];
};

/** Parses the filters from a URL; invalid values are ignored. */
export function parseListFilters(query: URLSearchParams): ListFilters {
  const { queue, owner, view } = followUpQuerySchema.shape;
  const read = <T>(schema: { safeParse(value: unknown): { data?: T } }, name: string) =>
    schema.safeParse(query.get(name) ?? undefined).data;
  return {
    queue: read(queue, "queue") ?? null,
    owner: read(owner, "owner") ?? null,
    view: read(view, "view") ?? "open",
  };
}

/** The list's URL query without default values. */
export const toFollowUpQuery = ({ queue, owner, view }: ListFilters): Query => ({
  queue,
  owner,
  view: view === "open" ? null : view,
});

/** The filters as a form field's value. */
export const formatListQuery = (filters: ListFilters): string =>
  new URLSearchParams(
    Object.entries(toFollowUpQuery(filters)).flatMap(([name, value]) =>
      value ? [[name, String(value)]] : [],
    ),
  ).toString();

/** The filters for `listFollowUp`, with "me" replaced by the admin's id. */
export const toFollowUpFilter = ({ owner, ...filters }: ListFilters, adminId: string): FollowUpFilter => ({
  ...filters,
  owner: owner === "me" ? adminId : owner,
});
