import { verifyAccessToken } from "@/auth/access-token";
import { resolveSessionsByCookies } from "@/auth/resolve-sessions";
import { endSession, findUserByToken } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";

/**
 * Ends the sessions of refresh cookies and of an access token.
 * @returns `unauthenticated` if neither belongs to a live session.
 */
export async function signOut(
  ctx: Ctx,
  { cookies, accessToken }: { cookies: readonly string[]; accessToken?: string | null },
): Promise<Result<null>> {
  const claims = accessToken ? await verifyAccessToken(ctx.config, accessToken, ctx.now) : null;
  const caller = claims && (await findUserByToken(ctx, claims));
  const cookieSessions = await resolveSessionsByCookies(ctx, cookies);
  const sessionIds = new Set([
    ...cookieSessions.map(({ sessionWithUser }) => sessionWithUser.session.id),
    ...(caller ? [caller.sessionId] : []),
  ]);
  if (sessionIds.size === 0) return refuse("unauthenticated");
  for (const id of sessionIds) await endSession(ctx, id);
  return ok(null);
}
