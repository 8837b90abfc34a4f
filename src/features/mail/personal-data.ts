import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { decisionUndos, mailOutbox } from "@/db/schema";

type MailOwner = Pick<SignedInUser, "id" | "email" | "emailVerified">;

/**
 * Condition: a mail to the user, or to an address that the user wanted to change to. An address that is not verified may
 * be another person's, such as a guest's, whose mails are about an enquiry, an alert or another record.
 */
const belongsToUserSql = ({ id, email, emailVerified }: MailOwner): SQL =>
  or(
    and(eq(mailOutbox.recipient, email), emailVerified ? undefined : isNull(mailOutbox.about)),
    eq(mailOutbox.about, auditSubject("user", id)),
  ) as SQL;

/** A user's mails of the last month, as JSON for their export, without texts, because these contain sign-in links. */
export async function exportMails(ctx: Ctx, user: MailOwner) {
  const rows = await ctx.db
    .select({
      template: mailOutbox.template,
      recipient: mailOutbox.recipient,
      subject: mailOutbox.subject,
      about: mailOutbox.about,
      state: mailOutbox.state,
      createdTs: mailOutbox.createdTs,
      sentTs: mailOutbox.sentTs,
    })
    .from(mailOutbox)
    .where(belongsToUserSql(user))
    .orderBy(asc(mailOutbox.createdTs));
  return rows.map((mail) => exportRow(mailOutbox, mail));
}

/** Deletes all of a user's mails, unsent ones included, if `guard` holds. */
export const eraseMailsStatement = ({ db }: Ctx, user: MailOwner, guard: SQL): Statement =>
  db.delete(mailOutbox).where(and(belongsToUserSql(user), guard));

/** Deletes all mails to an address about some records, unsent ones included. `subjects` is a subquery of `about`. */
export const eraseMailsToStatement = (
  { db }: Ctx,
  { recipient, subjects }: { recipient: string; subjects: SQL },
): Statement =>
  db
    .delete(mailOutbox)
    .where(and(eq(mailOutbox.recipient, recipient), sql`${mailOutbox.about} in ${subjects}`));

/** Deletes all mails about some records, unsent ones included. `subjects` is a subquery of `about`. */
export const deleteMailsAboutStatement = ({ db }: Ctx, subjects: SQL): Statement =>
  db.delete(mailOutbox).where(sql`${mailOutbox.about} in ${subjects}`);

/**
 * Removes a user's data from mails to others, which name and quote them, and deletes what undos of decisions about these
 * records would restore. Unsent mail is still sent, because it reports a past action, and its row is deleted after that.
 * Dead mail is deleted now, and so are messages that others may join (`queueJoiningMailStatement`). Sent mail has already
 * lost its text and loses its subject line. `subjects` is a subquery: the subjects (`about`) of these mails.
 */
export function eraseMailsAboutStatements({ db }: Pick<Ctx, "db">, subjects: SQL): Statement[] {
  // The plus keeps SQLite from using the index by state, which covers a month of all mail.
  const isAboutSql = sql`${mailOutbox.about} in ${subjects}`;
  const isInStateSql = (state: "waiting" | "sent") => and(isAboutSql, sql`+${mailOutbox.state} = ${state}`);
  return [
    db
      .delete(mailOutbox)
      .where(
        and(isAboutSql, sql`(+${mailOutbox.state} = 'dead' or ${mailOutbox.payload} -> 'mails' is not null)`),
      ),
    db.update(mailOutbox).set({ deleteWhenDone: true }).where(isInStateSql("waiting")),
    db.update(mailOutbox).set({ subject: "" }).where(isInStateSql("sent")),
    db.delete(decisionUndos).where(sql`${decisionUndos.subject} in ${subjects}`),
  ];
}

/**
 * Assigns a user's finished mails to their new address, if `guard` holds, because the old one may later belong to
 * another person. So the user's export and erasure still find them. Unsent mail still goes to the old address, and its
 * row is deleted after that. One-time links mailed to the old address expire now.
 */
export const changeMailRecipientStatement = (
  { db, now }: Ctx,
  { from, to }: { from: string; to: string },
  guard: SQL,
): Statement => {
  const isWaitingSql = sql`${mailOutbox.state} = 'waiting'`;
  return db
    .update(mailOutbox)
    .set({
      recipient: sql`case when ${isWaitingSql} then ${mailOutbox.recipient} else ${to} end`,
      deleteWhenDone: sql`case when ${isWaitingSql} then 1 else ${mailOutbox.deleteWhenDone} end`,
      // SQLite's min of null is null, so mails without a link stay unchanged.
      linkExpiresTs: sql`min(${mailOutbox.linkExpiresTs}, ${now})`,
    })
    .where(and(eq(mailOutbox.recipient, from), guard));
};
