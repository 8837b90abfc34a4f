import type { SQL } from "drizzle-orm";
import { signAccessToken } from "@/auth/access-token";
import { createSession, type SignInDevice } from "@/auth/sessions";
import { recordSightingStatement } from "@/auth/sightings";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { countRows, hasRows } from "@/db/returned-rows";
import { mergeShortlistStatements } from "@/features/shortlist";
import type { Role } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";
import { recordDeviceStatements } from "./record-device-statements";

/** The browser that is signed in. */
export type SignInBrowser = {
  device: SignInDevice;
  /** Ids of the shortlist that this browser had without the account. */
  shortlist: readonly string[];
};

/** An access token, and the value of the refresh cookie. Without `cookieSeconds` the cookie ends with the browser. */
export type SignedIn = {
  kind: "signedIn";
  accessToken: string;
  expiresIn: number;
  refreshToken: string;
  cookieSeconds?: number;
  role: Role;
  /** Shortlist entries above the account's limit, which the sign-in removed. */
  shortlistLeftOut: number;
};

/**
 * The statements of a sign-in: a session, the device, and the browser's shortlist. They take effect only if `guard`
 * holds when the batch runs. `finish` takes their results, and returns null if there is no session.
 */
export function startSession(
  ctx: Ctx,
  account: { id: string; email: string; role: Role; locale: Locale },
  { device, shortlist }: SignInBrowser,
  remember: boolean,
  guard: SQL,
): { statements: Statement[]; finish(results: readonly unknown[]): Promise<SignedIn | null> } {
  const { sessionId, refreshToken, statement } = createSession(ctx, account, remember, device, guard);
  return {
    statements: [
      statement,
      ...recordDeviceStatements(ctx, account, device, guard),
      recordSightingStatement(ctx, account, device.key, guard),
      ...mergeShortlistStatements(ctx, { userId: account.id, ids: shortlist }, guard),
    ],
    async finish(results) {
      if (!hasRows(results[0])) return null;
      const claims = { userId: account.id, sessionId, role: account.role };
      return {
        kind: "signedIn",
        accessToken: await signAccessToken(ctx.config, claims, ctx.now),
        expiresIn: ctx.config.ACCESS_TOKEN_TTL_S,
        refreshToken,
        ...(remember ? { cookieSeconds: ctx.config.REFRESH_REMEMBER_S } : {}),
        role: account.role,
        shortlistLeftOut: shortlist.length > 0 ? countRows(results.at(-1)) : 0,
      };
    },
  };
}
