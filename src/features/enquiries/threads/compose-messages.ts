import { type SQL, sql } from "drizzle-orm";
import { enquiries } from "@/db/schema";
import type { JoinedMails, MailComposer } from "@/features/mail";

/** Composes one mail of the messages, or of their copies for a parent, that joined it while it waited. */
export const composeMessages: MailComposer = async ({ translator }, { payload }) => {
  const { mails } = payload as JoinedMails;
  const newest = mails.at(-1);
  if (!newest || mails.length === 1) return newest ?? null;
  const isCopy = newest.template === "parent_copy";
  const tables = new Map(mails.flatMap((mail) => mail.tables ?? []).map((one) => [JSON.stringify(one), one]));
  return {
    ...newest,
    template: isCopy ? "parent_copies" : "enquiry_messages",
    params: { ...newest.params, messages: translator(newest.locale).count("mail.messages", mails.length) },
    // A parent reads what both sides wrote.
    quote: mails.flatMap(({ quote = "", params }) => (isCopy ? `${params.from}:\n${quote}` : quote)),
    tables: [...tables.values()],
  };
};

/** Delivery condition of a mail with messages: its side (`->> 2`) did not block the other one while it waited. */
export const isMessageDueSql = (_now: number, condition: SQL): SQL => sql`exists (
  select 1 from ${enquiries} where id = ${condition} ->> 1
    and iif(${condition} ->> 2 = 'teacher', teacher_blocked_ts, learner_blocked_ts) is null)`;
