import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { listingDecisions, listings } from "@/db/schema";
import { findListingOwnerContact } from "@/features/listings";
import { type NewMail, queueMailStatement } from "@/features/mail";
import type { ObjectionOutcome } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { objectionDecisionSchema } from "@/shared/schemas/moderation";
import type { DecisionTarget } from "../frame/kind";
import {
  findOpenObjection,
  isOpenObjectionSql,
  type StoredRestriction,
} from "../restrictions/find-restriction";
import { isAboutListingsSql } from "../restrictions/list-open-reports";
import { settleObjectionStatement } from "../restrictions/settle-objection-statement";
import { prepareLiftedMails } from "../restrictions/settle-reports-statements";
import { composeApproval } from "./approve-listing";
import { decideListing, refuseOwnListing } from "./decide-listing";
import { reinstateListing } from "./reinstate-listing";

/**
 * Answers the owner's objection by mail: that to `restriction`, or the first open one. An accepted one also ends the
 * restriction, if it still lasts: the listing is reinstated, or the listing or text published that was rejected. Refuses
 * `invalid`, `forbidden` (`own_listing_decision`) to the owner, and `conflict` without an open objection (`datastale`).
 */
export async function decideObjection(
  ctx: Ctx,
  { id, version }: DecisionTarget,
  input: unknown,
  restriction?: string,
): Promise<Result<{ id: string; done: string }>> {
  requireAdmin(ctx);
  const checked = validate(objectionDecisionSchema, input);
  if (!checked.ok) return checked;
  const { decision: outcome, text } = checked.value;
  const done = `objection_${outcome}`;
  const stale = refuse("conflict", { reason: "datastale" });
  const decision = await findOpenObjection(ctx, id, restriction);
  if (!decision) return stale;
  if (await isLeftToOthers(ctx, decision.listing.ownerId)) return refuseOwnListing();
  const isEnded = outcome === "declined" || !decision.isInForce || decision.listing.erasedTs !== null;
  if (isEnded) return (await answerObjection(ctx, decision, { outcome, text })) ? ok({ id, done }) : stale;
  const accepted =
    decision.restriction === "suspended" || decision.restriction === "removed"
      ? await reinstateListing(ctx, { id, version }, text)
      : await publishRejected(ctx, decision, text);
  if (accepted.ok) return ok({ id, done });
  return accepted.refusal.code === "conflict" ? stale : accepted;
}

/** Publishes the rejected listing or its rejected revision, and accepts the objection. */
async function publishRejected(ctx: Ctx, decision: StoredRestriction, text: string) {
  const { id } = decision.listing;
  const liftedMails = await prepareLiftedMails(ctx, {
    condition: isAboutListingsSql(sql`(${id})`),
    decidedTs: decision.decidedTs,
    decision: "reinstated",
  });
  const isRevision = decision.restriction === "revision_rejected";
  return decideListing(ctx, id, ({ listing, revision, owner }) => {
    const approval = composeApproval(ctx, { listing, revision: isRevision ? revision : null, owner });
    return {
      ...approval,
      detail: { text },
      guard: and(
        eq(listings.version, listing.version),
        isRevision ? undefined : eq(listings.state, "rejected"),
        sql`exists (select 1 from ${listingDecisions} where ${listingDecisions.id} = ${decision.id}
          and ${isOpenObjectionSql})`,
      ),
      furtherStatements: (guard) => [
        ...(approval.furtherStatements?.(guard) ?? []),
        settleObjectionStatement(
          ctx,
          eq(listingDecisions.id, decision.id),
          { outcome: "accepted", text },
          guard,
        ),
        ...liftedMails(guard),
      ],
      mail: composeAnswer(id, "accepted", { title: listing.title, text, name: owner.firstName }),
    };
  });
}

/** Answers the objection without a change of the listing. */
async function answerObjection(
  ctx: Ctx,
  { id: decisionId, listing: { id, title } }: StoredRestriction,
  { outcome, text }: { outcome: ObjectionOutcome; text: string },
): Promise<boolean> {
  const owner = await findListingOwnerContact(ctx, id);
  return commitAudited(ctx, {
    action: `listing.objection_${outcome}`,
    subject: auditSubject("listing", id),
    detail: { text },
    statement: settleObjectionStatement(
      ctx,
      eq(listingDecisions.id, decisionId),
      { outcome, text },
      sql`true`,
    ),
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
  }) satisfies Partial<NewMail>;
