import type { Ctx } from "@/context";
import { serializeTimestamp } from "@/shared/format";
import { findOwnAccount } from "./queries";
import { serializeOwnUser, serializeTeacher } from "./serialize-user";

/**
 * Everything stored in the account itself, except the password's hash, for the user's export; null without such an
 * account. Includes teacher information of a former teacher.
 */
export async function exportProfile(ctx: Ctx, userId: string) {
  const account = await findOwnAccount(ctx, userId);
  if (!account) return null;
  const { user, teacher } = account;
  const time = (ts: number | null) => (ts === null ? null : serializeTimestamp(ts));
  return {
    ...serializeOwnUser(account),
    email_verified_ts: time(user.emailVerifiedTs),
    disabled_ts: time(user.disabledTs),
    disabled_by: user.disabledBy,
    profile_picture_ts: time(user.pictureTs),
    locale: user.locale,
    reply_median_s: user.replyMedianS,
    teacher_information: teacher && serializeTeacher(teacher),
  };
}
