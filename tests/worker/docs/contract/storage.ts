import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { makeListing } from "../../../helpers/factories";
import { makePost } from "../../../helpers/make-post";
import { longPng, pngBytes } from "../../../helpers/pictures";
import type { Calls } from "./prove";
import { COMPRESSED, notModified, overLimit, TOO_LARGE } from "./requests";
import { makeCaller, storePicture } from "./rows";
import type { Scene } from "./scene";
import { profilePicture, UPLOADS } from "./uploads";

const INVALID_PATH = "/storage/images//x.png";
const FORBIDDEN_PATH = "/storage/passwords.txt";

/** A new user and the path of their picture, which is not stored. */
async function newOwner({ app }: Scene) {
  const { user, headers } = await makeCaller(app);
  return { path: profilePicture(user), headers };
}

/** A path for a picture of a suspended listing of the teacher. */
async function suspendedPath({ app, rows }: Scene) {
  const { id } = await makeListing(app, rows.teacher.user, { state: "suspended" });
  return { path: `/storage/images/listings/${id}/tabla.png` };
}

/** A new listing's share image, which is not rendered. */
async function newListingShare({ app, rows }: Scene) {
  const { id, version } = await makeListing(app, rows.teacher.user);
  return paths.listingShareImage(id, version);
}
async function newPostShare({ app }: Scene) {
  const { id, version } = await makePost(app);
  return paths.postShareImage(id, version);
}

export const STORAGE: Calls = {
  "GET /images/profile-pictures/{file}": {
    request: async ({ rows }) => ({ path: `/${rows.pictures.profile}` }),
    200: async ({ rows }) => ({ path: `/${rows.pictures.profile}?w=96` }),
    304: notModified,
    401: [],
    404: { path: `/images/profile-pictures/${newId()}.webp` },
  },
  "GET /images/listings/{id}/{file}": {
    request: async ({ rows }) => ({ path: `/${rows.pictures.listing}`, by: "teacher" }),
    200: {},
    304: notModified,
    401: [],
    404: { path: `/images/listings/${newId()}/tabla.webp` },
  },
  "GET /images/share/listings/{file}": {
    request: async ({ rows: { listing } }) => ({
      path: paths.listingShareImage(listing.id, listing.version),
    }),
    200: {},
    302: async (scene) => ({ path: await newListingShare(scene), app: "busy" }),
    304: notModified,
    404: { path: paths.listingShareImage(newId(), 1) },
  },
  "GET /images/share/blog/{file}": {
    request: async ({ rows: { post } }) => ({ path: paths.postShareImage(post.id, post.version) }),
    200: {},
    302: async (scene) => ({ path: await newPostShare(scene), app: "busy" }),
    304: notModified,
    404: { path: paths.postShareImage(newId(), 1) },
  },
  "GET /images/blog/{id}/{file}": {
    request: async ({ rows }) => ({ path: `/${rows.pictures.post}` }),
    200: {},
    304: notModified,
    401: [],
    404: { path: `/images/blog/${newId()}/tabla.webp` },
  },
  "PUT /storage/{path}": {
    request: async ({ rows }) => ({
      path: profilePicture(rows.teacher.user),
      body: await pngBytes(20, 20),
      by: "teacher",
    }),
    201: newOwner,
    400: { path: INVALID_PATH },
    403: { path: FORBIDDEN_PATH },
    404: { path: `/storage/images/listings/${newId()}/a.png`, by: "admin" },
    409: suspendedPath,
    413: async () => ({ body: await longPng(300 * 1024) }),
    415: COMPRESSED,
    422: { body: "no picture" },
    429: async (scene) => overLimit(scene, await newOwner(scene)),
  },
  "GET /storage/{path}": {
    request: async ({ rows }) => ({ path: profilePicture(rows.teacher.user) }),
    200: {},
    400: { path: INVALID_PATH },
    401: [],
    403: { path: FORBIDDEN_PATH },
    404: { path: `/storage/images/profile-pictures/${newId()}.png` },
  },
  "DELETE /storage/{path}": {
    request: async ({ rows }) => ({ path: profilePicture(rows.teacher.user), by: "teacher" }),
    204: async (scene) => {
      const owner = await newOwner(scene);
      await storePicture(scene.app, owner.path, owner.headers);
      return owner;
    },
    400: { path: INVALID_PATH },
    403: { by: "learner" },
    404: newOwner,
    409: suspendedPath,
    413: { ...TOO_LARGE, path: "/storage/x" },
    415: { ...COMPRESSED, path: "/storage/x" },
  },
  ...UPLOADS,
};
