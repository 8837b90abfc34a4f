import { sql } from "drizzle-orm";
import { hasListingStateSql } from "@/features/listings";
import type { ListingState, Subject } from "@/shared/codes";
import { paths } from "@/shared/paths";
import type { ModerationKind } from "../frame/kind";
import { readExplanation } from "../frame/read-explanation";
import { decideReports } from "./decide-reports";
import { findReportedListing, type ReportedListing, URGENT_LEAD_MS } from "./find-reported-listing";
import { isUrgentReportSql } from "./is-urgent-report-sql";
import {
  ReportedListingActions,
  ReportedListingContent,
  ReportedListingEntry,
  ReportedPersonPanels,
  ReportsDecision,
} from "./reported-listing";

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
  paths: { queue: paths.adminReports, item: paths.adminReport, action: paths.adminReportAction },
  summary: { path: paths.adminReportsSummary(), label: "moderation.summary.link" },
  lists: {
    open: {
      selectSql: () => sql`select listing_id as id, max(${isUrgentReportSql("reports")}) as "isUrgent",
        coalesce(min(iif(${isUrgentReportSql("reports")}, created_ts, null)), min(created_ts)) as ts
        from reports indexed by reports_open where outcome is null group by listing_id`,
      positionSql: sql`ts - "isUrgent" * ${URGENT_LEAD_MS}`,
      followUp: "reports",
    },
  },
  columns: (now) => sql`listings.title, listings.subject,
    iif(${hasListingStateSql("expired", now)}, 'expired', listings.state) as state,
    users.disabled_ts is not null as "isOwnerDisabled",
    (select count(*) from reports where listing_id = page.id and outcome is null) as reports,
    (select json_group_array(distinct reason) from reports where listing_id = page.id and outcome is null) as reasons`,
  joins: sql`cross join listings on listings.id = page.id cross join users on users.id = listings.owner_id`,
  Entry: ReportedListingEntry,
  decisions: {
    decide: (ctx, { id }, form) =>
      decideReports(ctx, id, {
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
  },
};
