import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { runInBatches } from "@/db/run-in-batches";
import { verifications } from "@/db/schema";
import { hasCheckedNameSql } from "@/features/listings";
import { queueMailsStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { formatDate } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/** Time before the end of a badge when its teacher is reminded (ms). */
const REMINDER_MS = 14 * DAY_MS;
/** With a run every five minutes, up to 28,800 reminders a day. */
const BATCHES = { size: 50, maxBatches: 2 };

type DueBadge = { id: string; endsTs: number; email: string; locale: Locale; firstName: string };

/**
 * Reminds teachers that a badge ends within 14 days, once. No mail goes to disabled accounts, for a badge that a later
 * one replaces, or for one under another name. A batch writes its mails together with `reminded_ts`, so the next run
 * continues after an aborted one. Returns the number of badges.
 */
export const sendBadgeReminders = (ctx: Ctx): Promise<number> =>
  runInBatches(BATCHES, async (size) => {
    const { db, now } = ctx;
    // Without the indexes, SQLite would read all badges for each of them.
    const due = await db.all<DueBadge & { isWanted: number }>(sql`
      select badge.id, badge.ends_ts as "endsTs", users.email, users.locale, users.first_name as "firstName",
        users.disabled_ts is null and ${hasCheckedNameSql}
          and not exists (select 1 from verifications later indexed by verifications_user
          where later.user_id = badge.user_id and later.kind = badge.kind and later.state = 'approved'
            and later.checked_name = badge.checked_name and later.ends_ts > badge.ends_ts) as "isWanted"
      from verifications badge indexed by verifications_ending cross join users on users.id = badge.user_id
      where badge.state = 'approved' and badge.ends_ts is not null and badge.reminded_ts is null
        and badge.ends_ts > ${now} and badge.ends_ts <= ${now + REMINDER_MS}
      order by badge.ends_ts limit ${size}`);
    if (due.length === 0) return 0;
    const ids = JSON.stringify(due.map(({ id }) => id));
    const mails = due.filter(({ isWanted }) => isWanted === 1).map(toReminder);
    await ctx.commit([
      ...(mails.length === 0
        ? []
        : [
            queueMailsStatement(
              ctx,
              mails,
              sql`exists (select 1 from ${verifications} where ${verifications.id} = key ->> 0
          and ${verifications.state} = 'approved' and ${verifications.remindedTs} is null)`,
            ),
          ]),
      db.run(sql`update verifications set reminded_ts = ${now}
        where id in (select value from json_each(${ids})) and reminded_ts is null`),
    ]);
    return due.length;
  });

const toReminder = ({ id, endsTs, email, locale, firstName }: DueBadge) => ({
  key: [id],
  mail: {
    template: "badge_ending" as const,
    to: email,
    locale,
    params: { name: firstName, date: formatDate(endsTs - 1, locale) },
    actionPath: `${paths.verification()}#integrity`,
  },
});
