import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { StatusCode } from "hono/utils/http-status";
import { decrypt, encrypt } from "@/auth/encryption";
import { keyedHash } from "@/auth/keyed-hash";
import { hashSecret } from "@/auth/refresh-token";
import type { AppEnv, Ctx } from "@/context";
import { idempotencyKeys } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { Refused } from "@/shared/errors";
import { hashToId } from "@/shared/ids";

const RETENTION_MS = DAY_MS;
/** How long (ms) a call without a stored response holds its key, if its worker or the database failed. Calls are shorter. */
const ABANDONED_MS = 30_000;
/** Visible ASCII, as in a header field's value. */
const KEY = /^[\x21-\x7e]{1,255}$/;
/** Statuses of responses that are not stored: a retry or another credential may change them. */
const TEMPORARY_STATUSES = new Set([401, 403, 408, 409, 425, 429]);
/** Request headers that identify the request, like its body. */
const IDENTIFYING_HEADERS = ["upload-length", "upload-metadata"];
/** Headers that are stored with a response. */
const STORED_HEADERS = ["content-type", "location", "tus-resumable", "upload-expires"];

/**
 * For calls that create something: with an `Idempotency-Key`, the same request gets the same response for a day;
 * another request with that key gets 409. Keys belong to the user, or to a visitor's address, and to the call
 * (draft-ietf-httpapi-idempotency-key-header). Without the header it does nothing.
 *
 * A stored response is encrypted with a key derived from its request, which is not stored: only a client that repeats
 * the request can decrypt it. If it can't be stored, the repeated call runs again: `submissionId` is the same then, so
 * that a call without other guards creates nothing twice.
 */
export const idempotent = createMiddleware<AppEnv>(async function idempotent(c, next) {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return next();
  if (!KEY.test(key)) throw new Refused({ code: "malformed", reason: "idempotency_key" });
  const { ctx, path } = c.var;
  const scopedKey = { key, scope: [ctx.user?.id ?? hashSecret(ctx.network), c.req.method, path].join(" ") };
  const { requestHash, secret } = await fingerprint(c);
  c.set("submissionId", hashToId(keyedHash(ctx, "submission", `${scopedKey.scope} ${key} ${requestHash}`)));

  if (!(await claim(ctx, scopedKey, requestHash))) {
    const stored = await ctx.db.select().from(idempotencyKeys).where(hasKeySql(scopedKey)).get();
    if (stored && stored.requestHash !== requestHash) {
      throw new Refused({ code: "conflict", reason: "idempotency_key_reused" });
    }
    if (!stored || stored.status === null) {
      throw new Refused({ code: "conflict", reason: "in_progress", retryAfter: 1 });
    }
    const storedJson = tryDecrypt(secret, stored.body ?? "");
    if (storedJson !== null) return replay(c, stored.status, storedJson);
    // Stored by an earlier version with another encryption: treated as missing.
    await ctx.db.delete(idempotencyKeys).where(hasKeySql(scopedKey));
    if (!(await claim(ctx, scopedKey, requestHash))) {
      throw new Refused({ code: "conflict", reason: "in_progress", retryAfter: 1 });
    }
  }
  await next();
  try {
    await storeResponse(ctx, scopedKey, c.res, secret);
  } catch (error) {
    // The call has its effect: its client must not be told otherwise.
    ctx.log.warn("idempotent_response_lost", { error: String(error) });
  }
});

type KeyScope = { key: string; scope: string };
const hasKeySql = ({ key, scope }: KeyScope) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key));

/**
 * A hash that identifies a request, and the secret that encrypts its response. Both are keyed, because a body may hold
 * a password, which could be guessed from a plain hash.
 */
async function fingerprint(c: Context<AppEnv>): Promise<{ requestHash: string; secret: Uint8Array }> {
  const body = new Uint8Array(await c.req.raw.clone().arrayBuffer());
  const identity = [
    new URL(c.req.url).search,
    ...IDENTIFYING_HEADERS.map((name) => c.req.header(name) ?? ""),
  ];
  const digest = (use: string) => keyedHash(c.var.ctx, use, `${identity.join("\n")}\n`, body);
  return {
    requestHash: digest("idempotency").toString("base64url"),
    secret: new Uint8Array(digest("idempotency answer")),
  };
}

/**
 * Claims the key; false if another request holds it, finished or not. If the database fails, which may be after its
 * commit, the claim is deleted, so that the client can try again.
 */
async function claim(ctx: Ctx, scopedKey: KeyScope, requestHash: string): Promise<boolean> {
  try {
    return await insertClaim(ctx, scopedKey, requestHash);
  } catch (error) {
    const isOwnSql = and(eq(idempotencyKeys.createdTs, ctx.now), isNull(idempotencyKeys.status));
    ctx.later(ctx.db.delete(idempotencyKeys).where(and(hasKeySql(scopedKey), isOwnSql)));
    throw error;
  }
}

async function insertClaim(ctx: Ctx, scopedKey: KeyScope, requestHash: string): Promise<boolean> {
  const isOutdatedSql = or(
    lte(idempotencyKeys.createdTs, ctx.now - RETENTION_MS),
    and(isNull(idempotencyKeys.status), lte(idempotencyKeys.createdTs, ctx.now - ABANDONED_MS)),
  );
  const [, claimed] = await ctx.db.batch([
    ctx.db.delete(idempotencyKeys).where(and(hasKeySql(scopedKey), isOutdatedSql)),
    ctx.db
      .insert(idempotencyKeys)
      .values({ ...scopedKey, requestHash, createdTs: ctx.now })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key }),
  ]);
  return claimed.length > 0;
}

async function storeResponse(
  ctx: Ctx,
  scopedKey: KeyScope,
  response: Response,
  secret: Uint8Array,
): Promise<void> {
  if (response.status >= 500 || TEMPORARY_STATUSES.has(response.status)) {
    await ctx.db.delete(idempotencyKeys).where(hasKeySql(scopedKey));
    return;
  }
  const headers = STORED_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const body = encrypt(secret, JSON.stringify([headers, await response.clone().text()]));
  await ctx.db.update(idempotencyKeys).set({ status: response.status, body }).where(hasKeySql(scopedKey));
}

/** Decrypts a stored response; null if the secret doesn't fit. */
function tryDecrypt(secret: Uint8Array, encrypted: string): string | null {
  try {
    return decrypt(secret, encrypted);
  } catch {
    return null;
  }
}

function replay(c: Context<AppEnv>, status: number, storedJson: string): Response {
  const [headers, body] = JSON.parse(storedJson) as [[string, string][], string];
  // The database has the status as a number. A 204 has no body.
  return c.newResponse(body || null, status as StatusCode, {
    ...Object.fromEntries(headers),
    "cache-control": "no-store",
    "idempotency-replayed": "true",
  });
}
