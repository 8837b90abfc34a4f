import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { afterCommit } from "@/db/after-commit";
import type { Statement } from "@/db/client";
import { mailOutbox } from "@/db/schema";
import { type MailRequest, outboxRow } from "./queue-mail";

/** `key` holds the values by which the condition finds the mail's cause. */
type KeyedMail = { key: readonly (string | number)[]; mail: Omit<MailRequest, "tables"> };

/**
 * One statement that adds one or more mails to the outbox, each only if `guard` holds for its key when the batch runs.
 * `guard` reads the parts of the key as `key ->> 0`, `key ->> 1`, …. For jobs: a worker may run 1,000 statements, so
 * one statement for each mail would limit a run to some hundreds.
 */
export function queueMails(ctx: Ctx, mails: readonly KeyedMail[], guard: SQL): Statement {
  const rows = mails.map(({ mail }) => outboxRow(ctx, mail));
  const columns = getTableColumns(mailOutbox);
  const fields = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[];
  const names = fields.map((field) => sql.identifier(columns[field].name));
  const values = fields.map((field) => sql.raw(`mail ->> '${field}'`));
  const json = JSON.stringify(mails.map(({ key }, index) => ({ key, mail: rows[index] })));
  return afterCommit(
    "wake-mail",
    ctx.db.run(sql`
      insert into ${mailOutbox} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}
      from (select value -> 'key' as key, value -> 'mail' as mail from json_each(${json})) where ${guard}`),
  );
}
