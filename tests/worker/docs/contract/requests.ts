import { onTestFinished } from "vitest";
import { newId } from "@/shared/ids";
import { db } from "../../../helpers/app";
import type { Request, Scene } from "./scene";

/** An id that no row has. */
export const UNKNOWN_ID = "0000000000000000";

export const SPOILED_TOKEN: Request = {
  by: null,
  as: undefined,
  headers: { authorization: "Bearer spoiled" },
};
export const NO_TOKEN: Request = { by: null, as: undefined };

export const MALFORMED: Request = {
  json: undefined,
  body: "{",
  headers: { "content-type": "application/json" },
};
export const FORM: Request = { json: undefined, form: { field: "text" } };

/** Larger than the limit of any call, by the length that the request declares. */
export const TOO_LARGE: Request = {
  json: undefined,
  body: "huge",
  headers: { "content-type": "application/json", "content-length": String(1024 ** 3) },
};

export const COMPRESSED: Request = { body: "packed", headers: { "content-encoding": "gzip" } };

/** The headers of a request that a browser sends from a page of another site. */
export const CROSS_SITE = { origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" };

/** The same idempotency key with two different bodies. */
export async function reusedKey({ getOwn, send }: Scene): Promise<Response> {
  const headers = { "idempotency-key": newId() };
  await send({ headers });
  return send({ json: { ...((await getOwn()).json as object), another: 1 }, headers });
}

/** Uses up the limits of every counter that exists; they begin again after the test. */
export async function exhaustLimits(): Promise<void> {
  await db.run("update limit_counters set hits = 1000000");
  onTestFinished(async () => {
    await db.run("delete from limit_counters");
  });
}

/** The call twice; in between, its limits are used up. */
export async function overLimit({ send }: Scene, first: Request = {}, second = first): Promise<Response> {
  await send(first);
  await exhaustLimits();
  return send(second);
}

/** The call once more, with the entity tag of its first answer. */
export async function notModified({ send }: Scene, change: Request = {}): Promise<Response> {
  const first = await send(change);
  await first.arrayBuffer();
  return send({ ...change, headers: { "if-none-match": first.headers.get("etag") ?? "" } });
}
