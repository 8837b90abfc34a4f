import { signAccessToken } from "@/auth/access-token";
import { rotateSession } from "@/auth/rotation";
import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";

/** A fresh access token, and the next refresh token unless another tab got it already. */
export type Refreshed = {
  accessToken: string;
  expiresIn: number;
  next: { refreshToken: string; cookieSeconds?: number } | null;
};

/**
 * Exchanges a refresh cookie; asked again under the same `retryKey` (an Idempotency-Key), it answers the same cookie.
 * @returns `unauthenticated` for anything but a live session's token.
 */
export async function refreshAccess(
  ctx: Ctx,
  cookies: readonly string[],
  retryKey?: string,
): Promise<Result<Refreshed>> {
  const rotation = await rotateSession(ctx, cookies, retryKey);
  if (rotation.kind === "refused") return refuse("unauthenticated");
  const { visitor } = rotation;
  const claims = { userId: visitor.id, sessionId: visitor.sessionId, role: visitor.role };
  const accessToken = await signAccessToken(ctx.config, claims, ctx.now);
  return ok({
    accessToken,
    expiresIn: ctx.config.ACCESS_TOKEN_TTL_S,
    next: rotation.kind === "rotated" ? rotation : null,
  });
}
