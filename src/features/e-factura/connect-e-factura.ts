import { requireAdmin } from "@/auth/access";
import { isSameToken, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { noGuard } from "@/db/guard";
import { EFacturaError } from "@/platform/e-factura";
import { ok, type Result, refuse } from "@/shared/errors";
import { LOCALES, type Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { saveConnectionStatement } from "./connection";

/** The address that is registered with the authority. It has no language. */
export const getCallbackUrl = ({ config }: Ctx): string => `${config.SITE_URL}${paths.eFacturaCallback()}`;

/** Proves that the answer belongs to a request of this session, and has the language of its page. */
const getState = (ctx: Ctx, sessionId: string): string =>
  `${ctx.locale}.${keyedHash(ctx, "e-Factura consent", sessionId).toString("base64url")}`;

/** The language of the page from which an admin left for the authority; null for a state that is not the site's. */
export const findStateLocale = (state: string): Locale | null =>
  LOCALES.find((locale) => state.startsWith(`${locale}.`)) ?? null;

/** The authority's page on which an admin consents; null without the settings. For admins. */
export function getConsentUrl(ctx: Ctx): string | null {
  const { sessionId } = requireAdmin(ctx);
  return ctx.eFactura?.getConsentUrl(getCallbackUrl(ctx), getState(ctx, sessionId)) ?? null;
}

/**
 * Stores the tokens of a consent. For admins. @returns `consent_refused` if the admin or the authority refused it,
 * `unavailable` if the authority does not answer
 */
export async function connectEFactura(
  ctx: Ctx,
  { code, state }: { code: string; state: string },
): Promise<Result<null>> {
  const { sessionId } = requireAdmin(ctx);
  if (!ctx.eFactura || code === "" || !isSameToken(state, getState(ctx, sessionId)))
    return refuse("conflict", { reason: "consent_refused" });
  try {
    const tokens = await ctx.eFactura.exchangeCode(code, getCallbackUrl(ctx), ctx.now);
    const event = { action: "invoice.connected", subject: auditSubject("connection", "e-Factura") } as const;
    await ctx.commit([saveConnectionStatement(ctx, tokens), auditEventStatement(ctx, event, noGuard)]);
    return ok(null);
  } catch (error) {
    if (!(error instanceof EFacturaError)) throw error;
    ctx.log.warn("e_factura_connection_failed", { error: error.message });
    return error.kind === "unauthorized"
      ? refuse("conflict", { reason: "consent_refused" })
      : refuse("unavailable");
  }
}
