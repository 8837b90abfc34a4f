import { is, SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { afterCommit } from "@/db/after-commit";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { mailOutbox } from "@/db/schema";
import { type Locale, localised } from "@/shared/i18n/locales";
import { composeMail, type FactTable, type MailText } from "./compose";

/** Like `FactTable`. Details that only the batch knows, such as a new number, are SQL that returns text. */
export type MailTable = {
  title: string;
  rows: readonly { term: string; details: string | SQL; link?: boolean }[];
};

export type MailRequest = Omit<MailText, "actionUrl" | "tables"> & {
  tables?: readonly MailTable[];
  to: string;
  /** The address for replies, if it is not the site's. */
  replyTo?: string;
  locale: Locale;
  /** A path of this site; the mail contains it as an absolute URL in the recipient's locale. */
  actionPath?: string;
  /** False for mail that must not be stored: its row is deleted once it is sent or has failed. */
  kept?: boolean;
  /** The subject of the mail besides its recipient, by `auditSubject`; erasure of the subject finds the mail by it. */
  about?: string;
  /** When the one-time link in it ends (ms). */
  linkEndsTs?: number;
  /** The earliest time (ms) to send it; by default now. */
  notBeforeTs?: number;
};

/**
 * The statement that adds a mail to the outbox, for the batch of the action that causes it. With `guard`, it writes
 * only if that holds when the batch runs.
 */
export function queueMail(ctx: Ctx, request: MailRequest, guard?: SQL): Statement {
  const row = outboxRow(ctx, request);
  const statement =
    guard || (request.tables ?? []).length > 0
      ? insertWhere(ctx.db, mailOutbox, row, guard ?? sql`true`)
      : ctx.db.insert(mailOutbox).values(row as typeof mailOutbox.$inferInsert);
  return afterCommit("wake-mail", statement);
}

/** The row of a new mail; texts are SQL if a table contains SQL. */
export function outboxRow(
  ctx: Ctx,
  {
    to,
    replyTo,
    locale,
    actionPath,
    kept = true,
    about,
    linkEndsTs,
    notBeforeTs = ctx.now,
    tables = [],
    ...mail
  }: MailRequest,
) {
  const { marked, filled } = markTables(ctx.newId(), tables);
  const { subject, text, html } = composeMail(ctx.translator(locale), ctx.config.SITE_NAME, {
    ...mail,
    tables: marked,
    ...(actionPath ? { actionUrl: ctx.config.SITE_URL + localised(locale, actionPath) } : {}),
  });
  return {
    id: ctx.newId(),
    template: mail.template,
    recipient: to,
    replyTo: replyTo ?? null,
    subject,
    text: filled(text),
    html: filled(html, inHtml),
    createdTs: ctx.now,
    nextAttemptTs: notBeforeTs,
    kept,
    about: about ?? null,
    linkEndsTs: linkEndsTs ?? null,
  };
}

/**
 * Replaces unknown details by unguessable markers. `filled` is SQL for the text with the markers replaced by the
 * values, escaped by `as`. A missing value leaves its place empty, and the mail is still sent.
 */
function markTables(secret: string, tables: readonly MailTable[]) {
  const marks: { mark: string; value: SQL }[] = [];
  const mark = (details: string | SQL): string => {
    if (!is(details, SQL)) return details;
    marks.push({ mark: `${secret}-${marks.length}-`, value: details });
    return marks.at(-1)?.mark ?? "";
  };
  const marked: FactTable[] = tables.map(({ title, rows }) => ({
    title,
    rows: rows.map((row) => ({ ...row, details: mark(row.details) })),
  }));
  const filled = (text: string, as = (value: SQL): SQL => value): string | SQL =>
    marks.reduce<string | SQL>(
      (whole, { mark, value }) => sql`replace(${whole}, ${mark}, coalesce(${as(value)}, ''))`,
      text,
    );
  return { marked, filled };
}

/** A value from SQL, escaped for HTML. */
const inHtml = (value: SQL): SQL =>
  sql`replace(replace(replace(replace(${value}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')`;
