import { createListing } from "../../../helpers/factories";
import type { CallContext } from "./call-context";
import { exceedLimit, UNKNOWN_ID } from "./requests";
import type { Calls } from "./test-calls";

const PENDING = { state: "pending", publishedTs: null, renewedTs: null, expiresTs: null } as const;
const REPORT = { reason: "spam", text: "Apare de trei ori." };
const REASON = { reason: "unclear", text: "Ce instrument?" };
const ALL = "/api/admin/listings";

type Overrides = Parameters<typeof createListing>[2];

/** An admin's action that the state `from` allows, and the body that it takes. */
function createActionCases(name: string, from: Overrides, json?: object): Calls[string] {
  const withListing = (overrides: Overrides) => async (context: CallContext) => ({
    path: `${ALL}/${(await createListing(context.app, context.rows.teacher.user, overrides)).id}/${name}`,
  });
  return {
    request: async ({ rows }) => ({ path: `${ALL}/${rows.listing.id}/${name}`, json, by: "admin" }),
    200: withListing(from),
    403: { by: "teacher" },
    404: [{ path: `${ALL}/${UNKNOWN_ID}/${name}` }, withListing({ state: "deleted" })],
    409: withListing({ state: "rejected" }),
  };
}

export const MODERATION: Calls = {
  "POST /api/listings/{id}/reports": {
    request: async ({ rows }) => ({ path: `/api/listings/${rows.listing.id}/reports`, json: REPORT }),
    201: [{}, { by: "learner" }],
    403: { by: "teacher" },
    404: { path: `/api/listings/${UNKNOWN_ID}/reports` },
    422: [{ json: {} }, { json: { reason: "other" } }],
    429: async (context) => {
      const another = `/api/listings/${context.rows.foreignListing.id}/reports`;
      return exceedLimit(context, {}, { path: another });
    },
  },
  "GET /api/admin/listings": {
    request: { path: ALL, by: "admin" },
    200: [PENDING, { expiresTs: 1000 }].map((overrides) => async ({ app, rows }: CallContext) => {
      await createListing(app, rows.teacher.user, overrides);
      return { path: "state" in overrides ? ALL : `${ALL}?state=expired&after=nonsense` };
    }),
    403: { by: "teacher" },
    422: { path: `${ALL}?state=gone` },
  },
  "POST /api/admin/listings/{id}/approve": {
    ...createActionCases("approve", PENDING),
    422: { json: { version: "1" } },
  },
  "POST /api/admin/listings/{id}/reject": {
    ...createActionCases("reject", PENDING, REASON),
    422: { json: { reason: "unclear" } },
  },
  "POST /api/admin/listings/{id}/suspend": {
    ...createActionCases("suspend", {}, REASON),
    422: { json: { reason: "no such reason", text: "" } },
  },
  "POST /api/admin/listings/{id}/reinstate": createActionCases("reinstate", {
    state: "suspended",
    stateReasons: ["unsafe"],
  }),
};
