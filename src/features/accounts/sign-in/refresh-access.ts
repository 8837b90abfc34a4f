import { signAccessToken } from "@/auth/access-token";
import { rotateSession } from "@/auth/rotate-session";
import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";

/** A new access token, and the next refresh token unless another tab already got it. */
export type RefreshedAccess = {
  accessToken: string;
  expiresIn: number;
  next: { refreshToken: string; cookieSeconds?: number } | null;
};

/**
 * Exchanges a refresh cookie. A retry with the same `retryKey` (Idempotency-Key) gets the same cookie.
 * @returns `unauthenticated` unless the token belongs to a live session.
 */
export async function refreshAccess(
  ctx: Ctx,
  cookies: readonly string[],
  retryKey?: string,
): Promise<Result<RefreshedAccess>> {
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
