import type { Context } from "hono";
import { visitorOfCookie } from "@/auth/sessions";
import type { AppEnv, Visitor } from "@/context";
import { isReplaceable } from "@/platform/media";
import { Refused } from "@/shared/errors";
import { refreshCookie } from "./cookies";
import type { Call } from "./described";

/** How the calls that answer a picture read in the OpenAPI document. */
export const PICTURE = {
  tag: "storage",
  auth: ["bearer", "cookie"],
  anybody: true,
  answers: {
    200: { type: "image/webp", headers: ["ETag", "Cache-Control"] },
    304: { headers: ["ETag", "Cache-Control"] },
  },
  problems: ["not_found"],
} as const satisfies Call;

/**
 * How long a picture may be kept by whoever got it: for ever, since what is at its address never changes; until the
 * next use, which asks whether it changed; or not at all, since few may see it.
 */
export type Keeping = "forever" | "asking" | "never";

const CACHE_CONTROL: Record<Keeping, string> = {
  forever: "public, max-age=31536000, immutable",
  asking: "public, no-cache",
  never: "private, no-store",
};

/**
 * Answers a picture of the bucket, with its ETag and its one type; 304 and HEAD without its bytes. One that may be
 * written over is never kept for ever. @throws Refused `not_found`
 */
export async function imageAnswer(c: Context<AppEnv>, key: string, keeping: Keeping): Promise<Response> {
  const { media } = c.var.ctx;
  const facts = await media.describe(key);
  if (!facts) throw new Refused({ code: "not_found" });
  const kept = keeping === "forever" && isReplaceable(facts) ? "asking" : keeping;
  c.header("etag", facts.httpEtag);
  c.header("cache-control", CACHE_CONTROL[kept]);
  if (isKnown(c.req.header("if-none-match"), facts.httpEtag)) return c.body(null, 304);
  c.header("content-type", "image/webp");
  c.header("content-length", String(facts.size));
  if (c.req.method === "HEAD") return c.body(null);
  const found = await media.read(key);
  if (!found) throw new Refused({ code: "not_found" });
  return c.body(found.body);
}

/** Who looks at a picture: known by the cookie as on pages, since it is pages that show pictures, or as a caller. */
export async function onlooker(c: Context<AppEnv>): Promise<Visitor | null> {
  const { ctx } = c.var;
  const cookie = refreshCookie(c);
  return ctx.user ?? (cookie ? visitorOfCookie(ctx, cookie) : null);
}

/** Whether If-None-Match names the version at hand, by weak comparison, or any (RFC 9110, 13.1.2). */
export const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((one) => ["*", etag].includes(one.trim().replace(/^W\//, "")));
