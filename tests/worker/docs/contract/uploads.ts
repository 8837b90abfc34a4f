import { eq } from "drizzle-orm";
import { uploads, users } from "@/db/schema";
import { newId } from "@/shared/ids";
import { db } from "../../../helpers/app";
import { pngBytes } from "../../../helpers/pictures";
import type { Calls } from "./prove";
import { COMPRESSED, exhaustLimits, overLimit, TOO_LARGE } from "./requests";
import { type Caller, makeCaller, storePicture } from "./rows";
import type { Request, Scene } from "./scene";

const KB = 1024;
const ALL = "/storage/uploads";
const TUS = { "tus-resumable": "1.0.0" };

export const profilePicture = (user: { id: string }) => `/storage/images/profile-pictures/${user.id}.png`;

const creation = (path: string, length = 10) => ({
  ...TUS,
  "upload-length": String(length),
  "upload-metadata": `path ${btoa(path.replace("/storage/", ""))}`,
});

type Given = { caller?: Caller; of?: { id: string }; length?: number };

/** The path of a new upload of a caller's own picture, or of that of user `of`. */
async function makeUpload({ app, request }: Scene, { caller, of, length = 300 * KB }: Given = {}) {
  const { user, headers } = caller ?? (await makeCaller(app));
  const answer = await request(ALL, {
    method: "POST",
    headers: { ...headers, ...creation(profilePicture(of ?? user), length) },
  });
  return { path: answer.headers.get("location") ?? "", headers };
}

async function makeExpiredUpload(scene: Scene) {
  const upload = await makeUpload(scene);
  await db
    .update(uploads)
    .set({ expiresTs: scene.app.clock.now })
    .where(eq(uploads.id, upload.path.split("/").at(-1) ?? ""));
  return upload;
}

/** An upload of a user who was an admin when it began and is none when it ends. */
async function makeUploadOfFormerAdmin(scene: Scene) {
  const caller = await makeCaller(scene.app, { role: "a" });
  const upload = await makeUpload(scene, { caller, of: scene.rows.learner.user, length: 10 });
  await db.update(users).set({ role: "u" }).where(eq(users.id, caller.user.id));
  return upload;
}

/** Of an upload that does not exist. */
const unknownUpload = (): Request => ({ path: `${ALL}/${newId()}`, headers: TUS, by: "learner" });
const OTHER_VERSION: Request = { headers: { "tus-resumable": "0.2.2" } };

/** The statuses of the next bytes of an upload. */
const append = (override: Record<string, string>): Calls[string] => ({
  request: async () => ({
    ...unknownUpload(),
    body: "ten bytes.",
    headers: {
      ...TUS,
      "content-type": "application/offset+octet-stream",
      "upload-offset": "0",
      ...override,
    },
  }),
  204: (scene) => makeUpload(scene),
  400: { headers: { "upload-offset": "x" } },
  403: makeUploadOfFormerAdmin,
  404: {},
  409: async (scene) => {
    const { path, headers } = await makeUpload(scene);
    return { path, headers: { ...headers, "upload-offset": "5" } };
  },
  410: makeExpiredUpload,
  412: OTHER_VERSION,
  413: async (scene) => ({ ...(await makeUpload(scene, { length: 10 })), body: "eleven bytes" }),
  415: { headers: { "content-type": "image/png" } },
  // The ten bytes are the whole upload and no picture.
  422: (scene) => makeUpload(scene, { length: 10 }),
  429: async (scene) => {
    const caller = await makeCaller(scene.app);
    const body = await pngBytes(20, 20);
    await storePicture(scene.app, profilePicture(caller.user), caller.headers);
    const upload = await makeUpload(scene, { caller, length: body.length });
    await exhaustLimits();
    return { ...upload, body };
  },
});

export const UPLOADS: Calls = {
  "OPTIONS /storage/uploads": { request: { path: ALL }, 204: {} },
  "OPTIONS /storage/uploads/{id}": { request: async () => unknownUpload(), 204: {} },
  "POST /storage/uploads": {
    request: async ({ rows }) => ({
      path: ALL,
      headers: creation(profilePicture(rows.learner.user)),
      by: "learner",
    }),
    201: {},
    400: { headers: { "upload-length": "" } },
    403: { headers: creation("passwords.txt") },
    404: { headers: creation(`images/listings/${newId()}/a.png`), by: "admin" },
    409: async ({ send }) => {
      const headers = { "idempotency-key": newId() };
      await send({ body: "a", headers });
      return { body: "b", headers };
    },
    412: OTHER_VERSION,
    413: { headers: { "upload-length": String(5 * KB * KB + 1) } },
    415: COMPRESSED,
    422: { headers: { "upload-length": "0" } },
    429: overLimit,
  },
  "PATCH /storage/uploads/{id}": append({}),
  "POST /storage/uploads/{id}": append({ "x-http-method-override": "PATCH" }),
  "HEAD /storage/uploads/{id}": {
    request: async () => unknownUpload(),
    200: (scene) => makeUpload(scene),
    404: {},
    410: makeExpiredUpload,
    412: OTHER_VERSION,
  },
  "DELETE /storage/uploads/{id}": {
    request: async () => unknownUpload(),
    204: (scene) => makeUpload(scene),
    404: {},
    410: makeExpiredUpload,
    412: OTHER_VERSION,
    413: TOO_LARGE,
    415: COMPRESSED,
  },
};
