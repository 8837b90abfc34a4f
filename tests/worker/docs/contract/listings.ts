import { createListing } from "../../../helpers/factories";
import { pngBytes } from "../../../helpers/pictures";
import type { CallContext } from "./call-context";
import { reuseIdempotencyKey, UNKNOWN_ID } from "./requests";
import { createContractCaller } from "./rows";
import type { Calls } from "./test-calls";

const ALL = "/api/listings";
const DRAFT = { subject: "m", title: "Matematică pentru gimnaziu" };
const COMPLETE_LISTING = {
  ...DRAFT,
  description: "Lecții clare, cu exerciții din subiectele ultimilor ani și teme corectate săptămânal.",
  levels: ["m"],
  locations: ["th"],
  county: "cj",
  price: 9000,
  session_minutes: 60,
  availability: ["1e", "6m"],
  formats: ["individual", "group"],
  trial: "reduced",
  receipt: true,
};
const UNSUBMITTED = { state: "draft", publishedTs: null, county: "is" } as const;

type Overrides = Parameters<typeof createListing>[2];

/** A new listing of the teacher. */
async function createCallListing({ app, rows }: CallContext, overrides: Overrides = {}) {
  const { id, version } = await createListing(app, rows.teacher.user, overrides);
  return { id, version, path: `${ALL}/${id}` };
}

/** A new listing of the teacher, and a picture that its owner stored. */
async function createListingWithPicture(context: CallContext) {
  const listing = await createCallListing(context);
  const to = `/storage/images/listings/${listing.id}/tabla.png`;
  const stored = await context.request(to, { method: "PUT", body: await pngBytes(20, 20), by: "teacher" });
  const { content } = (await stored.json()) as { content: { path: string } };
  return { ...listing, images: [{ path: content.path, alt: "Tabla din clasă" }] };
}

/** The statuses of an action that is possible in the state `from` and impossible in the state `wrong`. */
function createActionCases(name: string, from: Overrides, wrong: Overrides): Calls[string] {
  const withListing = (overrides: Overrides) => async (context: CallContext) => ({
    path: `${(await createCallListing(context, overrides)).path}/${name}`,
  });
  return {
    request: async ({ rows }) => ({ path: `${ALL}/${rows.listing.id}/${name}`, by: "teacher" }),
    200: withListing(from),
    404: async ({ rows }) => ({ path: `${ALL}/${rows.foreignListing.id}/${name}` }),
    409: withListing(wrong),
  };
}

export const LISTINGS: Calls = {
  "GET /api/listings": {
    request: { path: ALL },
    200: [
      { path: `${ALL}?subject=m&level=pe&level=m&near=cj&radius=50&sort=distance&q=matematica` },
      { path: `${ALL}?when=1e&when=weekend&format=group&trial=1&receipt=1` },
      { path: `${ALL}?subject=la&after=nonsense&min=-1` },
    ],
  },
  "GET /api/suggestions": {
    request: { path: "/api/suggestions" },
    200: [{ path: "/api/suggestions?q=mate&locale=ro" }, { path: "/api/suggestions?q=&locale=xx" }],
  },
  "POST /api/listings": {
    request: { path: ALL, json: DRAFT, by: "teacher" },
    201: [
      async ({ app }) => ({ headers: (await createContractCaller(app, { role: "t" })).headers }),
      async ({ app }) => {
        const { headers } = await createContractCaller(app, { role: "t", emailVerifiedTs: null });
        return { json: { ...COMPLETE_LISTING, submit: true }, headers };
      },
    ],
    403: { by: "learner" },
    404: async ({ rows }) => ({ json: { ...DRAFT, _id: rows.foreignListing.id } }),
    409: [
      reuseIdempotencyKey,
      async ({ app }) => {
        const { user, headers } = await createContractCaller(app, { role: "t" });
        for (let n = 0; n < 10; n++) await createListing(app, user, { state: "draft" });
        return { headers };
      },
    ],
    422: [{ json: {} }, { json: { ...DRAFT, availability: ["8m"] } }],
  },
  "GET /api/listings/{id}": {
    request: async ({ rows }) => ({ path: `${ALL}/${rows.listing.id}` }),
    200: [
      {},
      async (context) => {
        const { path } = await createCallListing(context, { state: "draft", county: null, price: null });
        return { path, by: "teacher" };
      },
    ],
    404: { path: `${ALL}/${UNKNOWN_ID}` },
  },
  "PUT /api/listings/{id}": {
    request: async ({ rows: { listing } }) => ({
      path: `${ALL}/${listing.id}`,
      json: { ...COMPLETE_LISTING, version: listing.version },
      by: "teacher",
    }),
    200: async (context) => {
      const { path, version } = await createCallListing(context, { latitude: 46.77, longitude: 23.59 });
      return { path, json: { ...COMPLETE_LISTING, version } };
    },
    403: async ({ rows }) => ({ path: `${ALL}/${rows.learnersListing.id}`, by: "learner" }),
    404: async ({ rows }) => ({ path: `${ALL}/${rows.foreignListing.id}` }),
    409: [
      async ({ rows }) => ({ json: { ...COMPLETE_LISTING, version: rows.listing.version + 1 } }),
      async (context) => {
        const { path, version } = await createCallListing(context, { state: "suspended" });
        return { path, json: { ...COMPLETE_LISTING, version } };
      },
    ],
    422: async ({ rows }) => ({
      json: { ...COMPLETE_LISTING, point: { latitude: 91, longitude: 0 }, version: rows.listing.version },
    }),
  },
  "DELETE /api/listings/{id}": {
    request: async ({ rows }) => ({ path: `${ALL}/${rows.listing.id}?version=1`, by: "teacher" }),
    204: async (context) => {
      const { path, version } = await createCallListing(context);
      return { path: `${path}?version=${version}` };
    },
    404: async ({ rows }) => ({ path: `${ALL}/${rows.foreignListing.id}?version=1` }),
    409: async ({ rows: { listing } }) => ({ path: `${ALL}/${listing.id}?version=${listing.version + 1}` }),
    422: async ({ rows }) => ({ path: `${ALL}/${rows.listing.id}` }),
  },
  "PUT /api/listings/{id}/images": {
    request: async ({ rows: { listing } }) => ({
      path: `${ALL}/${listing.id}/images`,
      json: { version: listing.version, images: [] },
      by: "teacher",
    }),
    200: async (context) => {
      const { path, version, images } = await createListingWithPicture(context);
      return { path: `${path}/images`, json: { version, images } };
    },
    403: async ({ rows }) => ({ path: `${ALL}/${rows.learnersListing.id}/images`, by: "learner" }),
    404: async ({ rows }) => ({ path: `${ALL}/${rows.foreignListing.id}/images` }),
    409: async (context) => {
      const { path, version, images } = await createListingWithPicture(context);
      return { path: `${path}/images`, json: { version: version + 1, images } };
    },
    422: async ({ rows: { listing } }) => ({
      json: {
        version: listing.version,
        images: [{ path: `images/listings/${listing.id}/nimic.webp`, alt: "" }],
      },
    }),
  },
  "POST /api/listings/{id}/submit": {
    ...createActionCases("submit", UNSUBMITTED, {}),
    403: async ({ app, rows }) => {
      const { id } = await createListing(app, rows.learner.user, UNSUBMITTED);
      return { path: `${ALL}/${id}/submit`, by: "learner" };
    },
    422: async (context) => ({
      path: `${(await createCallListing(context, { ...UNSUBMITTED, description: "" })).path}/submit`,
    }),
  },
  "POST /api/listings/{id}/pause": createActionCases("pause", {}, { state: "draft" }),
  "POST /api/listings/{id}/resume": createActionCases("resume", { state: "paused" }, {}),
  "POST /api/listings/{id}/renew": createActionCases("renew", {}, { state: "draft" }),
};
