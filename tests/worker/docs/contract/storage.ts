import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createPost } from "../../../helpers/create-post";
import { createListing } from "../../../helpers/factories";
import { longPng, pngBytes } from "../../../helpers/pictures";
import type { CallContext } from "./call-context";
import { COMPRESSED_BODY, exceedLimit, revalidate } from "./requests";
import { createContractCaller, storePicture } from "./rows";
import type { Calls } from "./test-calls";
import { toPicturePath, UPLOADS } from "./uploads";

const INVALID_PATH = "/storage/images//x.png";
const FORBIDDEN_PATH = "/storage/passwords.txt";

/** A new user and the path of their picture, which is not stored. */
async function createOwnerRequest({ app }: CallContext) {
  const { user, headers } = await createContractCaller(app);
  return { path: toPicturePath(user), headers };
}

/** A path for a picture of a suspended listing of the teacher. */
async function createSuspendedPath({ app, rows }: CallContext) {
  const { id } = await createListing(app, rows.teacher.user, { state: "suspended" });
  return { path: `/storage/images/listings/${id}/tabla.png` };
}

/** A new listing's share image, which is not rendered. */
async function createListingShareRequest({ app, rows }: CallContext) {
  const { id, version } = await createListing(app, rows.teacher.user);
  return paths.listingShareImage(id, version);
}
async function createPostShareRequest({ app }: CallContext) {
  const { id, version } = await createPost(app);
  return paths.postShareImage(id, version);
}

export const STORAGE: Calls = {
  "GET /images/profile-pictures/{file}": {
    request: async ({ rows }) => ({ path: `/${rows.pictures.profile}` }),
    200: async ({ rows }) => ({ path: `/${rows.pictures.profile}?w=96` }),
    304: revalidate,
    401: [],
    404: { path: `/images/profile-pictures/${newId()}.webp` },
  },
  "GET /images/listings/{id}/{file}": {
    request: async ({ rows }) => ({ path: `/${rows.pictures.listing}`, by: "teacher" }),
    200: {},
    304: revalidate,
    401: [],
    404: { path: `/images/listings/${newId()}/tabla.webp` },
  },
  "GET /images/share/listings/{file}": {
    request: async ({ rows: { listing } }) => ({
      path: paths.listingShareImage(listing.id, listing.version),
    }),
    200: {},
    302: async (context) => ({ path: await createListingShareRequest(context), app: "busy" }),
    304: revalidate,
    404: { path: paths.listingShareImage(newId(), 1) },
  },
  "GET /images/share/blog/{file}": {
    request: async ({ rows: { post } }) => ({ path: paths.postShareImage(post.id, post.version) }),
    200: {},
    302: async (context) => ({ path: await createPostShareRequest(context), app: "busy" }),
    304: revalidate,
    404: { path: paths.postShareImage(newId(), 1) },
  },
  "GET /images/blog/{id}/{file}": {
    request: async ({ rows }) => ({ path: `/${rows.pictures.post}` }),
    200: {},
    304: revalidate,
    401: [],
    404: { path: `/images/blog/${newId()}/tabla.webp` },
  },
  "PUT /storage/{path}": {
    request: async ({ rows }) => ({
      path: toPicturePath(rows.teacher.user),
      body: await pngBytes(20, 20),
      by: "teacher",
    }),
    201: createOwnerRequest,
    400: { path: INVALID_PATH },
    403: { path: FORBIDDEN_PATH },
    404: { path: `/storage/images/listings/${newId()}/a.png`, by: "admin" },
    409: createSuspendedPath,
    413: async () => ({ body: await longPng(300 * 1024) }),
    415: COMPRESSED_BODY,
    422: { body: "no picture" },
    429: async (context) => exceedLimit(context, await createOwnerRequest(context)),
  },
  "GET /storage/{path}": {
    request: async ({ rows }) => ({ path: toPicturePath(rows.teacher.user) }),
    200: {},
    400: { path: INVALID_PATH },
    401: [],
    403: { path: FORBIDDEN_PATH },
    404: { path: `/storage/images/profile-pictures/${newId()}.png` },
  },
  "DELETE /storage/{path}": {
    request: async ({ rows }) => ({ path: toPicturePath(rows.teacher.user), by: "teacher" }),
    204: async (context) => {
      const owner = await createOwnerRequest(context);
      await storePicture(context.app, owner.path, owner.headers);
      return owner;
    },
    400: { path: INVALID_PATH },
    403: { by: "learner" },
    404: createOwnerRequest,
    409: createSuspendedPath,
  },
  ...UPLOADS,
};
