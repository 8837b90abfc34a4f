import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { withAfterCommitHook } from "@/db/after-commit";
import type { Statement } from "@/db/client";
import type { DeliveryCondition } from "@/db/delivery-condition";
import { noGuard } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { mailOutbox } from "@/db/schema";
import type { TextFile } from "@/platform/mail";
import type { DetailsTable } from "./compose-mail";
import { composeSiteMail, type SiteMail } from "./compose-site-mail";
import type { MailTemplate } from "./mail-kinds";
import { getMailPriority } from "./mail-priorities";

/** Like `DetailsTable`. Details that only the batch can compute, such as a new number, are SQL that returns text. */
type MailTable = {
  title: string;
  rows: readonly { term: string; details: string | SQL; link?: boolean }[];
};

/** A mail to queue. */
export type NewMail = Omit<SiteMail, "tables"> & {
  /** By default a new id. */
  id?: string;
  tables?: readonly MailTable[];
  to: string;
  /** The address for replies, if it is not the site's. */
  replyTo?: string;
  /** For mail that must leave no trace: its row is deleted when it is sent or has failed for good. */
  deleteWhenDone?: boolean;
  /** The record that the mail is about, by `auditSubject`; erasure of the record finds the mail by it. */
  about?: string;
  /** When its one-time link expires (ms). */
  linkExpiresTs?: number;
  /** The earliest time (ms) to send it; by default now, or when the decision can't be undone any more. */
  notBeforeTs?: number;
  attachment?: TextFile;
  /** What must still hold when it is delivered. */
  condition?: DeliveryCondition;
};

/** The statement that adds a mail to the outbox if `guard` holds, for the batch of the action that causes it. */
export const queueMailStatement = (ctx: Ctx, mail: NewMail, guard: SQL = noGuard): Statement =>
  withAfterCommitHook("wake-outbox", insertWhere(ctx.db, mailOutbox, composeRow(ctx, mail), guard));

/** The least time (ms) between two mails about one record to one address, of which the second waits for more to join. */
export const JOIN_MS = 5 * 60_000;

/** `message`: the id of the message that it tells; its reader may read it on the site first. */
type JoinedMail = SiteMail & { message?: string };

/** Mails that join others take no SQL details: they are composed at delivery. */
export type JoiningMail = Omit<JoinedMail, "tables"> &
  Pick<NewMail, "to" | "condition"> & {
    about: string;
    tables?: readonly DetailsTable[];
    /** The least time (ms) between two mails of this template; without it JOIN_MS between any two about the record. */
    joinMs?: number;
  };

/** The payload of a mail that others joined, oldest first; its `MailComposer` makes one mail of them. */
export type JoinedMails = { mails: JoinedMail[] };

/**
 * Like `queueMailStatement`, for mails that may follow each other quickly. It leaves now if the recipient got no mail about
 * the same record for JOIN_MS, or none of the template for `joinMs`, else after that time; an equal mail that still waits
 * takes it up. A mail takes nothing up from its first attempt on. Without `joinMs`, mails about a lesson do not count: the
 * message after one often has the link to the lesson.
 */
export function queueJoiningMailStatement(ctx: Ctx, mail: JoiningMail, guard: SQL): Statement {
  const { to, condition: _, joinMs = JOIN_MS, ...content } = mail;
  const isAboutSameSql = sql`about = ${mail.about} and +recipient = ${to}`;
  const row = {
    ...composeRow(ctx, mail),
    ...{ subject: "", text: "", html: "" },
    id: sql`coalesce((select id from mail_outbox where ${isAboutSameSql} and template = ${mail.template}
      and +state = 'waiting' and attempts = 0 and payload is not null limit 1), ${ctx.newId()})`,
    nextAttemptTs: sql`(select max(${ctx.now}, min(${ctx.now + joinMs},
      coalesce(max(coalesce(sent_ts, next_attempt_ts)), 0) + ${joinMs})) from mail_outbox
      where ${isAboutSameSql} and template not like 'appointment!_%' escape '!'
        ${mail.joinMs === undefined ? sql`` : sql`and template = ${mail.template}`})`,
    payload: { mails: [content] } satisfies JoinedMails,
  };
  return withAfterCommitHook(
    "wake-outbox",
    insertWhere(ctx.db, mailOutbox, row, guard).onConflictDoUpdate({
      target: mailOutbox.id,
      set: {
        payload: sql`json_insert(${mailOutbox.payload}, '$.mails[#]', json(excluded.payload -> '$.mails[0]'))`,
      },
    }),
  );
}

/**
 * `queueMailStatement`, for a mail that must not overtake mails about the same record: one that waits for others to join
 * leaves now, before it, and as urgently. Both statements read `guard`.
 */
export const queueMailAfterJoinedStatements = (
  ctx: Ctx,
  mail: NewMail & { about: string },
  guard: SQL,
): Statement[] => [
  ctx.db.run(sql`update ${mailOutbox} set next_attempt_ts = min(next_attempt_ts, ${ctx.now}),
      priority = min(priority, ${getMailPriority(mail.template)})
    where about = ${mail.about} and +recipient = ${mail.to} and +state = 'waiting' and attempts = 0
      and payload is not null and ${guard}`),
  queueMailStatement(ctx, mail, guard),
];

/** `key` holds the values by which the guard finds the mail's cause. */
type KeyedMail = { key: readonly (string | number)[]; mail: Omit<NewMail, "tables"> };

/**
 * One statement that adds one or more mails to the outbox, each only if `guard` holds for its key when the batch runs.
 * `guard` reads the parts of the key as `key ->> 0`, `key ->> 1`, …. For jobs: a worker may run 1,000 statements, so
 * one statement for each mail would limit a run to some hundreds.
 */
export function queueMailsStatement(ctx: Ctx, mails: readonly KeyedMail[], guard: SQL): Statement {
  const rows = mails.map(({ mail }) => composeRow(ctx, mail));
  const columns = getTableColumns(mailOutbox);
  const fields = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[];
  const names = fields.map((field) => sql.identifier(columns[field].name));
  const values = fields.map((field) => sql.raw(`mail ->> '${field}'`));
  const json = JSON.stringify(mails.map(({ key }, index) => ({ key, mail: rows[index] })));
  return withAfterCommitHook(
    "wake-outbox",
    ctx.db.run(sql`
      insert into ${mailOutbox} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}
      from (select value -> 'key' as key, value -> 'mail' as mail from json_each(${json})) where ${guard}`),
  );
}

/**
 * The statement that adds mails of a template that a `MailComposer` composes when they are delivered: one for each row of
 * `rows`, which is what follows `from` in a query. The other values are SQL about a row.
 */
export const queueComposedMailsStatement = (
  { db, now }: Ctx,
  template: MailTemplate,
  {
    id,
    recipient,
    payload,
    about = sql`null`,
    deleteWhenDone = false,
  }: Record<"id" | "recipient" | "payload", SQL> & { about?: SQL; deleteWhenDone?: boolean },
  rows: SQL,
): Statement =>
  withAfterCommitHook(
    "wake-outbox",
    db.run(sql`
      insert into ${mailOutbox} (id, template, priority, recipient, subject, text, html, payload, about, delete_when_done,
        created_ts, next_attempt_ts)
      select ${id}, ${template}, ${getMailPriority(template)}, ${recipient}, '', '', '', ${payload}, ${about}, ${Number(deleteWhenDone)},
        ${now}, ${now}
      from ${rows}`),
  );

/** The row of a new mail; its texts are SQL if a table contains SQL. */
function composeRow(
  ctx: Ctx,
  {
    id = ctx.newId(),
    to,
    replyTo,
    deleteWhenDone = false,
    about,
    linkExpiresTs,
    notBeforeTs = ctx.decision?.undoEndsTs ?? ctx.now,
    tables = [],
    attachment,
    condition,
    ...mail
  }: NewMail,
) {
  const { markedTables, fillMarkers } = insertMarkers(ctx.newId(), tables);
  const { subject, text, html, unsubscribeUrl } = composeSiteMail(ctx, { ...mail, tables: markedTables });
  return {
    id,
    template: mail.template,
    priority: getMailPriority(mail.template),
    recipient: to,
    replyTo: replyTo ?? null,
    unsubscribeUrl,
    subject,
    text: fillMarkers(text),
    html: fillMarkers(html, escapeHtmlSql),
    createdTs: ctx.now,
    nextAttemptTs: notBeforeTs,
    deleteWhenDone,
    about: about ?? null,
    decisionId: ctx.decision?.id ?? null,
    linkExpiresTs: linkExpiresTs ?? null,
    attachment: attachment ?? null,
    condition: condition ?? null,
  };
}

/**
 * Replaces SQL details by unguessable markers, so that the mail can be composed before the batch runs. `fillMarkers`
 * returns SQL that puts the values, escaped by `escapeValue`, into a composed text. A null value leaves its cell empty.
 */
function insertMarkers(secret: string, tables: readonly MailTable[]) {
  const markers: { marker: string; value: SQL }[] = [];
  const toText = (details: string | SQL): string => {
    if (!is(details, SQL)) return details;
    const marker = `${secret}-${markers.length}-`;
    markers.push({ marker, value: details });
    return marker;
  };
  const markedTables: DetailsTable[] = tables.map(({ title, rows }) => ({
    title,
    rows: rows.map((row) => ({ ...row, details: toText(row.details) })),
  }));
  const fillMarkers = (text: string, escapeValue = (value: SQL): SQL => value): string | SQL =>
    markers.reduce<string | SQL>(
      (filled, { marker, value }) => sql`replace(${filled}, ${marker}, coalesce(${escapeValue(value)}, ''))`,
      text,
    );
  return { markedTables, fillMarkers };
}

/** SQL that escapes a value for HTML. */
const escapeHtmlSql = (value: SQL): SQL =>
  sql`replace(replace(replace(replace(${value}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')`;
