import { and, eq, isNull, lt } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { previousChanged } from "@/db/guard";
import { users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { parseLocalTime, toDay } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { listFollowUp } from "./queues/list-follow-up";
import { toTargetTexts } from "./target-texts";

/** When the mail leaves, in Romania. */
const SEND_TIME = "07:00";
/** Admins of one run; the next run goes on. */
const BATCH_SIZE = 5;

/**
 * Mails the first page of the open tasks to the admins who want it, once a day; none when all is clear. Returns the
 * number of admins.
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
    const filter = { queue: null, owner: null, view: "open" } as const;
    // The list reads these fields of its admin only.
    const adminCtx: Ctx = { ...ctx, user: user as unknown as SignedInUser };
    const { rows } = await listFollowUp(adminCtx, filter, { after: undefined });
    const t = ctx.translator(admin.locale);
    await ctx.commit([
      ctx.db
        .update(users)
        .set({ taskDigestDay: today })
        .where(and(eq(id, admin.id), lt(taskDigestDay, today))),
      ...(rows.length === 0
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
                    title: t("follow-up.heading"),
                    rows: rows.map((row) => {
                      const { what, who, about } = toTargetTexts(t, row);
                      const details = [what, about, who].filter(Boolean).join(" · ");
                      return { term: t(`follow-up.queues.${row.queue}`), details };
                    }),
                  },
                ],
                actionPath: paths.nextTask(),
              },
              previousChanged,
            ),
          ]),
    ]);
  }
  return admins.length;
}
