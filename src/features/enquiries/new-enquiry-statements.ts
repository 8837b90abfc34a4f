import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, hasHitsLeftSql } from "@/db/rate-limits";
import { enquiries, messages } from "@/db/schema";
import type { ListingDetails } from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import { queuePushStatement } from "@/features/notifications";
import { isMinor } from "@/shared/dates";
import { type EnquiryLearner, formatLearner } from "@/shared/format-learner";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import type { FirstMessage } from "@/shared/schemas/enquiry";
import { deliveryColumns, isUndeliveredSql } from "./blocks";
import type { Sender } from "./find-sender";
import { findCopyWarning } from "./message-warning";
import { formatTeacherName } from "./names";
import { isMessageStoredSql, parentColumns, queueParentCopyStatements } from "./parent-copies";

/** The teacher of a listing, for mails. */
type Owner = { userId: string; email: string; locale: Locale };

export type NewEnquiry = {
  id: string;
  messageId: string;
  listing: ListingDetails;
  /** Null while the enquiry waits for a guest's confirmation. */
  owner: Owner | null;
};

/** Whom the learner names for copies. */
type Parent = { email: string; locale: Locale };

/** When the teacher blocked the learner: such an enquiry is not delivered. */
export type SavedEnquiry = { blockedTs: number | null };

/** The statements that save and deliver an enquiry within the sender's limits. The first one returns a `SavedEnquiry`. */
export function newEnquiryStatements(
  ctx: Ctx,
  sender: Sender,
  { id, messageId, listing, owner }: NewEnquiry,
  { message, learner, parent }: Omit<FirstMessage, "parent_email"> & { parent: Parent | undefined },
): Statement[] {
  const { name, email, birthDate, columns, limits, existsSql } = sender;
  return [
    insertWhere(
      ctx.db,
      enquiries,
      {
        id,
        listingId: listing.id,
        ...(owner ? deliveryColumns(ctx, owner, email) : {}),
        ...columns,
        learnerWho: learner?.who ?? null,
        learnerGrade: learner?.grade ?? null,
        ...(parent ? parentColumns(ctx, columns.learnerId ?? null, parent.email) : {}),
        state: "new",
        createdTs: ctx.now,
        lastMessageTs: ctx.now,
        learnerReadTs: ctx.now,
      },
      // Either account may have been deleted since it was read, and the teacher's listings with it.
      sql`exists (select 1 from listings where id = ${listing.id} and owner_id = ${listing.ownerId})
        and ${existsSql} and ${hasHitsLeftSql(limits, ctx.now)}`,
    )
      .onConflictDoNothing()
      .returning({ blockedTs: enquiries.teacherBlockedTs }),
    insertWhere(
      ctx.db,
      messages,
      {
        id: messageId,
        enquiryId: id,
        author: "learner",
        text: message,
        createdTs: ctx.now,
        isUndelivered: isUndeliveredSql(id),
      },
      previousChanged,
    ),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
    ...(owner
      ? queueNewEnquiryStatements(
          ctx,
          {
            ...{ id, owner, name, title: listing.title, message, learner: learner ?? null },
            isLearnerMinor: isMinor(birthDate, ctx.now),
            hasParent: parent !== undefined,
          },
          sql`exists (select 1 from ${messages} where ${messages.id} = ${messageId} and not is_undelivered)`,
        )
      : []),
    ...(parent
      ? queueParentCopyStatements(ctx, {
          id,
          isStoredSql: isMessageStoredSql(messageId),
          text: message,
          warning: findCopyWarning("learner", message),
          listing,
          side: "learner",
          names: { learner: name, teacher: formatTeacherName(listing.owner) },
          parentEmail: parent.email,
          locale: parent.locale,
        })
      : []),
  ];
}

/** The statements that tell the teacher about a new enquiry by mail and push, if `guard` holds. */
export function queueNewEnquiryStatements(
  ctx: Ctx,
  {
    id,
    owner,
    name,
    title,
    message,
    learner,
    isLearnerMinor = false,
    hasParent = false,
  }: {
    id: string;
    owner: Owner;
    /** The sender's name as the teacher may see it. */
    name: string;
    title: string;
    message: string;
    /** Null if the sender did not say. */
    learner: EnquiryLearner | null;
    isLearnerMinor?: boolean;
    /** Whether the learner named a parent who gets copies. */
    hasParent?: boolean;
  },
  guard: SQL,
): Statement[] {
  const t = ctx.translator(owner.locale);
  const params = { name, title };
  const minor = [
    ...(isLearnerMinor ? [`${t("enquiries.thread.minorTitle")}.`] : []),
    ...(hasParent ? [t("enquiries.thread.parentCopies")] : []),
    ...(learner?.who === "child" ? [t("enquiries.thread.childParent")] : []),
  ];
  return [
    queueMailStatement(
      ctx,
      {
        template: "enquiry_new",
        to: owner.email,
        locale: owner.locale,
        params: {
          ...params,
          learner: [learner ? formatLearner(t, learner) : "", minor.join(" ")].filter(Boolean).join("\n"),
        },
        quote: message,
        about: auditSubject("enquiry", id),
        actionPath: paths.enquiry(id),
      },
      guard,
    ),
    queuePushStatement(
      ctx,
      {
        cause: id,
        about: auditSubject("enquiry", id),
        userId: owner.userId,
        kind: "enquiries",
        title: t("notifications.messages.enquiry.title", params),
        body: t("notifications.messages.enquiry.body", params),
        locale: owner.locale,
        path: paths.enquiry(id),
      },
      previousChanged,
    ),
  ];
}
