import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditSubject } from "@/db/audit";
import { noGuard } from "@/db/guard";
import { mailOutbox } from "@/db/schema";
import {
  changeMailRecipientStatement,
  eraseMailsAboutStatements,
  eraseMailsStatement,
  exportMails,
} from "@/features/mail";
import { newId } from "@/shared/ids";
import { bindings, db } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { findMail, jobContextAt, START } from "../../helpers/outbox";

type MailRow = typeof mailOutbox.$inferInsert;

/** Inserts a mail into the outbox. Returns its id. */
async function insertMail(fields: Partial<MailRow>): Promise<string> {
  const id = newId();
  const content = { template: "any", subject: "Subject", text: "text", html: "html" };
  const times = { createdTs: START, nextAttemptTs: START };
  await db.insert(mailOutbox).values({ id, recipient: "ana@example.test", ...content, ...times, ...fields });
  return id;
}

/** Inserts a mail in each state, with and without `deleteWhenDone`. */
const insertMailsInAllStates = (fields: Partial<MailRow>) =>
  Promise.all(
    (["waiting", "sent", "dead"] as const).flatMap((state) =>
      [true, false].map(async (deleteWhenDone) => ({
        state,
        deleteWhenDone,
        id: await insertMail({ ...fields, state, deleteWhenDone }),
      })),
    ),
  );

it("finds one user's mails without reading the whole table", async () => {
  await db.run(sql`insert into mail_outbox
      (id, template, recipient, subject, text, html, created_ts, next_attempt_ts, about)
    with recursive row(n) as (select 1 union all select n + 1 from row where n < 300)
    select 'other' || n, 'any', 'other' || n || '@example.test', '', '', '', 0, 0, iif(n % 2, 'enquiry:' || n, null)
    from row`);
  const user = { id: newId(), email: "ana@example.test", emailVerified: true };
  await insertMail({ about: "enquiry:mine" });
  await insertMail({ recipient: "new@example.test", about: auditSubject("user", user.id) });
  const { db: counting, ledger } = createCountingDb(bindings.DB);
  const ctx = jobContextAt(START, { DB: counting });
  expect(await exportMails(ctx, user)).toHaveLength(2);
  const to = "ana.pop@example.test";
  for (const statement of [
    changeMailRecipientStatement(ctx, { from: user.email, to }, noGuard),
    ...eraseMailsAboutStatements(ctx, sql`(select 'enquiry:mine')`),
    eraseMailsStatement(ctx, { ...user, email: to }, noGuard),
  ]) {
    await statement;
  }
  expect(ledger.statements).toHaveLength(7);
  for (const statement of ledger.statements) expect(statement.rowsRead, statement.sql).toBeLessThan(20);
});

describe("eraseMailsStatement", () => {
  it("deletes the user's mails in every state, at the present and the requested address, and no others", async () => {
    await db.delete(mailOutbox);
    const user = { id: newId(), email: "ana@example.test", emailVerified: true };
    await insertMailsInAllStates({});
    await insertMailsInAllStates({ recipient: "new@example.test", about: auditSubject("user", user.id) });
    // Another user requested the same address, or has it.
    const others = [
      ...(await insertMailsInAllStates({
        recipient: "new@example.test",
        about: auditSubject("user", newId()),
      })),
      ...(await insertMailsInAllStates({ recipient: "new@example.test" })),
    ];
    await eraseMailsStatement(jobContextAt(START), user, sql`1 = 0`);
    expect(await db.$count(mailOutbox)).toBe(24);
    await eraseMailsStatement(jobContextAt(START), user, noGuard);
    const remaining = (await db.select({ id: mailOutbox.id }).from(mailOutbox)).map(({ id }) => id);
    expect(remaining.sort()).toEqual(others.map(({ id }) => id).sort());
  });

  it("leaves mails about other records to an address that the user has not verified", async () => {
    await db.delete(mailOutbox);
    const user = { id: newId(), email: "ana@example.test", emailVerified: false };
    await insertMail({});
    const ofGuest = await insertMail({ about: "alert:guest" });
    await eraseMailsStatement(jobContextAt(START), user, noGuard);
    expect(await db.select({ id: mailOutbox.id }).from(mailOutbox)).toEqual([{ id: ofGuest }]);
  });
});

it("eraseMailsAboutStatements removes the subject's data and leaves mails about other subjects unchanged", async () => {
  await db.delete(mailOutbox);
  const erased = await insertMailsInAllStates({ about: "enquiry:erased" });
  const others = await insertMailsInAllStates({ about: "enquiry:other" });
  await db.batch(eraseMailsAboutStatements(jobContextAt(START), sql`(select 'enquiry:erased')`) as never);
  for (const { id, state } of erased) {
    const row = await findMail(id);
    if (state === "waiting") expect(row).toMatchObject({ deleteWhenDone: true, subject: "Subject" });
    if (state === "sent") expect(row).toMatchObject({ subject: "" });
    if (state === "dead") expect(row).toBeUndefined();
  }
  for (const { id, state, deleteWhenDone } of others) {
    expect(await findMail(id)).toMatchObject({ state, deleteWhenDone, subject: "Subject" });
  }
});

it("changeMailRecipientStatement moves finished mails to the new address; waiting mails keep the old one and are deleted when done", async () => {
  await db.delete(mailOutbox);
  const linkExpiresTs = START + 1000;
  const mails = await insertMailsInAllStates({ linkExpiresTs });
  const withoutLink = await insertMail({ state: "dead" });
  const toOther = await insertMail({ recipient: "mara@example.test", linkExpiresTs });
  const to = "ana.pop@example.test";
  await changeMailRecipientStatement(jobContextAt(START), { from: "ana@example.test", to }, noGuard);
  for (const { id, state, deleteWhenDone } of mails) {
    const expected =
      state === "waiting"
        ? { recipient: "ana@example.test", deleteWhenDone: true }
        : { recipient: to, deleteWhenDone };
    expect(await findMail(id)).toMatchObject({ ...expected, linkExpiresTs: START });
  }
  expect(await findMail(withoutLink)).toMatchObject({ recipient: to, linkExpiresTs: null });
  expect(await findMail(toOther)).toMatchObject({
    recipient: "mara@example.test",
    deleteWhenDone: false,
    linkExpiresTs,
  });
});
