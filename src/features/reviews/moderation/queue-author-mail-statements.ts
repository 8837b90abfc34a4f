import { type SQL, sql } from "drizzle-orm";
import { createGuestToken } from "@/auth/guest-token";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { enquiries } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import type { ReviewToDecide } from "./find-review-to-decide";
import { queueAccountMailStatements, type ReviewMail } from "./queue-account-mail-statements";

/**
 * A mail to the author of a review, if `guard` holds, with a link to the review. A guest's enquiry may belong to an
 * account in the meantime.
 */
export async function queueAuthorMailStatements(
  ctx: Ctx,
  { id: reviewId, learnerId, enquiry }: ReviewToDecide,
  guard: SQL,
  compose: (author: { name: string; locale: Locale }) => Omit<ReviewMail, "actionPath">,
): Promise<Statement[]> {
  const userId = learnerId ?? enquiry?.learnerId;
  if (userId) {
    return queueAccountMailStatements(
      ctx,
      { userIds: [userId], reviewId, guard },
      ({ firstName, locale }) => ({
        ...compose({ name: firstName, locale }),
        ...(enquiry ? { actionPath: paths.enquiryReview(enquiry.id) } : {}),
      }),
    );
  }
  if (!enquiry?.guestEmail || enquiry.confirmedTs === null) return [];
  const { id, guestName, guestEmail, guestLocale } = enquiry;
  const locale = guestLocale ?? ctx.locale;
  return [
    queueMailStatement(
      ctx,
      {
        ...compose({ name: guestName ?? "", locale }),
        to: guestEmail,
        locale,
        about: auditSubject("review", reviewId),
        actionPath: paths.enquiryReview(id, { token: createGuestToken(ctx, { id, email: guestEmail }) }),
      },
      sql`${guard} and exists (select 1 from ${enquiries}
        where ${enquiries.id} = ${id} and ${enquiries.guestEmail} = ${guestEmail})`,
    ),
  ];
}
