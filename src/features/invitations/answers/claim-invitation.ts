import { and, eq, gt, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { invitations } from "@/db/schema";
import { type SignedIn, type SignInBrowser, signUpInvited } from "@/features/accounts";
import { createDraftStatements } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import { closedInvitationColumns } from "../answered-addresses";
import { findOpenInvitation } from "./find-open-invitation";

/**
 * Creates the account and the listing's draft of an invited teacher, and signs the browser in, in one batch. The
 * invitation then holds only a keyed hash of the address. `typed` is what the teacher adds; without `phone`, the
 * number is not stored.
 * @returns `malformed` with `invalid_token` for an invitation that does not wait for an answer, `conflict` with
 * `email_taken` if the address has an account, or the refusals of `signUpInvited`
 */
export async function claimInvitation(
  ctx: Ctx,
  token: string,
  { phone, ...typed }: Parameters<typeof signUpInvited>[2] & { phone: boolean },
  browser: SignInBrowser,
): Promise<Result<{ listingId: string; signedIn: SignedIn | null }>> {
  const found = await findOpenInvitation(ctx, token);
  if (!found.ok) return found;
  const { id, email, draft, hasAccount } = found.value;
  if (hasAccount) return refuse("conflict", { reason: "email_taken" });
  const prepared = await signUpInvited(
    ctx,
    { ...draft, phone_number: phone ? draft.phone_number : null, email },
    typed,
    browser,
  );
  if (!prepared.ok) return prepared;

  const closed = await closedInvitationColumns(ctx, email);
  const listingId = ctx.newId();
  const eventId = ctx.newId();
  const { userId, toStatements } = prepared.value;
  const account = toStatements(hasAuditEventSql(eventId));
  const [claimed, , ...results] = await ctx.commit([
    ctx.db
      .update(invitations)
      .set({ ...closed, state: "claimed" })
      .where(
        and(
          eq(invitations.id, id),
          eq(invitations.state, "invited"),
          gt(invitations.expiresTs, ctx.now),
          sql`not exists (select 1 from users where users.email = ${email})`,
        ),
      )
      .returning({ id: invitations.id }),
    auditEventStatement(
      ctx,
      {
        id: eventId,
        action: "invitation.claimed",
        subject: auditSubject("invitation", id),
        actorId: userId,
      },
      previousChanged,
    ),
    ...account.statements,
    ...createDraftStatements(ctx, { id: listingId, ownerId: userId, listing: draft.listing }, account.guard),
  ]);
  if (!hasRows(claimed)) {
    // A parallel request answered it, or created an account.
    const current = await findOpenInvitation(ctx, token);
    return current.ok ? refuse("conflict", { reason: "email_taken" }) : current;
  }
  return ok({ listingId, signedIn: await account.finish(results) });
}
