import { onTestFinished } from "vitest";
import { newId } from "@/shared/ids";
import { db } from "../../../helpers/app";
import type { CallContext, Request } from "./call-context";

/** An id that no row has. */
export const UNKNOWN_ID = "0000000000000000";

export const INVALID_TOKEN: Request = {
  by: null,
  as: undefined,
  headers: { authorization: "Bearer invalid" },
};
export const NO_TOKEN: Request = { by: null, as: undefined };

export const MALFORMED_JSON: Request = {
  json: undefined,
  body: "{",
  headers: { "content-type": "application/json" },
};
export const FORM_BODY: Request = { json: undefined, form: { field: "text" } };

/** Larger than the limit of any call, by the length that the request declares. */
export const TOO_LARGE: Request = {
  json: undefined,
  body: "huge",
  headers: { "content-type": "application/json", "content-length": String(1024 ** 3) },
};

export const COMPRESSED_BODY: Request = { body: "compressed", headers: { "content-encoding": "gzip" } };

/** The headers of a request that a browser sends from a page of another site. */
export const CROSS_SITE = { origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" };

/** The same idempotency key with two different bodies. */
export async function reuseIdempotencyKey({ getBaseRequest: getOwn, send }: CallContext): Promise<Response> {
  const headers = { "idempotency-key": newId() };
  await send({ headers });
  return send({ json: { ...((await getOwn()).json as object), another: 1 }, headers });
}

/** Uses up every existing limit counter; they are reset after the test. */
export async function exhaustLimits(): Promise<void> {
  await db.run("update limit_counters set hits = 1000000");
  onTestFinished(async () => {
    await db.run("delete from limit_counters");
  });
}

/** The call twice; its limits are used up between the two. */
export async function exceedLimit(
  { send }: CallContext,
  first: Request = {},
  second = first,
): Promise<Response> {
  await send(first);
  await exhaustLimits();
  return send(second);
}

/** The call twice, the second time with the entity tag of the first response. */
export async function revalidate({ send }: CallContext, change: Request = {}): Promise<Response> {
  const first = await send(change);
  await first.arrayBuffer();
  return send({ ...change, headers: { "if-none-match": first.headers.get("etag") ?? "" } });
}
