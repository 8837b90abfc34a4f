import { makeListing } from "../../../helpers/factories";
import { pngBytes } from "../../../helpers/pictures";
import type { Calls } from "./prove";
import { reusedKey, UNKNOWN_ID } from "./requests";
import { makeCaller } from "./rows";
import type { Scene } from "./scene";

const ALL = "/api/listings";
const DRAFT = { subject: "m", title: "Matematică pentru gimnaziu" };
const WHOLE = {
  ...DRAFT,
  description: "Lecții clare, cu exerciții din subiectele ultimilor ani și teme corectate săptămânal.",
  levels: ["m"],
  locations: ["th"],
  county: "cj",
  price: 9000,
  session_minutes: 60,
};
const UNSUBMITTED = { state: "draft", publishedTs: null, county: "is" } as const;

type Given = Parameters<typeof makeListing>[2];

/** A new listing of the teacher. */
async function makeOwn({ app, rows }: Scene, overrides: Given = {}) {
  const { id, version } = await makeListing(app, rows.teacher.user, overrides);
  return { id, version, path: `${ALL}/${id}` };
}

/** A new listing of the teacher, and a picture that its owner stored. */
async function makeOwnWithPicture(scene: Scene) {
  const listing = await makeOwn(scene);
  const to = `/storage/images/listings/${listing.id}/tabla.png`;
  const stored = await scene.request(to, { method: "PUT", body: await pngBytes(20, 20), by: "teacher" });
  const { content } = (await stored.json()) as { content: { path: string } };
  return { ...listing, images: [{ path: content.path, alt: "Tabla din clasă" }] };
}

/** The statuses of an action that is possible in the state `from` and impossible in the state `wrong`. */
function action(name: string, from: Given, wrong: Given): Calls[string] {
  const own = (overrides: Given) => async (scene: Scene) => ({
    path: `${(await makeOwn(scene, overrides)).path}/${name}`,
  });
  return {
    request: async ({ rows }) => ({ path: `${ALL}/${rows.listing.id}/${name}`, by: "teacher" }),
    200: own(from),
    404: async ({ rows }) => ({ path: `${ALL}/${rows.foreignListing.id}/${name}` }),
    409: own(wrong),
  };
}

export const LISTINGS: Calls = {
  "GET /api/listings": {
    request: { path: ALL },
    200: [
      { path: `${ALL}?subject=m&level=pe&level=m&near=cj&radius=50&sort=distance&q=matematica` },
      { path: `${ALL}?subject=la&after=nonsense&min=-1` },
    ],
  },
  "POST /api/listings": {
    request: { path: ALL, json: DRAFT, by: "teacher" },
    201: [
      async ({ app }) => ({ headers: (await makeCaller(app, { role: "t" })).headers }),
      async ({ app }) => {
        const { headers } = await makeCaller(app, { role: "t", emailVerifiedTs: null });
        return { json: { ...WHOLE, submit: true }, headers };
      },
    ],
    403: { by: "learner" },
    404: async ({ rows }) => ({ json: { ...DRAFT, _id: rows.foreignListing.id } }),
    409: [
      reusedKey,
      async ({ app }) => {
        const { user, headers } = await makeCaller(app, { role: "t" });
        for (let n = 0; n < 10; n++) await makeListing(app, user, { state: "draft" });
        return { headers };
      },
    ],
    422: { json: {} },
  },
  "GET /api/listings/{id}": {
    request: async ({ rows }) => ({ path: `${ALL}/${rows.listing.id}` }),
    200: [
      {},
      async (scene) => {
        const { path } = await makeOwn(scene, { state: "draft", county: null, price: null });
        return { path, by: "teacher" };
      },
    ],
    404: { path: `${ALL}/${UNKNOWN_ID}` },
  },
  "PUT /api/listings/{id}": {
    request: async ({ rows: { listing } }) => ({
      path: `${ALL}/${listing.id}`,
      json: { ...WHOLE, version: listing.version },
      by: "teacher",
    }),
    200: async (scene) => {
      const { path, version } = await makeOwn(scene, { latitude: 46.77, longitude: 23.59 });
      return { path, json: { ...WHOLE, version } };
    },
    403: async ({ rows }) => ({ path: `${ALL}/${rows.learnersListing.id}`, by: "learner" }),
    404: async ({ rows }) => ({ path: `${ALL}/${rows.foreignListing.id}` }),
    409: [
      async ({ rows }) => ({ json: { ...WHOLE, version: rows.listing.version + 1 } }),
      async (scene) => {
        const { path, version } = await makeOwn(scene, { state: "suspended" });
        return { path, json: { ...WHOLE, version } };
      },
    ],
    422: async ({ rows }) => ({
      json: { ...WHOLE, point: { latitude: 91, longitude: 0 }, version: rows.listing.version },
    }),
  },
  "DELETE /api/listings/{id}": {
    request: async ({ rows }) => ({ path: `${ALL}/${rows.listing.id}?version=1`, by: "teacher" }),
    204: async (scene) => {
      const { path, version } = await makeOwn(scene);
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
    200: async (scene) => {
      const { path, version, images } = await makeOwnWithPicture(scene);
      return { path: `${path}/images`, json: { version, images } };
    },
    403: async ({ rows }) => ({ path: `${ALL}/${rows.learnersListing.id}/images`, by: "learner" }),
    404: async ({ rows }) => ({ path: `${ALL}/${rows.foreignListing.id}/images` }),
    409: async (scene) => {
      const { path, version, images } = await makeOwnWithPicture(scene);
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
    ...action("submit", UNSUBMITTED, {}),
    403: async ({ app, rows }) => {
      const { id } = await makeListing(app, rows.learner.user, UNSUBMITTED);
      return { path: `${ALL}/${id}/submit`, by: "learner" };
    },
    422: async (scene) => ({
      path: `${(await makeOwn(scene, { ...UNSUBMITTED, description: "" })).path}/submit`,
    }),
  },
  "POST /api/listings/{id}/pause": action("pause", {}, { state: "draft" }),
  "POST /api/listings/{id}/resume": action("resume", { state: "paused" }, {}),
  "POST /api/listings/{id}/renew": action("renew", {}, { state: "draft" }),
};
