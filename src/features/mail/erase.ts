import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { mailOutbox } from "@/db/schema";

/** Takes out every mail to an address, those that still wait too, if `when` holds. */
export const eraseMailsTo = (ctx: Pick<Ctx, "db">, email: string, when: SQL): Statement =>
  ctx.db.delete(mailOutbox).where(and(eq(mailOutbox.recipient, email), when));

export type Correspondence = {
  /** The templates of mails in which one person writes to another. */
  templates: readonly string[];
  /** The addresses that they went to, as a subquery. */
  recipients: SQL;
  /** Whether a mail that still holds its words is part of it: a condition on `mail_outbox`. */
  among: SQL;
};

/**
 * Leaves no trace of somebody in mails to others, which name them in the subject and quote them. One that waits is
 * handed over as it is, since it tells of what was done before, and its row goes then; one that was given up goes now.
 * One that was sent has lost its words already and loses its subject.
 */
export function eraseMailsAbout(
  { db }: Pick<Ctx, "db">,
  { templates, recipients, among }: Correspondence,
): Statement[] {
  const theirs = and(
    sql`${mailOutbox.recipient} in ${recipients}`,
    sql`${mailOutbox.template} in (select value from json_each(${JSON.stringify(templates)}))`,
  );
  return [
    db.delete(mailOutbox).where(and(theirs, eq(mailOutbox.state, "dead"), among)),
    db
      .update(mailOutbox)
      .set({ kept: false })
      .where(and(theirs, eq(mailOutbox.state, "waiting"), among)),
    db
      .update(mailOutbox)
      .set({ subject: "" })
      .where(and(theirs, eq(mailOutbox.state, "sent"))),
  ];
}
