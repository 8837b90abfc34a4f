import { eq, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Ctx, SignedInUser } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { auditLog, settingVersions } from "@/db/schema";
import { eraseAccountStatements, exportAccount, exportTemporaryRows } from "@/features/accounts";
import { eraseAlertsStatement, exportAlerts } from "@/features/alerts";
import { eraseStatisticsStatements, exportStatistics } from "@/features/analytics";
import { anonymizePostsStatements, exportPosts } from "@/features/blog";
import { eraseContactMessagesStatements, exportContactMessages } from "@/features/contact";
import { erasedEnquirySubjectsSql, eraseEnquiriesStatements, exportEnquiries } from "@/features/enquiries";
import { eraseFollowUpNotesStatements, exportFollowUpNotes } from "@/features/follow-up";
import { eraseOwnInvitationsStatements, exportInvitations } from "@/features/invitations";
import { exportInvoices } from "@/features/invoices";
import { eraseListingsStatements, exportListings } from "@/features/listings";
import { eraseMailsStatement, exportMails } from "@/features/mail";
import { eraseModerationStatements, exportListingDecisions, exportReports } from "@/features/moderation";
import { exportPushDevices } from "@/features/notifications";
import { eraseProfileStatements, exportProfile } from "@/features/profile";
import { anonymizeOrdersStatements, exportOrders } from "@/features/promotions";
import { eraseOwnRequestsStatements, exportRequests } from "@/features/requests";
import { eraseReviewsStatements, exportReviews, selectReviewSubjectsSql } from "@/features/reviews";
import { eraseShortlistStatement, exportShortlist } from "@/features/shortlist";
import { eraseStorageStatements, exportStorage } from "@/features/storage";
import {
  eraseTestimonialsStatements,
  exportTestimonials,
  selectTestimonialSubjectsSql,
} from "@/features/testimonials";
import {
  eraseVerificationsStatements,
  exportVerifications,
  selectVerificationSubjectsSql,
} from "@/features/verifications";
import type { exportSchema } from "@/shared/schemas/privacy";
import { exportAuditLog, exportSettingVersions } from "./queries";

export type OwnData = z.infer<typeof exportSchema>;

/** Whose data is erased. */
export type ErasedUser = Pick<SignedInUser, "id" | "email" | "emailVerified">;

type PersonalData = {
  /** Sections of a user's export. */
  read: (ctx: Ctx, user: SignedInUser) => Promise<Partial<OwnData>>;
  /** Statements that erase these sections; none if they are erased with other data. `guard`: the user still exists. */
  erase?: (ctx: Ctx, user: ErasedUser, guard: SQL) => Statement[];
};

/**
 * Everything stored about a user, in the order of an erasure. Statements find rows through others, so orders, enquiries,
 * reports and statistics come before listings and pictures, and the account comes last.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [
  {
    // Before the mails: notes about mails are found by them.
    read: async (ctx, { id }) => ({ follow_up_notes: await exportFollowUpNotes(ctx, id) }),
    erase: eraseFollowUpNotesStatements,
  },
  {
    read: async (ctx, user) => ({ mails: await exportMails(ctx, user) }),
    erase: (ctx, user, guard) => [eraseMailsStatement(ctx, user, guard)],
  },
  {
    // Before the records that the events are about.
    read: async (ctx, user) => ({ audit_log: await exportAuditLog(ctx, user) }),
    erase: eraseAuditEventsStatements,
  },
  {
    read: async (ctx, { id }) => ({ setting_versions: await exportSettingVersions(ctx, id) }),
    erase: ({ db }, { id }) => [
      db.update(settingVersions).set({ actorId: null }).where(eq(settingVersions.actorId, id)),
    ],
  },
  { read: exportReviews, erase: eraseReviewsStatements },
  {
    read: async (ctx, { id }) => ({ enquiries: await exportEnquiries(ctx, id) }),
    erase: (ctx, { id }) => eraseEnquiriesStatements(ctx, id),
  },
  {
    read: (ctx, { id }) => exportRequests(ctx, id),
    erase: (ctx, { id }) => eraseOwnRequestsStatements(ctx, id),
  },
  {
    read: async (ctx, user) => ({ invitations: await exportInvitations(ctx, user) }),
    erase: eraseOwnInvitationsStatements,
  },
  {
    read: async (ctx, user) => ({ alerts: await exportAlerts(ctx, user) }),
    erase: (ctx, { id }) => [eraseAlertsStatement(ctx, id)],
  },
  // The law requires their buyers until the end of the accounting period: `purgeInvoiceBuyers`.
  { read: async (ctx, { id }) => ({ invoices: await exportInvoices(ctx, id) }) },
  {
    read: async (ctx, { id }) => ({ orders: await exportOrders(ctx, id) }),
    erase: anonymizeOrdersStatements,
  },
  {
    read: async (ctx, { id }) => ({
      reports: await exportReports(ctx, id),
      listing_decisions: await exportListingDecisions(ctx, id),
    }),
    erase: (ctx, { id }) => eraseModerationStatements(ctx, id),
  },
  {
    read: async (ctx, { id }) => ({ testimonials: await exportTestimonials(ctx, id) }),
    erase: (ctx, { id }) => eraseTestimonialsStatements(ctx, id),
  },
  {
    read: async (ctx, { id }) => ({ shortlist: await exportShortlist(ctx, id) }),
    erase: (ctx, { id }) => [eraseShortlistStatement(ctx, id)],
  },
  {
    read: async (ctx, { id }) => ({ verifications: await exportVerifications(ctx, id) }),
    erase: (ctx, { id }, guard) => eraseVerificationsStatements(ctx, id, guard),
  },
  {
    read: async (ctx, { id }) => ({ contact_messages: await exportContactMessages(ctx, id) }),
    erase: (ctx, { id }) => eraseContactMessagesStatements(ctx, id),
  },
  {
    read: async (ctx, { id }) => ({ posts: await exportPosts(ctx, id) }),
    erase: (ctx, { id }) => anonymizePostsStatements(ctx, id),
  },
  {
    read: async (ctx, { id }) => ({ statistics: await exportStatistics(ctx, id) }),
    erase: (ctx, { id }) => eraseStatisticsStatements(ctx, id),
  },
  {
    read: (ctx, { id }) => exportListings(ctx, id),
    erase: (ctx, { id }) => eraseListingsStatements(ctx, id),
  },
  {
    read: async (ctx, { id }) => ({ uploads: await exportStorage(ctx, id) }),
    erase: (ctx, { id }) => eraseStorageStatements(ctx, id),
  },
  {
    read: async (ctx, { id }) => ({ profile: await exportProfile(ctx, id) }),
    erase: (ctx, { id }) => eraseProfileStatements(ctx, id),
  },
  // Devices end with their sessions.
  { read: async (ctx, user) => ({ push_devices: await exportPushDevices(ctx, user) }) },
  { read: (ctx, { id }) => exportAccount(ctx, id), erase: eraseAccountStatements },
  { read: exportTemporaryRows },
];

/** Deletes audit events about a user and their data. Events about other records stay, without the actor. */
function eraseAuditEventsStatements(ctx: Ctx, user: ErasedUser): Statement[] {
  const { db } = ctx;
  const userId = user.id;
  return [
    db.run(sql`delete from ${auditLog} where subject = ${auditSubject("user", userId)}
    or subject in (select 'listing:' || id from listings where owner_id = ${userId})
    or subject in ${erasedEnquirySubjectsSql(userId)}
    or subject in ${selectTestimonialSubjectsSql(userId)}
    or subject in ${selectVerificationSubjectsSql(userId)}
    or subject in ${selectReviewSubjectsSql(ctx, user)}`),
    db.run(sql`update ${auditLog} set actor_id = null where actor_id = ${userId}`),
  ];
}
