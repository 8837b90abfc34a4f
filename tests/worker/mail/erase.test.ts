import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditSubject } from "@/db/audit";
import { mailOutbox } from "@/db/schema";
import { eraseMails, eraseMailsAbout, exportMails, moveMails } from "@/features/mail";
import { newId } from "@/shared/ids";
import { bindings, db } from "../../helpers/app";
import { countingDb } from "../../helpers/counting-db";
import { jobAt, mailRow, START } from "../../helpers/outbox";

const STATES = ["waiting", "sent", "dead"] as const;
const always = sql`1 = 1`;
type Mail = typeof mailOutbox.$inferInsert;

/** Inserts a mail into the outbox. Returns its id. */
async function put(given: Partial<Mail>): Promise<string> {
  const id = newId();
  const words = { template: "any", subject: "Subject", text: "text", html: "html" };
  const times = { createdTs: START, nextAttemptTs: START };
  await db.insert(mailOutbox).values({ id, recipient: "ana@example.test", ...words, ...times, ...given });
  return id;
}

/** A mail in each state, kept and not kept: their ids by both. */
async function oneOfEach(given: Partial<Mail>) {
  const ids = new Map<string, string>();
  for (const state of STATES) {
    for (const kept of [true, false]) ids.set(`${state} ${kept}`, await put({ ...given, state, kept }));
  }
  return ids;
}
const rowOf = (ids: Map<string, string>, which: string) => mailRow(ids.get(which) ?? "");

it("finds one user's mail without reading the whole table", async () => {
  for (let n = 0; n < 300; n++) {
    await put({ recipient: `other${n}@example.test`, about: n % 2 ? `enquiry:${n}` : null });
  }
  const user = { id: newId(), email: "ana@example.test" };
  await put({ about: "enquiry:mine" });
  await put({ recipient: "new@example.test", about: auditSubject("user", user.id) });
  const { db: counting, ledger } = countingDb(bindings.DB);
  const ctx = jobAt(START, { DB: counting });
  expect(await exportMails(ctx, user)).toHaveLength(2);
  const to = "ana.pop@example.test";
  for (const statement of [
    moveMails(ctx, { from: user.email, to }, always),
    ...eraseMailsAbout(ctx, sql`(select 'enquiry:mine')`),
    eraseMails(ctx, { ...user, email: to }, always),
  ]) {
    await statement;
  }
  expect(ledger.statements).toHaveLength(6);
  for (const one of ledger.statements) expect(one.rowsRead, one.sql).toBeLessThan(20);
});

it("eraseMails deletes the user's mail in every state, at both addresses, and no other", async () => {
  await db.delete(mailOutbox);
  const user = { id: newId(), email: "ana@example.test" };
  await oneOfEach({});
  await oneOfEach({ recipient: "new@example.test", about: auditSubject("user", user.id) });
  // Another user requested the same address, or has it.
  const others = [
    ...(await oneOfEach({ recipient: "new@example.test", about: auditSubject("user", newId()) })).values(),
    ...(await oneOfEach({ recipient: "new@example.test" })).values(),
  ];
  await eraseMails(jobAt(START), user, sql`1 = 0`);
  expect(await db.$count(mailOutbox)).toBe(24);
  await eraseMails(jobAt(START), user, always);
  const left = (await db.select({ id: mailOutbox.id }).from(mailOutbox)).map(({ id }) => id);
  expect(left.sort()).toEqual(others.sort());
});

it("eraseMailsAbout leaves the mail of other conversations unchanged", async () => {
  await db.delete(mailOutbox);
  const theirs = await oneOfEach({ about: "enquiry:theirs" });
  const other = await oneOfEach({ about: "enquiry:other" });
  await db.batch(eraseMailsAbout(jobAt(START), sql`(select 'enquiry:theirs')`) as never);
  for (const kept of [true, false]) {
    expect(await rowOf(theirs, `waiting ${kept}`)).toMatchObject({ kept: false, subject: "Subject" });
    expect(await rowOf(theirs, `sent ${kept}`)).toMatchObject({ subject: "" });
    expect(await rowOf(theirs, `dead ${kept}`)).toBeUndefined();
    for (const state of STATES) {
      expect(await rowOf(other, `${state} ${kept}`)).toMatchObject({ state, kept, subject: "Subject" });
    }
  }
});

it("moveMails moves finished mail to the new address; pending mail goes to the old one and leaves no row", async () => {
  await db.delete(mailOutbox);
  const linkEndsTs = START + 1000;
  const mails = await oneOfEach({ linkEndsTs });
  const plain = await put({ state: "dead" });
  const other = await put({ recipient: "mara@example.test", linkEndsTs });
  const to = "ana.pop@example.test";
  await moveMails(jobAt(START), { from: "ana@example.test", to }, always);
  for (const kept of [true, false]) {
    const over = { linkEndsTs: START };
    expect(await rowOf(mails, `waiting ${kept}`)).toMatchObject({
      recipient: "ana@example.test",
      kept: false,
      ...over,
    });
    expect(await rowOf(mails, `sent ${kept}`)).toMatchObject({ recipient: to, kept, ...over });
    expect(await rowOf(mails, `dead ${kept}`)).toMatchObject({ recipient: to, kept, ...over });
  }
  expect(await mailRow(plain)).toMatchObject({ recipient: to, linkEndsTs: null });
  expect(await mailRow(other)).toMatchObject({ recipient: "mara@example.test", kept: true, linkEndsTs });
});
