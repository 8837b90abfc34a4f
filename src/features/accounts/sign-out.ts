import { readAccessToken } from "@/auth/access-token";
import { endSession, visitorOfCookie, visitorOfToken } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";

/**
 * Ends the session of a refresh cookie and that of an access token, where they are two, both.
 * @returns `unauthenticated` when neither is a live session's.
 */
export async function signOut(
  ctx: Ctx,
  { cookie, accessToken }: { cookie?: string | undefined; accessToken?: string | null | undefined },
): Promise<Result<null>> {
  const claims = accessToken ? await readAccessToken(ctx.config, accessToken, ctx.now) : null;
  const people = [
    cookie ? await visitorOfCookie(ctx, cookie) : null,
    claims ? await visitorOfToken(ctx, claims) : null,
  ];
  const sessionIds = new Set(people.flatMap((person) => (person ? [person.sessionId] : [])));
  if (sessionIds.size === 0) return refuse("unauthenticated");
  for (const id of sessionIds) await endSession(ctx, id);
  return ok(null);
}
