import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { countHitsStatements, defineLimit, hasHitsLeftSql } from "@/db/rate-limits";
import { enquiries, users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { paths } from "@/shared/paths";
import { formatSideName } from "../names";
import { createGuestToken } from "./guest-token";

/** Mails with the link to a conversation, by mailbox and by the network of the request. */
export const LINK_MAILS_OF_MAILBOX = defineLimit("guest_link_mail");
export const LINK_MAILS_OF_NETWORK = defineLimit("guest_link_network");

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
  const limits = [
    [LINK_MAILS_OF_MAILBOX, hashLimitKey(ctx, email)],
    [LINK_MAILS_OF_NETWORK, hashLimitKey(ctx, ctx.network)],
  ] as const;
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
