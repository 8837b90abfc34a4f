import { eq } from "drizzle-orm";
import { parseUnsubscribeToken, type Unsubscription } from "@/auth/unsubscribe-token";
import type { Ctx } from "@/context";
import { alerts } from "@/db/schema";
import { stopParentCopies } from "@/features/enquiries";
import { turnOffMail } from "@/features/notifications";
import { declineInvitations } from "@/features/reviews";
import { ok, type Result, refuse } from "@/shared/errors";
import { deleteAlertsStatement } from "./manage/delete-alerts-statement";

/**
 * Ends what the token of a mail names: an alert, invitations to review, copies for a parent, or a kind of mail to a
 * user. A second call changes nothing. Refuses `malformed` (`invalid_token`).
 */
export async function unsubscribe(ctx: Ctx, token: string): Promise<Result<Unsubscription>> {
  const unsubscription = parseUnsubscribeToken(ctx, token);
  if (!unsubscription) return refuse("malformed", { reason: "invalid_token" });
  const { kind, id, holder } = unsubscription;
  if (kind === "alert") await ctx.commit([deleteAlertsStatement(ctx, eq(alerts.id, id))]);
  else if (kind === "review_invitations") await declineInvitations(ctx, id);
  else if (kind === "parent_copies") await stopParentCopies(ctx, id, { holder });
  else await turnOffMail(ctx, id, kind);
  return ok(unsubscription);
}
