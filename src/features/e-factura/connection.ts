import { eq, type SQL, sql } from "drizzle-orm";
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

/** Why an admin must connect the site: there is no consent, it has ended or was refused, or it ends soon. */
export type ConnectionProblem = "missing" | "ended" | "ending";

/** The site's connection to e-Factura. Times in ms; null without a consent. */
export type Connection = {
  problem: ConnectionProblem | null;
  connectedTs: number | null;
  consentEndsTs: number | null;
};

/** A `Connection` as one row, and since when (ms) it has its problem, null for a missing one. */
export const connectionSql = (now: number): SQL => sql`
  select connected_ts as "connectedTs", consent_ends_ts as "consentEndsTs",
    case when connection.id is null then 'missing'
      when refused_ts is not null or consent_ends_ts <= ${now} then 'ended'
      when consent_ends_ts < ${now + WARNED_BEFORE_MS} then 'ending' end as problem,
    coalesce(refused_ts, consent_ends_ts - iif(consent_ends_ts <= ${now}, 0, ${WARNED_BEFORE_MS})) as since_ts
  from (select 1) left join ${eFacturaConnection} connection`;

export const getConnection = ({ db, now }: Ctx): Promise<Connection> =>
  db.get<Connection>(connectionSql(now));

/** Whether the site uploads documents: it has the settings and a consent. */
export const canSend = ({ eFactura }: Ctx, { problem }: Connection): boolean =>
  eFactura !== null && (problem === null || problem === "ending");

type StoredConnection = typeof eFacturaConnection.$inferSelect;

const readConnection = async ({ db }: Ctx): Promise<StoredConnection | undefined> =>
  (await db.select().from(eFacturaConnection))[0];

const getSecret = (ctx: Ctx) => new Uint8Array(keyedHash(ctx, "e-Factura tokens"));

const toColumns = (ctx: Ctx, tokens: EFacturaTokens) => ({
  accessToken: encrypt(getSecret(ctx), tokens.accessToken),
  refreshToken: encrypt(getSecret(ctx), tokens.refreshToken),
  accessExpiresTs: tokens.accessExpiresTs,
  consentEndsTs: tokens.consentEndsTs,
  refusedTs: null,
});

/** Stores the tokens of a new consent in the place of any earlier ones. */
export function saveConnectionStatement(ctx: Ctx, tokens: EFacturaTokens): Statement {
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
export const expireAccessTokenStatement = ({ db }: Ctx): Statement =>
  db.update(eFacturaConnection).set({ accessExpiresTs: 0 });

/** Null for tokens that were encrypted with another `JWT_SECRET`. */
function decryptTokens(ctx: Ctx, { accessToken, refreshToken }: StoredConnection) {
  try {
    const secret = getSecret(ctx);
    return { accessToken: decrypt(secret, accessToken), refreshToken: decrypt(secret, refreshToken) };
  } catch {
    return null;
  }
}
