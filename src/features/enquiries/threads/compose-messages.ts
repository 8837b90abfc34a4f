import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { enquiries, messages } from "@/db/schema";
import type { JoinedMails, MailComposer } from "@/features/mail";

/**
 * Composes one mail of the messages that joined it while it waited, of their copies for a parent, or of texts that were
 * refused. Messages that the reader has read on the site meanwhile are left out.
 */
export const composeMessages: MailComposer = async (ctx, { payload }) => {
  const { translator } = ctx;
  const joined = (payload as JoinedMails).mails;
  const read = await listReadMessages(
    ctx,
    joined.flatMap(({ message }) => message ?? []),
  );
  const mails = joined.filter(({ message }) => !message || !read.has(message));
  const newest = mails.at(-1);
  if (!newest || mails.length === 1) return newest ?? null;
  const isCopy = newest.template === "parent_copy";
  const isWarning = newest.template === "parent_refused";
  const tables = new Map(mails.flatMap((mail) => mail.tables ?? []).map((one) => [JSON.stringify(one), one]));
  return {
    ...newest,
    ...(isWarning ? {} : { template: isCopy ? "parent_copies" : "enquiry_messages" }),
    params: { ...newest.params, messages: translator(newest.locale).count("mail.messages", mails.length) },
    // A parent reads what both sides wrote.
    quote: mails.flatMap(({ quote = "", params }) => (isCopy ? `${params.from}:\n${quote}` : quote)),
    tables: [...tables.values()],
  };
};

/** Of these messages, those that their reader has read. */
async function listReadMessages({ db }: Ctx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(enquiries, eq(enquiries.id, messages.enquiryId))
    .where(
      and(
        sql`${messages.id} in (select value from json_each(${JSON.stringify(ids)}))`,
        sql`${messages.createdTs} <= iif(${messages.author} = 'learner', ${enquiries.teacherReadTs}, ${enquiries.learnerReadTs})`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Delivery condition of a mail with messages: its side (`->> 2`) did not block the other one, nor mark it as spam, while it
 * waited.
 */
export const isMessageDueSql = (_now: number, condition: SQL): SQL => sql`exists (
  select 1 from ${enquiries} where id = ${condition} ->> 1
    and iif(${condition} ->> 2 = 'teacher', teacher_blocked_ts is null and state <> 'spam', learner_blocked_ts is null))`;
