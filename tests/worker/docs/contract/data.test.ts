import { makeListing, makeTeacher } from "../../../helpers/factories";
import { proveCalls, type Scene } from "./prove";
import { exhaustLimits, huge, malformed, member, packed } from "./scenes";

const EXPORT = "/data/users/me.json";

const admin = (scene: Scene) => member(scene, { role: "a" });
const as = (scene: Scene, role: "a" | "t") => member(scene, { role });

/** The statuses that all collections for everybody have. */
const collection = (path: string): Record<number, (scene: Scene) => Promise<Response>> => ({
  200: async (scene) => {
    await makeListing(scene.app, await makeTeacher(scene.app));
    return scene.send(`${path}?format=export`);
  },
  400: ({ send }) => send(path),
  429: async ({ app, send }) => {
    await send(`${path}?format=export`);
    await exhaustLimits(app);
    return send(`${path}?format=export`);
  },
});

const LIMITS = "/data/settings/limits.json";
const putting =
  (json: object) =>
  async (scene: Scene): Promise<Response> =>
    scene.send(LIMITS, { json, headers: (await admin(scene)).headers });

proveCalls("data", {
  "GET /data/users/me.json": {
    200: [
      async (scene) => scene.send(`${EXPORT}?format=export`, { headers: (await member(scene)).headers }),
      async (scene) =>
        scene.send(`${EXPORT}?format=export&auth=${(await member(scene, { role: "t" })).token}`),
    ],
    400: async (scene) => scene.send(EXPORT, { headers: (await member(scene)).headers }),
    401: ({ send }) => send(`${EXPORT}?format=export`),
    429: async (scene) => {
      const { headers } = await member(scene);
      const ask = () => scene.send(`${EXPORT}?format=export`, { headers });
      await ask();
      await exhaustLimits(scene.app);
      return ask();
    },
  },
  "GET /data/listings.json": collection("/data/listings.json"),
  "GET /data/blog.json": collection("/data/blog.json"),
  "GET /data/testimonials.json": collection("/data/testimonials.json"),
  "GET /data/listings/{file}": {
    200: async ({ app, send }) => {
      const { id } = await makeListing(app, await makeTeacher(app));
      return send(`/data/listings/${id}.json?format=export`);
    },
    400: [
      ({ send }) => send("/data/listings/0123456789abcdef.json"),
      ({ send }) => send("/data/listings/a%2Fb.json?format=export"),
    ],
    404: ({ send }) => send("/data/listings/0123456789abcdef.json?format=export"),
  },
  "GET /data/orders.json": {
    200: async (scene) => {
      const { token } = await admin(scene);
      return scene.send(`/data/orders.json?format=export&auth=${token}&app_check=any`);
    },
    400: async (scene) => scene.send("/data/orders.json", { headers: (await admin(scene)).headers }),
    401: ({ send }) => send("/data/orders.json?format=export"),
    403: async (scene) =>
      scene.send("/data/orders.json?format=export", { headers: (await as(scene, "t")).headers }),
  },
  "GET /data/settings/{file}": {
    200: [
      async (scene) => scene.send("/data/settings/limits.json", { headers: (await admin(scene)).headers }),
      async (scene) => scene.send("/data/settings/seller.json", { headers: (await admin(scene)).headers }),
    ],
    400: async (scene) =>
      scene.send("/data/settings/limits.json?format=csv", { headers: (await admin(scene)).headers }),
    401: ({ send }) => send("/data/settings/limits.json"),
    403: async (scene) =>
      scene.send("/data/settings/limits.json", { headers: (await as(scene, "t")).headers }),
    404: async (scene) =>
      scene.send("/data/settings/nothing.json", { headers: (await admin(scene)).headers }),
  },
  "PUT /data/settings/{file}": {
    200: putting({ value: {} }),
    400: async (scene) => scene.send(LIMITS, malformed((await admin(scene)).headers)),
    401: ({ send }) => send(LIMITS, { json: { value: {} } }),
    403: async (scene) =>
      scene.send(LIMITS, { json: { value: {} }, headers: (await as(scene, "t")).headers }),
    404: async (scene) =>
      scene.send("/data/settings/nothing.json", {
        json: { value: {} },
        headers: (await admin(scene)).headers,
      }),
    409: putting({ version: 1000, value: {} }),
    413: async (scene) => scene.send(LIMITS, huge((await admin(scene)).headers)),
    415: async (scene) => scene.send(LIMITS, packed((await admin(scene)).headers)),
    422: [putting({ value: { sign_in: { most: 0, window_s: 60 } } }), putting({ version: 0 })],
  },
});
