import { newId } from "@/shared/ids";
import { makeListing, makeTeacher } from "../../../helpers/factories";
import { pngBytes } from "../../../helpers/pictures";
import { proveCalls, type Scene } from "./prove";
import { BAD_TOKEN, malformed, member, TOO_LARGE } from "./scenes";

const LISTINGS = "/api/listings";
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

type Given = Parameters<typeof makeListing>[2];

/** A teacher's listing, with the token of its owner. */
async function own(scene: Scene, given: Given = {}) {
  const { user, headers } = await member(scene, { role: "t" });
  const { id, version } = await makeListing(scene.app, user, given);
  return { headers, id, version, path: `${LISTINGS}/${id}` };
}

/** A listing that another teacher offers. */
async function theirs({ app }: Scene, given: Given = {}) {
  return `${LISTINGS}/${(await makeListing(app, await makeTeacher(app), given)).id}`;
}

const teacher = async (scene: Scene) => (await member(scene, { role: "t" })).headers;
const learner = async (scene: Scene) => (await member(scene)).headers;

/** A learner who was a teacher once. */
async function formerTeacher(scene: Scene, given: Given = {}) {
  const { user, headers } = await member(scene);
  const { id, version } = await makeListing(scene.app, user, given);
  return { headers, version, path: `${LISTINGS}/${id}` };
}

async function withPicture(scene: Scene) {
  const listing = await own(scene);
  const to = `/storage/images/listings/${listing.id}/tabla.png`;
  const stored = await scene.request(to, {
    method: "PUT",
    body: await pngBytes(20, 20),
    headers: listing.headers,
  });
  const { content } = (await stored.json()) as { content: { path: string } };
  return { ...listing, images: [{ path: content.path, alt: "Tabla din clasă" }] };
}

/** How a move is answered that leads on from one state, and not from a `wrong` one. */
const move = (action: string, from: Given, wrong: Given) => ({
  200: async (scene: Scene) => {
    const { path, headers } = await own(scene, from);
    return scene.send(`${path}/${action}`, { headers });
  },
  401: async (scene: Scene) => scene.send(`${await theirs(scene, from)}/${action}`),
  404: async (scene: Scene) =>
    scene.send(`${await theirs(scene, from)}/${action}`, { headers: await teacher(scene) }),
  409: async (scene: Scene) => {
    const { path, headers } = await own(scene, wrong);
    return scene.send(`${path}/${action}`, { headers });
  },
});

proveCalls("listings", {
  "GET /api/listings": {
    200: [
      async ({ app, send }) => {
        await makeListing(app, await makeTeacher(app), { latitude: 46.7712, longitude: 23.6236 });
        return send(`${LISTINGS}?subject=m&level=pe&level=m&near=cj&radius=50&sort=distance&q=matematica`);
      },
      ({ send }) => send(`${LISTINGS}?subject=la&after=nonsense&min=-1`),
    ],
    401: ({ send }) => send(LISTINGS, BAD_TOKEN),
  },
  "POST /api/listings": {
    201: [
      async (scene) => scene.send(LISTINGS, { json: DRAFT, headers: await teacher(scene) }),
      async (scene) => {
        const { headers } = await member(scene, { role: "t", emailVerifiedTs: null });
        return scene.send(LISTINGS, { json: { ...WHOLE, submit: true }, headers });
      },
    ],
    400: async (scene) => scene.send(LISTINGS, malformed(await teacher(scene))),
    401: ({ send }) => send(LISTINGS, { json: DRAFT }),
    403: async (scene) => scene.send(LISTINGS, { json: DRAFT, headers: await learner(scene) }),
    404: async (scene) => {
      const { id } = await makeListing(scene.app, await makeTeacher(scene.app));
      return scene.send(LISTINGS, { json: { ...DRAFT, _id: id }, headers: await teacher(scene) });
    },
    409: async (scene) => {
      const { user, headers } = await member(scene, { role: "t" });
      for (let n = 0; n < 10; n++) await makeListing(scene.app, user, { state: "draft" });
      return scene.send(LISTINGS, { json: DRAFT, headers });
    },
    413: async (scene) =>
      scene.send(LISTINGS, { json: { ...DRAFT, description: TOO_LARGE }, headers: await teacher(scene) }),
    415: async (scene) => scene.send(LISTINGS, { form: { subject: "m" }, headers: await teacher(scene) }),
    422: async (scene) => scene.send(LISTINGS, { json: {}, headers: await teacher(scene) }),
  },
  "GET /api/listings/{id}": {
    200: [
      async (scene) => scene.send(await theirs(scene)),
      async (scene) => {
        const { path, headers } = await own(scene, { state: "draft", county: null, price: null });
        return scene.send(path, { headers });
      },
    ],
    401: async (scene) => scene.send(await theirs(scene), BAD_TOKEN),
    404: ({ send }) => send(`${LISTINGS}/${newId()}`),
  },
  "PUT /api/listings/{id}": {
    200: async (scene) => {
      const { path, version, headers } = await own(scene, { latitude: 46.77, longitude: 23.59 });
      return scene.send(path, { json: { ...WHOLE, version }, headers });
    },
    400: async (scene) => {
      const { path, headers } = await own(scene);
      return scene.send(path, malformed(headers));
    },
    401: async (scene) => scene.send(await theirs(scene), { json: WHOLE }),
    403: async (scene) => {
      const { path, version, headers } = await formerTeacher(scene);
      return scene.send(path, { json: { ...WHOLE, version }, headers });
    },
    404: async (scene) => {
      const headers = await teacher(scene);
      return scene.send(await theirs(scene), { json: { ...WHOLE, version: 1 }, headers });
    },
    409: [
      async (scene) => {
        const { path, version, headers } = await own(scene);
        return scene.send(path, { json: { ...WHOLE, version: version + 1 }, headers });
      },
      async (scene) => {
        const { path, version, headers } = await own(scene, { state: "suspended" });
        return scene.send(path, { json: { ...WHOLE, version }, headers });
      },
    ],
    413: async (scene) => {
      const { path, version, headers } = await own(scene);
      return scene.send(path, { json: { ...WHOLE, description: TOO_LARGE, version }, headers });
    },
    415: async (scene) => {
      const { path, headers } = await own(scene);
      return scene.send(path, { form: { subject: "m" }, headers });
    },
    422: async (scene) => {
      const { path, version, headers } = await own(scene);
      return scene.send(path, {
        json: { ...WHOLE, point: { latitude: 91, longitude: 0 }, version },
        headers,
      });
    },
  },
  "DELETE /api/listings/{id}": {
    204: async (scene) => {
      const { path, version, headers } = await own(scene);
      return scene.send(`${path}?version=${version}`, { headers });
    },
    401: async (scene) => scene.send(`${await theirs(scene)}?version=1`),
    404: async (scene) => scene.send(`${await theirs(scene)}?version=1`, { headers: await teacher(scene) }),
    409: async (scene) => {
      const { path, version, headers } = await own(scene);
      return scene.send(`${path}?version=${version + 1}`, { headers });
    },
    422: async (scene) => {
      const { path, headers } = await own(scene);
      return scene.send(path, { headers });
    },
  },
  "PUT /api/listings/{id}/images": {
    200: async (scene) => {
      const { path, version, images, headers } = await withPicture(scene);
      return scene.send(`${path}/images`, { json: { version, images }, headers });
    },
    400: async (scene) => {
      const { path, headers } = await own(scene);
      return scene.send(`${path}/images`, malformed(headers));
    },
    401: async (scene) => scene.send(`${await theirs(scene)}/images`, { json: { version: 1, images: [] } }),
    403: async (scene) => {
      const { path, version, headers } = await formerTeacher(scene);
      return scene.send(`${path}/images`, { json: { version, images: [] }, headers });
    },
    404: async (scene) => {
      const headers = await teacher(scene);
      return scene.send(`${await theirs(scene)}/images`, { json: { version: 1, images: [] }, headers });
    },
    409: async (scene) => {
      const { path, version, images, headers } = await withPicture(scene);
      return scene.send(`${path}/images`, { json: { version: version + 1, images }, headers });
    },
    413: async (scene) => {
      const { path, version, headers } = await own(scene);
      return scene.send(`${path}/images`, { json: { version, images: [], more: TOO_LARGE }, headers });
    },
    415: async (scene) => {
      const { path, headers } = await own(scene);
      return scene.send(`${path}/images`, { form: { version: "1" }, headers });
    },
    422: async (scene) => {
      const { id, path, version, headers } = await own(scene);
      const images = [{ path: `images/listings/${id}/nimic.webp`, alt: "" }];
      return scene.send(`${path}/images`, { json: { version, images }, headers });
    },
  },
  "POST /api/listings/{id}/submit": {
    ...move("submit", { state: "draft", publishedTs: null }, {}),
    403: async (scene) => {
      const { path, headers } = await formerTeacher(scene, { state: "draft", publishedTs: null });
      return scene.send(`${path}/submit`, { headers });
    },
    422: async (scene) => {
      const { path, headers } = await own(scene, { state: "draft", publishedTs: null, description: "" });
      return scene.send(`${path}/submit`, { headers });
    },
  },
  "POST /api/listings/{id}/pause": move("pause", {}, { state: "draft" }),
  "POST /api/listings/{id}/resume": move("resume", { state: "paused" }, {}),
  "POST /api/listings/{id}/renew": move("renew", {}, { state: "draft" }),
});
