import { eq } from "drizzle-orm";
import { uploads, users } from "@/db/schema";
import { newId } from "@/shared/ids";
import { db } from "../../../helpers/app";
import { pngBytes } from "../../../helpers/pictures";
import type { CallContext, Request } from "./call-context";
import { COMPRESSED_BODY, exceedLimit, exhaustLimits } from "./requests";
import { type Caller, createContractCaller, storePicture } from "./rows";
import type { Calls } from "./test-calls";

const KB = 1024;
const ALL = "/storage/uploads";
const TUS = { "tus-resumable": "1.0.0" };

export const toPicturePath = (user: { id: string }) => `/storage/images/profile-pictures/${user.id}.png`;

const toCreationHeaders = (path: string, length = 10) => ({
  ...TUS,
  "upload-length": String(length),
  "upload-metadata": `path ${btoa(path.replace("/storage/", ""))}`,
});

type UploadOptions = { caller?: Caller; of?: { id: string }; length?: number };

/** The path of a new upload of a caller's own picture, or of that of user `of`. */
async function createUpload(
  { app, request }: CallContext,
  { caller, of, length = 300 * KB }: UploadOptions = {},
) {
  const { user, headers } = caller ?? (await createContractCaller(app));
  const answer = await request(ALL, {
    method: "POST",
    headers: { ...headers, ...toCreationHeaders(toPicturePath(of ?? user), length) },
  });
  return { path: answer.headers.get("location") ?? "", headers };
}

async function createExpiredUpload(context: CallContext) {
  const upload = await createUpload(context);
  await db
    .update(uploads)
    .set({ expiresTs: context.app.clock.now })
    .where(eq(uploads.id, upload.path.split("/").at(-1) ?? ""));
  return upload;
}

/** An upload of a user who was an admin when it began and is none when it ends. */
async function createUploadOfFormerAdmin(context: CallContext) {
  const caller = await createContractCaller(context.app, { role: "a" });
  const upload = await createUpload(context, { caller, of: context.rows.learner.user, length: 10 });
  await db.update(users).set({ role: "u" }).where(eq(users.id, caller.user.id));
  return upload;
}

/** Of an upload that does not exist. */
const createUnknownUpload = (): Request => ({ path: `${ALL}/${newId()}`, headers: TUS, by: "learner" });
const OTHER_VERSION: Request = { headers: { "tus-resumable": "0.2.2" } };

/** The statuses of the next bytes of an upload. */
const createPatchCases = (override: Record<string, string>): Calls[string] => ({
  request: async () => ({
    ...createUnknownUpload(),
    body: "ten bytes.",
    headers: {
      ...TUS,
      "content-type": "application/offset+octet-stream",
      "upload-offset": "0",
      ...override,
    },
  }),
  204: (context) => createUpload(context),
  400: { headers: { "upload-offset": "x" } },
  403: createUploadOfFormerAdmin,
  404: {},
  409: async (context) => {
    const { path, headers } = await createUpload(context);
    return { path, headers: { ...headers, "upload-offset": "5" } };
  },
  410: createExpiredUpload,
  412: OTHER_VERSION,
  413: async (context) => ({ ...(await createUpload(context, { length: 10 })), body: "eleven bytes" }),
  415: { headers: { "content-type": "image/png" } },
  // The ten bytes are the whole upload and no picture.
  422: (context) => createUpload(context, { length: 10 }),
  429: async (context) => {
    const caller = await createContractCaller(context.app);
    const body = await pngBytes(20, 20);
    await storePicture(context.app, toPicturePath(caller.user), caller.headers);
    const upload = await createUpload(context, { caller, length: body.length });
    await exhaustLimits();
    return { ...upload, body };
  },
});

export const UPLOADS: Calls = {
  "OPTIONS /storage/uploads": { request: { path: ALL }, 204: {} },
  "OPTIONS /storage/uploads/{id}": { request: async () => createUnknownUpload(), 204: {} },
  "POST /storage/uploads": {
    request: async ({ rows }) => ({
      path: ALL,
      headers: toCreationHeaders(toPicturePath(rows.learner.user)),
      by: "learner",
    }),
    201: {},
    400: { headers: { "upload-length": "" } },
    403: { headers: toCreationHeaders("passwords.txt") },
    404: { headers: toCreationHeaders(`images/listings/${newId()}/a.png`), by: "admin" },
    409: async ({ send }) => {
      const headers = { "idempotency-key": newId() };
      await send({ body: "a", headers });
      return { body: "b", headers };
    },
    412: OTHER_VERSION,
    413: { headers: { "upload-length": String(5 * KB * KB + 1) } },
    415: COMPRESSED_BODY,
    422: { headers: { "upload-length": "0" } },
    429: exceedLimit,
  },
  "PATCH /storage/uploads/{id}": createPatchCases({}),
  "POST /storage/uploads/{id}": createPatchCases({ "x-http-method-override": "PATCH" }),
  "HEAD /storage/uploads/{id}": {
    request: async () => createUnknownUpload(),
    200: (context) => createUpload(context),
    404: {},
    410: createExpiredUpload,
    412: OTHER_VERSION,
  },
  "DELETE /storage/uploads/{id}": {
    request: async () => createUnknownUpload(),
    204: (context) => createUpload(context),
    404: {},
    410: createExpiredUpload,
    412: OTHER_VERSION,
  },
};
