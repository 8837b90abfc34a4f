import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Ctx, Visitor } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { mailOutbox } from "@/db/schema";

/** Condition: a user's mails, by recipient, or by subject if sent to an address they wanted to change to. */
export const mailsOf = ({ id, email }: Pick<Visitor, "id" | "email">): SQL =>
  or(eq(mailOutbox.recipient, email), eq(mailOutbox.about, auditSubject("user", id))) as SQL;

/** Deletes all of a user's mails, unsent ones included, if `guard` holds. */
export const eraseMails = (
  { db }: Pick<Ctx, "db">,
  user: Pick<Visitor, "id" | "email">,
  guard: SQL,
): Statement => db.delete(mailOutbox).where(and(mailsOf(user), guard));

/** Deletes all mails to an address about one subject, unsent ones included. `about` by `auditSubject`. */
export const eraseMailsToAbout = ({ db }: Pick<Ctx, "db">, recipient: string, about: string): Statement =>
  db.delete(mailOutbox).where(and(eq(mailOutbox.recipient, recipient), eq(mailOutbox.about, about)));

/**
 * Removes a user's data from mails to others, which name and quote them. Unsent mail is still sent, because it reports
 * a past action, and its row is deleted after that. Dead mail is deleted now. Sent mail has already lost its text and
 * loses its subject. `subjects` is a subquery: the subjects (`about`) of these mails.
 */
export function eraseMailsAbout({ db }: Pick<Ctx, "db">, subjects: SQL): Statement[] {
  // The plus keeps SQLite from using the index by state, which covers a month of all mail.
  const inState = (state: "dead" | "waiting" | "sent") =>
    and(sql`${mailOutbox.about} in ${subjects}`, sql`+${mailOutbox.state} = ${state}`);
  return [
    db.delete(mailOutbox).where(inState("dead")),
    db.update(mailOutbox).set({ kept: false }).where(inState("waiting")),
    db.update(mailOutbox).set({ subject: "" }).where(inState("sent")),
  ];
}
