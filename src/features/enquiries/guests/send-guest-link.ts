import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { countHitsStatements, defineLimit, hasHitsLeftSql, type LimitKey } from "@/db/rate-limits";
import { enquiries, users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { paths } from "@/shared/paths";
import { createGuestToken } from "../guest-token";
import { formatSideName } from "../names";

const MAILBOX_LIMIT = defineLimit("guest_link_mail");
const NETWORK_LIMIT = defineLimit("guest_link_network");

/** The limits of mails with the link to a conversation. */
export const listLinkMailLimits = (ctx: Ctx, email: string): LimitKey[] => [
  [MAILBOX_LIMIT, hashLimitKey(ctx, email)],
  [NETWORK_LIMIT, hashLimitKey(ctx, ctx.network)],
];

/**
 * Mails the link to a conversation to its guest. Does nothing for an unknown, unconfirmed or account's enquiry, and past
 * a limit, so that the response reveals nothing about an enquiry.
 */
export async function sendGuestLink(ctx: Ctx, enquiryId: string): Promise<void> {
  const [guest] = await ctx.db
    .select({
      email: enquiries.guestEmail,
      locale: enquiries.guestLocale,
      teacher: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(enquiries)
    .leftJoin(users, eq(users.id, enquiries.teacherId))
    .where(
      and(eq(enquiries.id, enquiryId), isNotNull(enquiries.guestEmail), isNotNull(enquiries.confirmedTs)),
    );
  if (!guest?.email) return;
  const { email, locale, teacher } = guest;
  const limits = listLinkMailLimits(ctx, email);
  const mailLocale = locale ?? ctx.locale;
  await ctx.commit([
    queueMailStatement(
      ctx,
      {
        template: "enquiry_link",
        to: email,
        locale: mailLocale,
        params: { name: formatSideName(ctx.translator(mailLocale), "teacher", teacher) },
        about: auditSubject("enquiry", enquiryId),
        actionPath: paths.enquiry(enquiryId, { token: createGuestToken(ctx, { id: enquiryId, email }) }),
      },
      // The guest may have been erased since the enquiry was read.
      and(
        sql`exists (select 1 from ${enquiries} where id = ${enquiryId} and guest_email = ${email})`,
        hasHitsLeftSql(limits, ctx.now),
      ) as SQL,
    ),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
  ]);
}
