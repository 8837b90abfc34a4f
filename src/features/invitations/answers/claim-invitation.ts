import { and, eq, gt, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { invitations } from "@/db/schema";
import { type SignedIn, type SignInBrowser, signUpInvited } from "@/features/accounts";
import { createFirstListingStatements, findHeldPrice, findTextRule } from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { toClosedInvitation } from "../close-invitations";
import { findOpenInvitation } from "../find-open-invitation";
import { type ClaimedListing, findClaimedDraft, validateClaim } from "./claim-values";
import { composeClaimMail } from "./compose-claim-mail";

/**
 * What the teacher adds. Without `phone`, the number is not stored; without `submit`, the listing stays a draft. With
 * `holdsPrice`, an unusual price is refused.
 */
export type InvitationClaim = Parameters<typeof signUpInvited>[2] & {
  phone: boolean;
  claimed: ClaimedListing;
  submit: boolean;
  holdsPrice: boolean;
};

/**
 * Creates the account and the listing of an invited teacher, mails them, and signs the browser in, in one batch. The
 * invitation then holds only a keyed hash of the address and the account.
 * @returns `malformed` with `invalid_token` for an invitation that does not wait for an answer, `conflict` with
 * `email_taken` if the address has an account, or the refusals of `signUpInvited`
 */
export async function claimInvitation(
  ctx: Ctx,
  token: string,
  { phone, claimed: fields, submit, holdsPrice, ...typed }: InvitationClaim,
  browser: SignInBrowser,
): Promise<Result<{ listingId: string; signedIn: SignedIn | null }>> {
  const found = await findOpenInvitation(ctx, token);
  if (!found.ok) return found;
  const { id, email, draft, hasAccount } = found.value;
  if (hasAccount) return refuse("conflict", { reason: "email_taken" });
  const priced = holdsPrice ? findClaimedDraft(ctx.t, draft.listing, fields) : null;
  const held = priced ? await findHeldPrice(ctx, priced) : [];
  const checked = validateClaim(ctx.t, draft.listing, { claimed: fields, submit, held });
  const prepared = await signUpInvited(
    ctx,
    { ...draft, phone_number: phone ? draft.phone_number : null, email },
    typed,
    browser,
    checked.ok ? [] : (checked.refusal.fields ?? []),
  );
  if (!prepared.ok) return prepared;
  if (!checked.ok) return checked;

  const submission = submit ? { holdRule: await findTextRule(ctx, checked.value) } : null;
  const listingId = ctx.newId();
  const eventId = ctx.newId();
  const { userId, toStatements } = prepared.value;
  const account = toStatements(hasAuditEventSql(eventId));
  const [claimed, , ...results] = await ctx.commit([
    ctx.db
      .update(invitations)
      .set(toClosedInvitation(ctx, "claimed"))
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
    ctx.db
      .update(invitations)
      .set({ claimedUserId: userId })
      .where(and(eq(invitations.id, id), account.guard)),
    ...createFirstListingStatements(
      ctx,
      { id: listingId, ownerId: userId, listing: checked.value },
      submission,
      account.guard,
    ),
    queueMailStatement(
      ctx,
      composeClaimMail(ctx, {
        email,
        name: draft.first_name,
        listingId,
        listing: checked.value,
        isSubmitted: submit,
      }),
      account.guard,
    ),
  ]);
  if (!hasRows(claimed)) {
    // A parallel request answered it, or created an account.
    const current = await findOpenInvitation(ctx, token);
    return current.ok ? refuse("conflict", { reason: "email_taken" }) : current;
  }
  return ok({ listingId, signedIn: await account.finish(results) });
}
