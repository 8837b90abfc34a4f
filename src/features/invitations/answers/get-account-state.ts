import { isTeacherOrAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import type { OpenInvitation } from "../find-open-invitation";

/** The account of the invited address, as far as this visitor may know it; null without one. */
export function getAccountState({ user }: Ctx, { email, hasAccount }: OpenInvitation) {
  if (!hasAccount) return null;
  if (!user) return "signedOut";
  if (user.email !== email) return "other";
  return user.emailVerified && isTeacherOrAdmin(user) ? "ready" : "unready";
}
