import { makeListing, makeTeacher } from "../../../helpers/factories";
import { proveCalls, type Scene } from "./prove";
import { BAD_TOKEN, exhaustLimits, malformed, member, TOO_LARGE } from "./scenes";

const PENDING = { state: "pending", publishedTs: null, renewedTs: null, expiresTs: null } as const;
const REPORT = { reason: "spam", text: "Apare de trei ori." };
const REASON = { reason: "unclear", text: "Ce instrument?" };
const NOBODY = "0000000000000000";

const admin = async (scene: Scene) => ({ headers: (await member(scene, { role: "a" })).headers });
const listing = async ({ app }: Scene, given: Parameters<typeof makeListing>[2] = {}) =>
  (await makeListing(app, await makeTeacher(app), given)).id;

/** How an admin's move is answered with each status; `from` is a state that allows it, `json` what it is sent. */
function move(action: string, from: Parameters<typeof makeListing>[2], json?: object) {
  const path = (id: string) => `/api/admin/listings/${id}/${action}`;
  const body = json ? { json } : {};
  return {
    200: async (scene: Scene) =>
      scene.send(path(await listing(scene, from)), { ...body, ...(await admin(scene)) }),
    401: async (scene: Scene) => scene.send(path(await listing(scene, from)), body),
    403: async (scene: Scene) => {
      const { headers } = await member(scene, { role: "t" });
      return scene.send(path(await listing(scene, from)), { ...body, headers });
    },
    404: [
      async (scene: Scene) => scene.send(path(NOBODY), { ...body, ...(await admin(scene)) }),
      async (scene: Scene) =>
        scene.send(path(await listing(scene, { state: "deleted" })), { ...body, ...(await admin(scene)) }),
    ],
    409: async (scene: Scene) =>
      scene.send(path(await listing(scene, { state: "rejected" })), { ...body, ...(await admin(scene)) }),
  };
}

/** The statuses that a body adds. */
function withBody(action: string, from: Parameters<typeof makeListing>[2], wrong: object) {
  const path = async (scene: Scene) => `/api/admin/listings/${await listing(scene, from)}/${action}`;
  return {
    400: async (scene: Scene) => scene.send(await path(scene), malformed((await admin(scene)).headers)),
    413: async (scene: Scene) =>
      scene.send(await path(scene), { json: { text: TOO_LARGE }, ...(await admin(scene)) }),
    415: async (scene: Scene) =>
      scene.send(await path(scene), { form: { reason: "unclear" }, ...(await admin(scene)) }),
    422: async (scene: Scene) => scene.send(await path(scene), { json: wrong, ...(await admin(scene)) }),
  };
}

proveCalls("moderation", {
  "POST /api/listings/{id}/reports": {
    201: [
      async (scene) => scene.send(`/api/listings/${await listing(scene)}/reports`, { json: REPORT }),
      async (scene) => {
        const { headers } = await member(scene);
        return scene.send(`/api/listings/${await listing(scene)}/reports`, { json: REPORT, headers });
      },
    ],
    400: async (scene) => scene.send(`/api/listings/${await listing(scene)}/reports`, malformed()),
    401: async (scene) =>
      scene.send(`/api/listings/${await listing(scene)}/reports`, { json: REPORT, ...BAD_TOKEN }),
    403: async (scene) => {
      const { user, headers } = await member(scene, { role: "t" });
      const { id } = await makeListing(scene.app, user);
      return scene.send(`/api/listings/${id}/reports`, { json: REPORT, headers });
    },
    404: async (scene) =>
      scene.send(`/api/listings/${await listing(scene, { state: "paused" })}/reports`, { json: REPORT }),
    409: async (scene) => {
      const path = `/api/listings/${await listing(scene)}/reports`;
      const headers = { "idempotency-key": "report-once" };
      await scene.send(path, { json: REPORT, headers });
      return scene.send(path, { json: { ...REPORT, reason: "unsafe" }, headers });
    },
    413: async (scene) =>
      scene.send(`/api/listings/${await listing(scene)}/reports`, {
        json: { reason: "spam", text: TOO_LARGE },
      }),
    415: async (scene) =>
      scene.send(`/api/listings/${await listing(scene)}/reports`, { form: { reason: "spam" } }),
    422: [
      async (scene) => scene.send(`/api/listings/${await listing(scene)}/reports`, { json: {} }),
      async (scene) =>
        scene.send(`/api/listings/${await listing(scene)}/reports`, { json: { reason: "other" } }),
    ],
    429: async (scene) => {
      await scene.send(`/api/listings/${await listing(scene)}/reports`, { json: REPORT });
      await exhaustLimits(scene.app);
      return scene.send(`/api/listings/${await listing(scene)}/reports`, { json: REPORT });
    },
  },
  "GET /api/admin/listings": {
    200: [
      async (scene) => {
        await listing(scene, PENDING);
        return scene.send("/api/admin/listings", await admin(scene));
      },
      async (scene) => {
        await listing(scene, { expiresTs: 1000 });
        return scene.send("/api/admin/listings?state=expired&after=nonsense", await admin(scene));
      },
    ],
    401: (scene) => scene.send("/api/admin/listings"),
    403: async (scene) =>
      scene.send("/api/admin/listings", { headers: (await member(scene, { role: "t" })).headers }),
    422: async (scene) => scene.send("/api/admin/listings?state=gone", await admin(scene)),
  },
  "POST /api/admin/listings/{id}/approve": {
    ...move("approve", PENDING),
    ...withBody("approve", PENDING, { version: "1" }),
  },
  "POST /api/admin/listings/{id}/reject": {
    ...move("reject", PENDING, REASON),
    ...withBody("reject", PENDING, { reason: "unclear" }),
  },
  "POST /api/admin/listings/{id}/suspend": {
    ...move("suspend", {}, REASON),
    ...withBody("suspend", {}, { reason: "no such reason", text: "" }),
  },
  "POST /api/admin/listings/{id}/reinstate": move("reinstate", { state: "suspended", stateReason: "unsafe" }),
});
