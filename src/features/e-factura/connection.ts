import { eq, sql } from "drizzle-orm";
import { decrypt, encrypt } from "@/auth/encryption";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { hasRows } from "@/db/returned-rows";
import { eFacturaConnection } from "@/db/schema";
import { type EFactura, EFacturaError, type EFacturaTokens } from "@/platform/e-factura";
import { DAY_MS } from "@/shared/dates";

/** The only row. */
const ROW = 1;
/** The access token is renewed this long before it ends (ms). */
const RENEWED_BEFORE_MS = 7 * DAY_MS;
/** The operator is told about the end of the consent this long before (ms): only an admin can renew it. */
const WARNED_BEFORE_MS = 14 * DAY_MS;

/** Condition: the connection needs an admin soon, or has ended. */
export const isConsentEndingSql = (now: number) =>
  sql`exists (select 1 from ${eFacturaConnection}
    where consent_ends_ts < ${now + WARNED_BEFORE_MS} or refused_ts is not null)`;

type StoredConnection = typeof eFacturaConnection.$inferSelect;
/** `isEnding`: an admin must connect again. Times in ms. */
export type Connection = Pick<StoredConnection, "connectedTs" | "consentEndsTs"> & { isEnding: boolean };

const readConnection = async ({ db }: Pick<Ctx, "db">): Promise<StoredConnection | undefined> =>
  (await db.select().from(eFacturaConnection))[0];

/** The site's connection to e-Factura; null without one. */
export async function findConnection(ctx: Pick<Ctx, "db" | "now">): Promise<Connection | null> {
  const stored = await readConnection(ctx);
  if (!stored) return null;
  const { connectedTs, consentEndsTs, refusedTs } = stored;
  const isEnding = refusedTs !== null || consentEndsTs < ctx.now + WARNED_BEFORE_MS;
  return { connectedTs, consentEndsTs, isEnding };
}

const getSecret = (ctx: Pick<Ctx, "config">) => new Uint8Array(keyedHash(ctx, "e-Factura tokens"));

const toColumns = (ctx: Pick<Ctx, "config">, tokens: EFacturaTokens) => ({
  accessToken: encrypt(getSecret(ctx), tokens.accessToken),
  refreshToken: encrypt(getSecret(ctx), tokens.refreshToken),
  accessExpiresTs: tokens.accessExpiresTs,
  consentEndsTs: tokens.consentEndsTs,
  refusedTs: null,
});

/** Stores the tokens of a new consent in the place of any earlier ones. */
export function saveConnectionStatement(
  ctx: Pick<Ctx, "config" | "db" | "now">,
  tokens: EFacturaTokens,
): Statement {
  const row = { ...toColumns(ctx, tokens), connectedTs: ctx.now };
  return ctx.db
    .insert(eFacturaConnection)
    .values({ id: ROW, ...row })
    .onConflictDoUpdate({ target: eFacturaConnection.id, set: row });
}

/**
 * A valid access token, renewed if it ends soon; null if an admin must connect first. Of concurrent renewals the first one
 * is stored, because the authority's earlier tokens end when later ones are used.
 * @throws EFacturaError if the authority does not answer and no token is valid
 */
export async function getAccessToken(ctx: Ctx, authority: EFactura): Promise<string | null> {
  const stored = await readConnection(ctx);
  if (!stored || stored.refusedTs !== null) return null;
  const isUnchanged = eq(eFacturaConnection.refreshToken, stored.refreshToken);
  const end = async (error: string): Promise<null> => {
    ctx.log.warn("e_factura_tokens_refused", { error });
    await ctx.commit([ctx.db.update(eFacturaConnection).set({ refusedTs: ctx.now }).where(isUnchanged)]);
    return null;
  };
  const tokens = decryptTokens(ctx, stored);
  if (!tokens) return end("unreadable: JWT_SECRET has changed");
  if (ctx.now < stored.accessExpiresTs - RENEWED_BEFORE_MS) return tokens.accessToken;
  try {
    const renewed = await authority.refresh(tokens.refreshToken, ctx.now);
    const [changed] = await ctx.commit([
      ctx.db
        .update(eFacturaConnection)
        .set(toColumns(ctx, renewed))
        .where(isUnchanged)
        .returning({ id: eFacturaConnection.id }),
    ]);
    return hasRows(changed) ? renewed.accessToken : getAccessToken(ctx, authority);
  } catch (error) {
    if (!(error instanceof EFacturaError)) throw error;
    if (error.kind === "unauthorized") return end(error.message);
    if (ctx.now < stored.accessExpiresTs) return tokens.accessToken;
    throw error;
  }
}

/** The authority refused the access token: the next use renews it first. */
export const expireAccessTokenStatement = ({ db }: Pick<Ctx, "db">): Statement =>
  db.update(eFacturaConnection).set({ accessExpiresTs: 0 });

/** Null for tokens that were encrypted with another `JWT_SECRET`. */
function decryptTokens(ctx: Pick<Ctx, "config">, { accessToken, refreshToken }: StoredConnection) {
  try {
    const secret = getSecret(ctx);
    return { accessToken: decrypt(secret, accessToken), refreshToken: decrypt(secret, refreshToken) };
  } catch {
    return null;
  }
}
