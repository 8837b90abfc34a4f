import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { listingDecisions, listings } from "@/db/schema";
import { findListingOwnerContact } from "@/features/listings";
import { type MailRequest, queueMailStatement } from "@/features/mail";
import type { ObjectionOutcome } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { objectionDecisionSchema } from "@/shared/schemas/moderation";
import { composeApproval } from "./approve-listing";
import { decideListing } from "./decide-listing";
import { findRestriction, isOpenObjectionSql, settleObjectionStatement } from "./find-restriction";
import { reinstateListing } from "./reinstate-listing";

/**
 * Answers the owner's objection by mail. An accepted one also ends the restriction, if it still lasts: the listing is
 * reinstated, or the listing or text published that was rejected. Refuses `invalid`, and `conflict` without an open
 * objection (`datastale`).
 */
export async function decideObjection(
  ctx: Ctx,
  id: string,
  input: unknown,
): Promise<Result<{ id: string; done: string }>> {
  requireAdmin(ctx);
  const checked = validate(objectionDecisionSchema, input);
  if (!checked.ok) return checked;
  const { decision: outcome, text } = checked.value;
  const done = `objection_${outcome}`;
  const stale = refuse("conflict", { reason: "datastale" });
  const decision = await findRestriction(ctx, id);
  if (!decision || decision.objectionTs === null || decision.objectionDecidedTs !== null) return stale;
  const isEnded = outcome === "declined" || !decision.isInForce || decision.listing.erasedTs !== null;
  if (isEnded) return (await answerObjection(ctx, id, { outcome, text })) ? ok({ id, done }) : stale;
  const accepted =
    decision.restriction === "suspended" || decision.restriction === "removed"
      ? await reinstateListing(ctx, id, text)
      : await publishRejected(ctx, id, { isRevision: decision.restriction === "revision_rejected", text });
  if (accepted.ok) return ok({ id, done });
  return accepted.refusal.code === "conflict" ? stale : accepted;
}

/** Publishes the rejected listing or its rejected revision, and accepts the objection. */
const publishRejected = (ctx: Ctx, id: string, { isRevision, text }: { isRevision: boolean; text: string }) =>
  decideListing(ctx, id, ({ listing, revision, owner }) => {
    const approval = composeApproval(ctx, { listing, revision: isRevision ? revision : null });
    return {
      ...approval,
      detail: { text },
      guard: and(
        eq(listings.version, listing.version),
        isRevision ? undefined : eq(listings.state, "rejected"),
        sql`exists (select 1 from ${listingDecisions} where ${listingDecisions.listingId} = ${id}
          and ${isOpenObjectionSql})`,
      ),
      furtherStatements: (guard) => [
        ...(approval.furtherStatements?.(guard) ?? []),
        settleObjectionStatement(ctx, id, { outcome: "accepted", text }, guard),
      ],
      mail: composeAnswer(id, "accepted", { title: listing.title, text, name: owner.firstName }),
    };
  });

/** Answers the objection without a change of the listing. */
async function answerObjection(
  ctx: Ctx,
  id: string,
  { outcome, text }: { outcome: ObjectionOutcome; text: string },
): Promise<boolean> {
  const [owner, found] = await Promise.all([findListingOwnerContact(ctx, id), findRestriction(ctx, id)]);
  const title = found?.listing.title ?? "";
  return commitAudited(ctx, {
    action: `listing.objection_${outcome}`,
    subject: auditSubject("listing", id),
    detail: { text },
    statement: settleObjectionStatement(ctx, id, { outcome, text }, sql`true`),
    furtherStatements: (guard) =>
      owner
        ? [
            queueMailStatement(
              ctx,
              {
                ...composeAnswer(id, outcome, { title, text, name: owner.firstName }),
                to: owner.email,
                locale: owner.locale,
              },
              guard,
            ),
          ]
        : [],
  });
}

const composeAnswer = (
  id: string,
  outcome: ObjectionOutcome,
  { title, text, name }: { title: string; text: string; name: string },
) =>
  ({
    template: outcome === "accepted" ? "listing_objection_accepted" : "listing_objection_declined",
    params: { name, title },
    quote: text,
    actionPath: paths.listingObjection(id),
  }) satisfies Partial<MailRequest>;
