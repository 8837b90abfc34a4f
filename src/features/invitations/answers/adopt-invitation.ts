import { and, eq, gt } from "drizzle-orm";
import { requireTeacher } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { hasAccountSql } from "@/db/guard";
import { invitations, users } from "@/db/schema";
import { createFirstListingStatements } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import { toClosedInvitation } from "../close-invitations";
import { findOpenInvitation } from "../find-open-invitation";
import { fillDraft } from "./claim-values";
import { getAccountState } from "./get-account-state";

/**
 * Claims an invitation for the signed-in teacher with its confirmed address: the draft becomes a draft listing. An
 * address has one invitation, so no limit of drafts applies.
 * @returns the listing's id; the refusals of `findOpenInvitation`, or `conflict` for another account
 */
export async function adoptInvitation(ctx: Ctx, token: string): Promise<Result<string>> {
  const user = requireTeacher(ctx);
  const found = await findOpenInvitation(ctx, token);
  if (!found.ok) return found;
  const { id, email, draft } = found.value;
  if (getAccountState(ctx, found.value) !== "ready") return refuse("conflict", { reason: "email_taken" });
  const listingId = ctx.newId();
  const listing = { id: listingId, ownerId: user.id, listing: fillDraft(ctx.t, draft.listing) };
  const isAdopted = await commitAudited(ctx, {
    action: "invitation.claimed",
    subject: auditSubject("invitation", id),
    actorId: user.id,
    statement: ctx.db
      .update(invitations)
      .set({ ...toClosedInvitation(ctx, "claimed"), claimedUserId: user.id })
      .where(
        and(
          eq(invitations.id, id),
          eq(invitations.state, "invited"),
          gt(invitations.expiresTs, ctx.now),
          hasAccountSql(eq(users.id, user.id), eq(users.email, email)),
        ),
      )
      .returning({ id: invitations.id }),
    furtherStatements: (guard) => createFirstListingStatements(ctx, listing, null, guard),
  });
  if (isAdopted) return ok(listingId);
  // A parallel request answered it.
  const current = await findOpenInvitation(ctx, token);
  return current.ok ? refuse("conflict") : current;
}
