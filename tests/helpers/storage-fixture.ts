import { expect } from "vitest";
import { signAccessToken } from "@/auth/access-token";
import { createRefreshToken } from "@/auth/refresh-token";
import { sessions, uploads } from "@/db/schema";
import { app, db, type TestRequest } from "./app";
import { createUser } from "./factories";
import { servicesAt } from "./services";

type Person = Awaited<ReturnType<typeof createUser>>;
export const KB = 1024;

/** A user's API client: a bearer token of a live session. */
export async function createBearer(user: Pick<Person, "id" | "role">) {
  const { id: userId, role } = user;
  const refresh = createRefreshToken();
  await db.insert(sessions).values({
    id: refresh.sessionId,
    userId,
    tokenHash: refresh.hash,
    createdTs: app.clock.now,
    lastSeenTs: app.clock.now,
    idleExpiresTs: app.clock.now + 30 * 86_400_000,
    absoluteExpiresTs: app.clock.now + 30 * 86_400_000,
    remember: true,
  });
  const { config } = servicesAt(app.clock.now);
  const token = () => signAccessToken(config, { userId, sessionId: refresh.sessionId, role }, app.clock.now);
  return { headers: async () => ({ authorization: `Bearer ${await token()}` }) };
}
export type Bearer = Awaited<ReturnType<typeof createBearer>>;

/** A call with a user's token, or without one. */
export async function call(
  as: Bearer | null,
  method: string,
  path: string,
  init: TestRequest = {},
  on = app,
): Promise<Response> {
  const headers = { ...(await as?.headers()), ...(init.headers as Record<string, string>) };
  return on.request(path, { ...init, method, headers });
}

export type File = { content: { path: string; download_url: string } };
export const readStoredFile = async (answer: Response) => ((await answer.json()) as File).content;

/** Keys of the bucket below a prefix. */
export async function listKeys(prefix: string): Promise<string[]> {
  const { objects } = await app.bindings.MEDIA.list({ prefix });
  return objects.map(({ key }) => key);
}

export const decodeBytes = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

export const TUS = { "tus-resumable": "1.0.0" };
const base64 = (text: string) => btoa(text);

/** POST /storage/uploads as tus clients send it. */
export const createUpload = (
  as: Bearer | null,
  { path, length, headers = {} }: { path: string; length: number; headers?: Record<string, string> },
  on = app,
) => {
  const tus = {
    ...TUS,
    "upload-length": String(length),
    "upload-metadata": `path ${base64(path)},filetype ${base64("image/png")}`,
  };
  return call(as, "POST", "/storage/uploads", { headers: { ...tus, ...headers } }, on);
};

/** The next bytes of an upload. */
export const appendBytes = (
  as: Bearer | null,
  location: string,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  on = app,
) => {
  const tus = {
    ...TUS,
    "content-type": "application/offset+octet-stream",
    "upload-offset": String(offset),
    "content-length": String(bytes.length),
  };
  return call(as, "PATCH", location, { body: bytes, headers: { ...tus, ...headers } }, on);
};

export const getUploadState = (as: Bearer | null, location: string) =>
  call(as, "HEAD", location, { headers: TUS });

/** A user with a token and write access to a picture path, without uploads in progress. */
export async function createUploader() {
  await db.delete(uploads);
  await app.bindings.MEDIA.delete(await listKeys("uploads/"));
  const user = await createUser();
  const as = await createBearer(user);
  const path = `images/profile-pictures/${user.id}.png`;
  return {
    user,
    as,
    path,
    /** Where an upload of the given size continues. */
    async beginUpload(length: number): Promise<string> {
      const answer = await createUpload(as, { path, length });
      expect(answer.status).toBe(201);
      return answer.headers.get("location") ?? "";
    },
  };
}
export type Uploader = Awaited<ReturnType<typeof createUploader>>;

export const toUploadId = (location: string) => location.split("/").at(-1) ?? "";
export const readOffset = (answer: Response) => answer.headers.get("upload-offset");
export const createBytes = (length: number) => new Uint8Array(length).fill(7);
