import { sql } from "drizzle-orm";
import { hasListingStateSql } from "@/features/listings";
import { type ListingState, MODERATION_REASONS, type Subject } from "@/shared/codes";
import { paths } from "@/shared/paths";
import type { ModerationKind } from "../frame/kind";
import { readExplanation } from "../frame/read-explanation";
import { getReasonBlocks } from "../frame/reason-blocks";
import { withUndo } from "../frame/undo-decision";
import { decideReports } from "./decide-reports";
import { findReportedListing, type ReportedListing } from "./find-reported-listing";
import { createOpenReportsList, openReportColumnsSql } from "./open-reports-list";
import {
  ReportedListingActions,
  ReportedListingContent,
  ReportedListingEntry,
  ReportedPersonPanels,
  ReportsDecision,
} from "./reported-listing";
import { LISTING_REPORTS_UNDO } from "./undo-reports-decision";

export type ReportedListingRow = {
  title: string;
  subject: Subject;
  state: ListingState;
  isOwnerDisabled: number;
  reports: number;
  reasons: string;
};

/** Listings with open reports, urgent ones first, each by its oldest report. */
export const REPORTS: ModerationKind<ReportedListingRow, ReportedListing> = {
  name: "reports",
  summary: { path: paths.adminReportsSummary(), label: "moderation.summary.link" },
  lists: {
    open: createOpenReportsList("reports", "listing_id"),
  },
  columns: (now) => sql`listings.title, listings.subject,
    iif(${hasListingStateSql("expired", now)}, 'expired', listings.state) as state,
    users.disabled_ts is not null as "isOwnerDisabled",
    ${openReportColumnsSql("listing_id = page.id and reported_side is null")}`,
  joins: sql`cross join listings on listings.id = page.id cross join users on users.id = listings.owner_id`,
  Entry: ReportedListingEntry,
  undo: LISTING_REPORTS_UNDO,
  decisions: {
    decide: (ctx, { id }, form) =>
      decideReports(withUndo(ctx, form), id, {
        ...readExplanation(form),
        decision: form.text("decision"),
        reports: form.all("report"),
      }),
  },
  page: {
    load: findReportedListing,
    formatTitle: (t, { listing }) =>
      t("moderation.reports.about", { title: listing.title || t(`general.subjects.${listing.subject}`) }),
    Actions: ReportedListingActions,
    Decisions: ReportsDecision,
    Aside: ReportedPersonPanels,
    Content: ReportedListingContent,
    getReasonBlocks: (ctx, { listing }) =>
      getReasonBlocks(ctx, {
        locale: listing.owner.locale,
        reasons: MODERATION_REASONS,
        texts: "moderation.listings.blocks",
      }),
  },
};
