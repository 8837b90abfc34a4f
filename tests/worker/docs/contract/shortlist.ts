import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { formatShortlist } from "@/shared/shortlist";
import type { CallContext, Request } from "./call-context";
import { CROSS_SITE, exceedLimit, UNKNOWN_ID } from "./requests";
import type { Calls } from "./test-calls";

const toEntry = async ({ rows }: CallContext): Promise<Request> => ({
  path: paths.apiShortlistEntry(rows.listing.id),
});
const UNKNOWN = [
  { path: paths.apiShortlistEntry(UNKNOWN_ID) },
  { path: paths.apiShortlistEntry("nope") },
] as const;
const FULL = formatShortlist(Array.from({ length: 50 }, newId));

export const SHORTLIST: Calls = {
  "GET /api/shortlist": {
    request: { path: paths.apiShortlist() },
    200: [{}, { by: "learner" }, { headers: { cookie: `shortlist=${FULL}` } }],
  },
  "PUT /api/shortlist/{id}": {
    request: toEntry,
    200: [{}, { by: "learner" }],
    403: { headers: CROSS_SITE },
    404: [...UNKNOWN],
    409: { headers: { cookie: `shortlist=${FULL}` } },
    429: exceedLimit,
  },
  "DELETE /api/shortlist/{id}": {
    request: toEntry,
    204: [{}, { by: "learner" }, { path: paths.apiShortlistEntry(UNKNOWN_ID) }],
    403: { headers: CROSS_SITE },
    404: { path: paths.apiShortlistEntry("nope") },
  },
  "PUT /api/shortlist/{id}/note": {
    request: async (context) => {
      const { path = "" } = await toEntry(context);
      await context.request(path, { method: "PUT", by: "learner" });
      return {
        path: paths.apiShortlistNote(context.rows.listing.id),
        by: "learner",
        json: { note: "", version: 1 },
      };
    },
    200: {},
    404: [{ path: paths.apiShortlistNote(UNKNOWN_ID) }, { path: paths.apiShortlistNote("nope") }],
    409: { json: { note: "Has evenings free", version: 99 } },
    422: [{ json: { note: "x".repeat(501), version: 1 } }, { json: { note: "" } }],
  },
};
