import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { createGuestToken } from "@/auth/guest-token";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { countHitsStatements, defineLimit, hasHitsLeftSql, type LimitKey } from "@/db/rate-limits";
import { enquiries, users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { formatList } from "@/shared/format";
import { paths } from "@/shared/paths";
import { MAX_RECIPIENTS } from "@/shared/schemas/enquiry";
import { formatSideName } from "../names";
import { formatLinkToken, type LinkedEnquiry } from "./link-tokens";

const MAILBOX_LIMIT = defineLimit("guest_link_mail");
const NETWORK_LIMIT = defineLimit("guest_link_network");

/** The limits of mails with the link to a conversation. */
export const listLinkMailLimits = (ctx: Ctx, email: string): LimitKey[] => [
  [MAILBOX_LIMIT, hashLimitKey(ctx, email)],
  [NETWORK_LIMIT, hashLimitKey(ctx, ctx.network)],
];

/** Mails the link to a conversation to its guest, as `sendConversationsLink`. */
export const sendGuestLink = (ctx: Ctx, enquiryId: string): Promise<void> =>
  sendConversationsLink(ctx, eq(enquiries.id, enquiryId));

/**
 * Mails one link to the newest conversations of a guest. `isGuestsSql` is a condition on enquiries of one guest. Does
 * nothing for unknown, unconfirmed and accounts' enquiries, and past a limit, so that the response reveals nothing about
 * an enquiry.
 */
export async function sendConversationsLink(ctx: Ctx, isGuestsSql: SQL): Promise<void> {
  const found = await listConversations(ctx, isGuestsSql);
  const [first] = found;
  if (!first) return;
  const { id, email } = first;
  const limits = listLinkMailLimits(ctx, email);
  const locale = first.locale ?? ctx.locale;
  const t = ctx.translator(locale);
  const names = new Set(found.map(({ teacher }) => formatSideName(t, "teacher", teacher)));
  const [link, ...others] = found.map((enquiry) => toLink(ctx, enquiry));
  await ctx.commit([
    queueMailStatement(
      ctx,
      {
        template: others.length > 0 ? "enquiry_links" : "enquiry_link",
        to: email,
        locale,
        params: { name: formatList([...names], locale) },
        // An erasure of a teacher finds the mail by the first enquiry only, and the text names all teachers.
        deleteWhenDone: others.length > 0,
        about: auditSubject("enquiry", id),
        actionPath:
          link && others.length === 0
            ? paths.enquiry(link.id, { token: link.token })
            : toConversationsPath(ctx, found),
      },
      // The guest may have been erased since the enquiry was read.
      and(
        sql`exists (select 1 from ${enquiries} where id = ${id} and guest_email = ${email})`,
        hasHitsLeftSql(limits, ctx.now),
      ) as SQL,
    ),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
  ]);
}

/** The newest conversations of a guest. `isGuestsSql` as for `sendConversationsLink`. */
async function listConversations({ db }: Ctx, isGuestsSql: SQL) {
  const rows = await db
    .select({
      id: enquiries.id,
      email: enquiries.guestEmail,
      locale: enquiries.guestLocale,
      teacher: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(enquiries)
    .leftJoin(users, eq(users.id, enquiries.teacherId))
    .where(and(isGuestsSql, isNotNull(enquiries.guestEmail), isNotNull(enquiries.confirmedTs)))
    .orderBy(desc(enquiries.lastMessageTs))
    .limit(MAX_RECIPIENTS);
  return rows.map((row) => ({ ...row, email: row.email ?? "" }));
}

const toLink = (ctx: Ctx, { id, email }: { id: string; email: string }): LinkedEnquiry => ({
  id,
  token: createGuestToken(ctx, { id, email }),
});

const toConversationsPath = (ctx: Ctx, found: readonly { id: string; email: string }[]) =>
  paths.confirmEnquiries({ token: found.map((enquiry) => formatLinkToken(toLink(ctx, enquiry))) });

/** The number of a guest's confirmed conversations. */
export const countConversations = ({ db }: Ctx, guestEmail: string): Promise<number> =>
  db.$count(enquiries, and(eq(enquiries.guestEmail, guestEmail), isNotNull(enquiries.confirmedTs)));

/** The page of a guest's newest conversations; null without any. Only for a visitor who proved the address. */
export async function findConversationsPath(ctx: Ctx, provenAddress: string): Promise<string | null> {
  const newest = await listConversations(ctx, eq(enquiries.guestEmail, provenAddress));
  return newest.length > 0 ? toConversationsPath(ctx, newest) : null;
}
