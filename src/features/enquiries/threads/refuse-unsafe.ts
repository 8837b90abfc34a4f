import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { reportListing } from "@/features/moderation";
import { refuse } from "@/shared/errors";
import { formatTimeAndPlace } from "@/shared/format-lesson-place";
import { queueParentCopyStatements } from "../parent-copies";
import type { EnquiryView } from "../queries";
import { findUnsafeReason } from "../unsafe-for-minor";

/**
 * Refuses a teacher's text to a learner under 18 as `findUnsafeReason` says; null if it may be sent. A text that cannot be
 * confirmed is reported to the team, and mailed to a parent who reads along.
 */
export async function refuseUnsafe(
  ctx: Ctx,
  enquiry: EnquiryView,
  text: string,
  options: Parameters<typeof findUnsafeReason>[1] = {},
) {
  if (enquiry.side !== "teacher" || !enquiry.isLearnerMinor) return null;
  const reason = findUnsafeReason(text, options);
  if (reason === "unsafe_to_under_18") await reportMessage(ctx, enquiry, text);
  return reason && refuse("invalid", { reason });
}

async function reportMessage(ctx: Ctx, enquiry: EnquiryView, text: string): Promise<void> {
  const { id, listing, names, parentEmail, parentLocale, nextLessonTs, isBlocked } = enquiry;
  const parentT = ctx.translator(parentLocale);
  if (!listing) return;
  await reportRefusedText(
    ctx,
    { source: id, listingId: listing.id, text },
    {
      id,
      reportedSide: "teacher",
      teacherWaits: true,
      lessonTs: null,
      readPath: null,
      guest: null,
      furtherStatements: () =>
        parentEmail === null || isBlocked
          ? []
          : queueParentCopyStatements(ctx, {
              id,
              isStoredSql: sql`exists (select 1 from reports
                where enquiry_id = ${id} and is_automatic and text = ${text} and created_ts = ${ctx.now})`,
              text,
              warning: "refused",
              advice:
                nextLessonTs === null
                  ? null
                  : parentT("moderation.conversations.lesson.stays.parent", {
                      time: formatTimeAndPlace(parentT, nextLessonTs, enquiry.nextLessonPlace),
                      learner: names.learner,
                    }),
              listing,
              side: "teacher",
              names,
              parentEmail,
              locale: parentLocale,
            }),
    },
  );
}

/**
 * Reports a refused text of a teacher to the team as the site, without an account or a network, within the limits of its
 * `source`, a conversation or request.
 */
export const reportRefusedText = (
  ctx: Ctx,
  { source, listingId, text }: { source: string; listingId: string; text: string },
  conversation?: Parameters<typeof reportListing>[3],
) => reportListing({ ...ctx, user: null, network: source }, listingId, null, conversation, text);
