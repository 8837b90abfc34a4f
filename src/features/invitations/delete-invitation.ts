import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";
import { findInvitation } from "./queries";
import { eraseInvitation } from "./refuse-invitation";

/**
 * Deletes an invitation that waits for an answer, as its teacher may ask. As after a refusal, the address is remembered.
 * @throws Refused unless the visitor is an admin.
 * @returns `not_found`, also after it was claimed or refused.
 */
export async function deleteInvitation(ctx: Ctx, id: string): Promise<Result<null>> {
  const admin = requireAdmin(ctx);
  const invitation = await findInvitation(ctx, id);
  const isDeleted =
    invitation &&
    (await eraseInvitation(ctx, invitation, { action: "invitation.deleted", actorId: admin.id }));
  return isDeleted ? ok(null) : refuse("not_found");
}
