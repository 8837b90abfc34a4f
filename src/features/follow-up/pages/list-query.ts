import type { Query } from "@/shared/paths";
import { followUpQuerySchema } from "@/shared/schemas/follow-up";
import type { FollowUpFilter } from "../queues/find-follow-up";

/** The filters of a list, as in its URL. */
export type AskedList = {
  queue: FollowUpFilter["queue"];
  owner: string | null;
  view: FollowUpFilter["view"];
};

/** Parses the filters from a URL; invalid values are ignored. */
export function readAsked(query: URLSearchParams): AskedList {
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
export const askedQuery = ({ queue, owner, view }: AskedList): Query => ({
  queue,
  owner,
  view: view === "open" ? null : view,
});

/** The filters as a form field's value. */
export const askedText = (asked: AskedList): string =>
  new URLSearchParams(
    Object.entries(askedQuery(asked)).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  ).toString();

export const filterOf = ({ owner, ...asked }: AskedList, adminId: string): FollowUpFilter => ({
  ...asked,
  owner: owner === "me" ? adminId : owner,
});
