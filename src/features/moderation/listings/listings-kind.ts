import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { hasListingStateSql } from "@/features/listings";
import { type County, MODERATION_REASONS, type Subject } from "@/shared/codes";
import { startOfDay, toDay } from "@/shared/dates";
import type { DecisionFields, DecisionTarget, ModerationKind } from "../frame/kind";
import { isOwnListingSql } from "../frame/own-reports";
import { readExplanation } from "../frame/read-explanation";
import { getReasonBlocks } from "../frame/reason-blocks";
import { withUndo } from "../frame/undo-decision";
import { isOpenObjectionSql } from "../restrictions/find-restriction";
import { approveListing } from "./approve-listing";
import { decideObjection } from "./decide-objection";
import { findModeratedListing, type ModeratedListing } from "./find-moderated-listing";
import { pendingListingsSql } from "./find-waiting-part";
import { ListingContent, ModeratedListingActions } from "./listing-content";
import { ApproveListing, ListingDecisions, TakedownPanels } from "./listing-decisions";
import { ListingEntry } from "./listing-entry";
import { reinstateListing } from "./reinstate-listing";
import { rejectListing } from "./reject-listing";
import { restrictListing } from "./restrict-listing";
import { LISTING_UNDO } from "./undo-listing-decision";

export type PendingListing = {
  isRevision: number;
  /** Whether the time of the entry is that of the publication. */
  isPublication: number;
  title: string;
  subject: Subject;
  county: County | null;
  online: number;
  ownerId: string;
  firstName: string;
  lastName: string;
};

/** New listings, new texts of published ones and objections; also what was published today, with or without a decision. */
export const LISTINGS: ModerationKind<PendingListing, ModeratedListing> = {
  name: "listings",
  lists: {
    pending: { selectSql: pendingListingsSql, followUp: "listings_pending" },
    objections: {
      selectSql: (ctx) => sql`select listing_id as id, min(objection_ts) as ts
        from listing_decisions indexed by listing_decisions_objections where ${isOpenObjectionSql}
          and not ${isOwnListingSql(requireAdmin(ctx), sql`listing_decisions.listing_id`)} group by listing_id`,
      followUp: "listing_objections",
    },
    // As Today counts them. A published listing was changed when it was published or later.
    today: {
      selectSql: ({ now }) => {
        const day = startOfDay(toDay(now));
        return sql`select id, published_ts as ts from listings indexed by listings_changed
          where ${hasListingStateSql("published", now)} and updated_ts >= ${day} and published_ts >= ${day}`;
      },
      isNewestFirst: true,
    },
  },
  columns: () => sql`listings.state <> 'pending' and listing_revisions.listing_id is not null
      and listing_revisions.state_reasons is null as "isRevision",
    page.ts is listings.published_ts as "isPublication",
    coalesce(listing_revisions.title, listings.title) as title, listings.subject, listings.county, listings.online,
    users.id as "ownerId", users.first_name as "firstName", users.last_name as "lastName"`,
  joins: sql`cross join listings on listings.id = page.id cross join users on users.id = listings.owner_id
    left join listing_revisions on listing_revisions.listing_id = page.id`,
  Entry: ListingEntry,
  undo: LISTING_UNDO,
  decisions: {
    approve: (ctx, target, form) => approveListing(withUndo(ctx, form), target),
    reject,
    suspend: (ctx, { id }, form) =>
      restrictListing(withUndo(ctx, form), "suspended", { id }, readExplanation(form)),
    remove: (ctx, { id }, form) =>
      restrictListing(withUndo(ctx, form), "removed", { id }, readExplanation(form)),
    reinstate: (ctx, target, form) => reinstateListing(withUndo(ctx, form), target),
    objection: (ctx, target, form) =>
      decideObjection(
        ctx,
        target,
        { decision: form.text("decision"), text: form.text("text") },
        form.text("restriction"),
      ),
  },
  page: {
    load: findModeratedListing,
    formatTitle: (t, { listing }) => listing.title || t(`general.subjects.${listing.subject}`),
    Actions: ModeratedListingActions,
    MainDecision: ApproveListing,
    Decisions: ListingDecisions,
    decisionActions: [
      "listing.approved",
      "listing.rejected",
      "listing.revision_approved",
      "listing.revision_rejected",
      "listing.suspended",
      "listing.removed",
      "listing.reinstated",
      "listing.objection_accepted",
      "listing.objection_declined",
    ],
    Aside: TakedownPanels,
    Content: ListingContent,
    getReasonBlocks: (ctx, { listing }) =>
      getReasonBlocks(ctx, {
        locale: listing.owner.locale,
        reasons: MODERATION_REASONS,
        texts: "moderation.listings.blocks",
      }),
    // A mostly new text only waits for a reading.
    findWarning: ({ canApprove, rule }) =>
      canApprove && rule && rule !== "rewritten" ? `moderation.listings.rules.${rule}` : null,
  },
};

async function reject(ctx: Ctx, target: DecisionTarget, form: DecisionFields) {
  const [reason = "", ...furtherReasons] = form.all("reason");
  const explanation = { reason, further_reasons: furtherReasons, text: form.text("text") };
  return rejectListing(withUndo(ctx, form), target, explanation);
}
