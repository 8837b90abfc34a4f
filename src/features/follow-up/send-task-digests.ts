import { and, eq, isNull, lt } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { previousChanged } from "@/db/guard";
import { users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { parseLocalTime, toDay } from "@/shared/dates";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { listOpenTasks } from "./find-next-task";
import { listFailures } from "./pages/failures-notice";
import { formatFurther, hasFailures } from "./queues/count-follow-up";

/** When the mail leaves, in Romania. */
const SEND_TIME = "07:00";
/** Admins of one run; the next run goes on. */
const BATCH_SIZE = 3;

/**
 * Mails the first open tasks of a run, and what fails, to the admins who want it, once a day; none when all is clear.
 * Returns the number of admins.
 */
export async function sendTaskDigests(ctx: Ctx): Promise<number> {
  const today = toDay(ctx.now);
  if (ctx.now < (parseLocalTime(`${today}T${SEND_TIME}`) ?? ctx.now)) return 0;
  const { id, email, firstName, locale, taskDigestDay, emailVerifiedTs } = users;
  const admins = await ctx.db
    .select({ id, email, firstName, locale, taskDigestDay, emailVerifiedTs })
    .from(users)
    .where(and(eq(users.role, "a"), isNull(users.disabledTs), lt(taskDigestDay, today)))
    .limit(BATCH_SIZE);
  for (const admin of admins) {
    const user = { ...admin, role: "a", emailVerified: admin.emailVerifiedTs !== null } as const;
    const t = ctx.translator(admin.locale);
    // The lists read these fields of their admin only.
    const adminCtx: Ctx = { ...ctx, t, user: user as unknown as SignedInUser };
    const { tasks, count, isMore, failures } = await listOpenTasks(adminCtx);
    const toLink = (term: string, path: string) => ({
      term,
      details: ctx.config.SITE_URL + localizePath(admin.locale, path),
      link: true,
    });
    await ctx.commit([
      ctx.db
        .update(users)
        .set({ taskDigestDay: today })
        .where(and(eq(id, admin.id), lt(taskDigestDay, today))),
      ...(tasks.length === 0 && !hasFailures(failures)
        ? []
        : [
            queueMailStatement(
              ctx,
              {
                template: "task_digest",
                to: admin.email,
                locale: admin.locale,
                params: { name: admin.firstName },
                tables: [
                  {
                    title: t("follow-up.failures.heading"),
                    rows: listFailures(t, failures).map(({ text, path }) => toLink(text, path)),
                  },
                  {
                    title: t("follow-up.heading"),
                    rows: [
                      ...tasks.map(({ kind, details }) => ({ term: kind, details })),
                      ...(count > tasks.length
                        ? [toLink(formatFurther(t, count - tasks.length, isMore), paths.followUp())]
                        : []),
                    ],
                  },
                ].filter(({ rows }) => rows.length > 0),
                actionPath: paths.nextTask(),
              },
              previousChanged,
            ),
          ]),
    ]);
  }
  return admins.length;
}
