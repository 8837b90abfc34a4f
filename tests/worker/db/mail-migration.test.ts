import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";

const { DB, TEST_MIGRATIONS } = env as unknown as { DB: D1Database; TEST_MIGRATIONS: D1Migration[] };
const at = TEST_MIGRATIONS.findIndex(({ name }) => name.startsWith("0010_"));

test("0010 says of mails that tell of a conversation which one it is, or takes their subject if nothing shows it", async () => {
  await reset();
  await applyD1Migrations(DB, TEST_MIGRATIONS.slice(0, at));
  for (const id of ["qaz", "wsx"]) {
    await DB.prepare("insert into enquiries (id, state, created_ts, last_message_ts) values (?, 'new', 1, 1)")
      .bind(id)
      .run();
  }
  const mail = DB.prepare(
    "insert into mail_outbox (id, template, recipient, subject, text, html, created_ts, next_attempt_ts, state) values (?, ?, 'a@example.test', 'Subject', ?, '', 1, 1, ?)",
  );
  const link = "Open:\nhttps://catedra.test/ro/enquiries/wsx";
  await DB.batch([
    mail.bind("waiting", "enquiry_new", link, "waiting"),
    mail.bind("dead", "enquiry_message", link, "dead"),
    mail.bind("sent", "enquiry_answered", "", "sent"),
    mail.bind("other", "verify_email", link, "dead"),
    mail.bind("otherSent", "verify_email", "", "sent"),
  ]);
  await applyD1Migrations(DB, TEST_MIGRATIONS.slice(at));
  const { results } = await DB.prepare("select id, about, subject from mail_outbox order by id").all<
    Record<string, string | null>
  >();
  expect(results).toEqual([
    { id: "dead", about: "enquiry:wsx", subject: "Subject" },
    { id: "other", about: null, subject: "Subject" },
    { id: "otherSent", about: null, subject: "Subject" },
    { id: "sent", about: null, subject: "" },
    { id: "waiting", about: "enquiry:wsx", subject: "Subject" },
  ]);
});
