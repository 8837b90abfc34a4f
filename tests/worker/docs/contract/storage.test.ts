import { eq } from "drizzle-orm";
import { uploads, users } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { db } from "../../../helpers/app";
import { makeListing } from "../../../helpers/factories";
import { makePost } from "../../../helpers/make-post";
import { longPng, pngBytes } from "../../../helpers/pictures";
import { proveCalls, type Scene } from "./prove";
import { exhaustLimits, huge, member, packed } from "./scenes";
import { type Giver, givenUpload, KB, pictureOf, TUS, uploadCalls } from "./uploads";

const owner = async (scene: Scene) => {
  const someone = await member(scene, { role: "t" });
  return { ...someone, path: pictureOf(someone.user) };
};
const png = () => pngBytes(20, 20);

/** A listing of the caller's, and a place for a picture in it. */
async function listingPlace(scene: Scene, given: Parameters<typeof makeListing>[2] = {}) {
  const { user, headers } = await owner(scene);
  const listing = await makeListing(scene.app, user, given);
  return { headers, path: `/storage/images/listings/${listing.id}/tabla.png` };
}

/** The caller's picture, stored. */
async function storedPicture(scene: Scene) {
  const someone = await owner(scene);
  await scene.request(someone.path, { method: "PUT", body: await png(), headers: someone.headers });
  return { ...someone, url: `/images/profile-pictures/${someone.user.id}.webp` };
}

/** A picture of a listing that visitors see, or of a post. */
async function storedAt(scene: Scene, path: string, headers: Record<string, string>): Promise<string> {
  const answer = await scene.request(path, { method: "PUT", body: await png(), headers });
  const { content } = (await answer.json()) as { content: { path: string } };
  return `/${content.path}`;
}

const seenTwice = async ({ send }: Scene, url: string, headers: Record<string, string> = {}) => {
  const first = await send(url, { headers });
  await first.arrayBuffer();
  return send(url, { headers: { ...headers, "if-none-match": first.headers.get("etag") ?? "" } });
};

async function looseListingPicture(scene: Scene) {
  const { headers, path } = await listingPlace(scene);
  return { headers, url: await storedAt(scene, path, headers) };
}

async function blogPicture(scene: Scene) {
  const { headers } = await member(scene, { role: "a" });
  const post = await makePost(scene.app);
  return storedAt(scene, `/storage/images/blog/${post.id}/tabla.png`, headers);
}

/** An upload of the caller's whose day is over. */
const oldUpload: Giver = async (scene) => {
  const upload = await givenUpload(scene);
  await db.update(uploads).set({ expiresTs: scene.app.clock.now });
  return upload;
};

/** Somebody who was an administrator when their upload began, and is none when it ends. */
const demoted: Giver = async (scene) => {
  const other = await member(scene);
  const admin = await member(scene, { role: "a" });
  const upload = await givenUpload(scene, { by: admin, of: other.user, length: 10 });
  await db.update(users).set({ role: "u" }).where(eq(users.id, admin.user.id));
  return upload;
};

async function sharedListing(scene: Scene) {
  const listing = await makeListing(scene.app, (await owner(scene)).user);
  return paths.listingShareImage(listing.id, listing.version);
}
async function sharedPost(scene: Scene) {
  const post = await makePost(scene.app);
  return paths.postShareImage(post.id, post.version);
}

proveCalls("storage", {
  "GET /images/profile-pictures/{file}": {
    200: async (scene) => scene.send(`${(await storedPicture(scene)).url}?w=96`),
    304: async (scene) => seenTwice(scene, (await storedPicture(scene)).url),
    404: ({ send }) => send(`/images/profile-pictures/${newId()}.webp`),
  },
  "GET /images/listings/{id}/{file}": {
    200: async (scene) => {
      const { headers, url } = await looseListingPicture(scene);
      return scene.send(url, { headers });
    },
    304: async (scene) => {
      const { headers, url } = await looseListingPicture(scene);
      return seenTwice(scene, url, headers);
    },
    404: ({ send }) => send(`/images/listings/${newId()}/tabla.webp`),
  },
  "GET /images/share/listings/{file}": {
    200: async (scene) => scene.send(await sharedListing(scene)),
    302: async (scene) => scene.whileBusy().send(await sharedListing(scene)),
    304: async (scene) => seenTwice(scene, await sharedListing(scene)),
    404: ({ send }) => send(paths.listingShareImage(newId(), 1)),
  },
  "GET /images/share/blog/{file}": {
    200: async (scene) => scene.send(await sharedPost(scene)),
    302: async (scene) => scene.whileBusy().send(await sharedPost(scene)),
    304: async (scene) => seenTwice(scene, await sharedPost(scene)),
    404: ({ send }) => send(paths.postShareImage(newId(), 1)),
  },
  "GET /images/blog/{id}/{file}": {
    200: async (scene) => scene.send(await blogPicture(scene)),
    304: async (scene) => seenTwice(scene, await blogPicture(scene)),
    404: ({ send }) => send(`/images/blog/${newId()}/tabla.webp`),
  },
  "PUT /storage/{path}": {
    201: async (scene) => {
      const { path, headers } = await owner(scene);
      return scene.send(path, { body: await png(), headers });
    },
    400: async (scene) => {
      const { headers } = await owner(scene);
      return scene.send("/storage/images//x.png", { body: await png(), headers });
    },
    401: async ({ send }) => send(`/storage/images/profile-pictures/${newId()}.png`, { body: await png() }),
    403: async (scene) => {
      const { headers } = await owner(scene);
      return scene.send("/storage/passwords.txt", { body: await png(), headers });
    },
    404: async (scene) => {
      const { headers } = await member(scene, { role: "a" });
      return scene.send(`/storage/images/listings/${newId()}/a.png`, { body: await png(), headers });
    },
    409: async (scene) => {
      const { path, headers } = await listingPlace(scene, { state: "suspended" });
      return scene.send(path, { body: await png(), headers });
    },
    413: async (scene) => {
      const { path, headers } = await owner(scene);
      return scene.send(path, { body: await longPng(300 * KB), headers });
    },
    415: async (scene) => {
      const { path, headers } = await owner(scene);
      return scene.send(path, packed(headers));
    },
    422: async (scene) => {
      const { path, headers } = await owner(scene);
      return scene.send(path, { body: "no picture", headers });
    },
    429: async (scene) => {
      const { path, headers } = await owner(scene);
      await scene.send(path, { body: await png(), headers });
      await exhaustLimits(scene.app);
      return scene.send(path, { body: await png(), headers });
    },
  },
  "GET /storage/{path}": {
    200: async (scene) => scene.send((await storedPicture(scene)).path),
    400: ({ send }) => send("/storage/images//x.png"),
    403: ({ send }) => send("/storage/passwords.txt"),
    404: ({ send }) => send(`/storage/images/profile-pictures/${newId()}.png`),
  },
  "DELETE /storage/{path}": {
    204: async (scene) => {
      const { path, headers } = await storedPicture(scene);
      return scene.send(path, { headers });
    },
    400: async (scene) => scene.send("/storage/images//x.png", { headers: (await owner(scene)).headers }),
    401: async (scene) => scene.send((await storedPicture(scene)).path),
    403: async (scene) => {
      const { path } = await storedPicture(scene);
      return scene.send(path, { headers: (await owner(scene)).headers });
    },
    404: async (scene) => {
      const { path, headers } = await owner(scene);
      return scene.send(path, { headers });
    },
    409: async (scene) => {
      const { path, headers } = await listingPlace(scene, { state: "suspended" });
      return scene.send(path, { headers });
    },
    413: ({ send }) => send("/storage/x", huge()),
    415: ({ send }) => send("/storage/x", packed()),
  },
  ...uploadCalls({ oldUpload, demoted }),
  "OPTIONS /storage/uploads": { 204: ({ send }) => send("/storage/uploads") },
  "OPTIONS /storage/uploads/{id}": { 204: ({ send }) => send(`/storage/uploads/${newId()}`) },
  "HEAD /storage/uploads/{id}": {
    200: async (scene) => {
      const { at, headers } = await givenUpload(scene);
      return scene.send(at, { headers });
    },
    401: ({ send }) => send(`/storage/uploads/${newId()}`, { headers: TUS }),
    404: async (scene) => {
      const { headers } = await givenUpload(scene);
      return scene.send(`/storage/uploads/${newId()}`, { headers });
    },
    410: async (scene) => {
      const { at, headers } = await oldUpload(scene);
      return scene.send(at, { headers });
    },
    412: ({ send }) => send(`/storage/uploads/${newId()}`),
  },
  "DELETE /storage/uploads/{id}": {
    204: async (scene) => {
      const { at, headers } = await givenUpload(scene);
      return scene.send(at, { headers });
    },
    401: ({ send }) => send(`/storage/uploads/${newId()}`, { headers: TUS }),
    404: async (scene) => {
      const { headers } = await givenUpload(scene);
      return scene.send(`/storage/uploads/${newId()}`, { headers });
    },
    410: async (scene) => {
      const { at, headers } = await oldUpload(scene);
      return scene.send(at, { headers });
    },
    412: ({ send }) => send(`/storage/uploads/${newId()}`),
    413: ({ send }) => send(`/storage/uploads/${newId()}`, huge(TUS)),
    415: ({ send }) => send(`/storage/uploads/${newId()}`, packed(TUS)),
  },
});
