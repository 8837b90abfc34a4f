import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { scheduleDeletionStatements } from "@/db/media-deletions";
import { teacherInformation } from "@/db/schema";
import { toTimestampJson } from "@/shared/format";
import { toProfilePictureFolder } from "./profile-picture";
import { findOwnAccount } from "./queries";
import { serializeOwnUser, serializeTeacher } from "./serialize-user";

/**
 * The account's own columns without the password hash, as JSON for the user's export; null if there is no such account.
 * Includes the teacher information of a former teacher.
 */
export async function exportProfile(ctx: Ctx, userId: string) {
  const account = await findOwnAccount(ctx, userId);
  if (!account) return null;
  const { user, teacher } = account;
  return {
    ...serializeOwnUser(account),
    email_verified_ts: toTimestampJson(user.emailVerifiedTs),
    disabled_ts: toTimestampJson(user.disabledTs),
    disabled_by: user.disabledBy,
    profile_picture_ts: toTimestampJson(user.pictureTs),
    locale: user.locale,
    mail_off: user.mailOff,
    push_off: user.pushOff,
    billing: user.billing,
    task_digest_day: user.taskDigestDay,
    calendar_feed: user.calendarFeed,
    reply_median_s: user.replyMedianS,
    replies: user.replies,
    answer_asked_ts: toTimestampJson(user.answerAskedTs),
    answer_paused_ts: toTimestampJson(user.answerPausedTs),
    had_request_opened: user.hadRequestOpened,
    review_count: user.reviewCount,
    rating_sum: user.ratingSum,
    star_counts: user.starCounts,
    teacher_information: teacher && serializeTeacher(teacher),
  };
}

/** Statements that erase a user's teacher information. The caller deletes the row in `users` last. */
export const eraseProfileStatements = (ctx: Ctx, userId: string): Statement[] => [
  ctx.db.delete(teacherInformation).where(eq(teacherInformation.userId, userId)),
];

/** Statements that schedule the deletion of all of a user's profile pictures. */
export const eraseProfilePictureStatements = (ctx: Ctx, userId: string): Statement[] =>
  scheduleDeletionStatements(ctx, [toProfilePictureFolder(userId)]);
