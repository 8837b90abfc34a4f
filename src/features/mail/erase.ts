import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Ctx, Visitor } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { mailOutbox } from "@/db/schema";

/** Mails of somebody: to their address, and to the one that they wanted to have instead. */
export const mailsOf = ({ id, email }: Pick<Visitor, "id" | "email">): SQL =>
  or(eq(mailOutbox.recipient, email), eq(mailOutbox.about, auditSubject("user", id))) as SQL;

/** Takes out every mail of somebody, those that still wait too, if `guard` holds. */
export const eraseMailsOf = (
  { db }: Pick<Ctx, "db">,
  user: Pick<Visitor, "id" | "email">,
  guard: SQL,
): Statement => db.delete(mailOutbox).where(and(mailsOf(user), guard));

/** Takes out every mail to an address about one thing, those that still wait too. `about` by `auditSubject`. */
export const eraseMailsToAbout = ({ db }: Pick<Ctx, "db">, recipient: string, about: string): Statement =>
  db.delete(mailOutbox).where(and(eq(mailOutbox.recipient, recipient), eq(mailOutbox.about, about)));

/**
 * Leaves no trace of somebody in mails to others, which name them in the subject and quote them. One that waits is
 * handed over as it is, since it tells of what was done before, and its row goes then; one that was given up goes now.
 * One that was sent has lost its words already and loses its subject. `subjects` is a subquery: what these mails are
 * about.
 */
export function eraseMailsAbout({ db }: Pick<Ctx, "db">, subjects: SQL): Statement[] {
  // The plus keeps SQLite from the index of states, in which everybody's mail of a month stands.
  const inState = (state: "dead" | "waiting" | "sent") =>
    and(sql`${mailOutbox.about} in ${subjects}`, sql`+${mailOutbox.state} = ${state}`);
  return [
    db.delete(mailOutbox).where(inState("dead")),
    db.update(mailOutbox).set({ kept: false }).where(inState("waiting")),
    db.update(mailOutbox).set({ subject: "" }).where(inState("sent")),
  ];
}
