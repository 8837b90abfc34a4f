import { desc, inArray, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { contactMessages, limitCounters, mailOutbox } from "@/db/schema";
import { deliverMail } from "@/features/mail";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import {
  createUserWithPassword,
  newEmail,
  PASSWORD,
  signInByEmail,
  signUpInput,
} from "../../helpers/accounts";
import { app, db, expectStatus } from "../../helpers/app";
import { D1_ERRORS } from "../../helpers/d1-errors";
import { createListing, createTeacher, createUser, type Listing } from "../../helpers/factories";
import { readEnquiryId } from "../../helpers/guests";
import { captureErrors, intercept } from "../../helpers/intercept";
import { jobContextAt, stubMailEndpoint } from "../../helpers/outbox";

let listing: Listing;
let failure: "before" | "after" | null;
let failures = 0;
const endpoint = stubMailEndpoint();

beforeEach(async () => {
  failure = null;
  intercept(app, "DB", "batch", async (batch, ...args) => {
    // Batches of one statement still work: they undo the counted attempt of a correct password.
    if (failure === null || (args[0] as unknown[]).length <= 1) return batch(...args);
    // Other batches only read, so the first that fails after it is that of the write.
    if (failure === "after") await batch(...args);
    throw new Error(D1_ERRORS[failures++ % D1_ERRORS.length]);
  });
  listing = await createListing(await createTeacher());
  await db.delete(limitCounters);
});

/** Counters of the limits with these names. */
const listCounters = (...names: (typeof limitCounters.$inferSelect)["name"][]) =>
  db.select().from(limitCounters).where(inArray(limitCounters.name, names));

const countRowsWhere = async (table: string, column: string, value: string) =>
  (
    await db.all<{ n: number }>(
      sql`select count(*) as n from ${sql.identifier(table)} where ${sql.identifier(column)} = ${value}`,
    )
  )[0]?.n;

/** Fails `times` times before the commit and `timesAfter` times after it, then succeeds. */
async function failThenSend(times: number, send: () => Promise<Response>, timesAfter = 1): Promise<Response> {
  for (let n = 0; n < times + timesAfter; n++) {
    failure = n < times ? "before" : "after";
    const { outcome } = await captureErrors(send);
    expect([outcome.status, outcome.headers.get("retry-after")]).toEqual([503, "5"]);
  }
  failure = null;
  return send();
}

describe("a failed write uses up no limit, and its retry succeeds and repeats nothing", () => {
  it("report", async () => {
    const headers = { "cf-connecting-ip": "198.51.100.7" };
    const form = { reason: "spam", text: "De trei ori." };
    await expectStatus(
      failThenSend(6, () => app.post(paths.reportListing(listing.id), { form, headers })),
      303,
    );
    expect(await countRowsWhere("reports", "listing_id", listing.id)).toBe(1);
    expect(await listCounters("reports_day", "reports_listing")).toMatchObject([{ hits: 1 }, { hits: 1 }]);
  });

  it("message to the operator", async () => {
    const form = {
      name: "Dora",
      email: "dora@example.test",
      subject: newId(),
      message: "O întrebare despre cont.",
    };
    await expectStatus(
      failThenSend(11, () => app.post("/contact", { form })),
      303,
    );
    const [last] = await db.select().from(contactMessages).orderBy(desc(contactMessages.createdTs));
    expect(last?.subject).toBe(form.subject);
    expect(await listCounters("contact")).toMatchObject([{ hits: 1 }]);
  });

  it("enquiry from an account, and a message in it", async () => {
    const as = await createUser();
    const form = { message: "Aveți loc marți?", once: newId() };
    const answer = await expectStatus(
      failThenSend(6, () => app.post(paths.enquire(listing.id), { form, as })),
      303,
    );
    expect(await countRowsWhere("enquiries", "listing_id", listing.id)).toBe(1);
    expect(await listCounters("enquiries_hour", "enquiries_day")).toMatchObject([{ hits: 1 }, { hits: 1 }]);
    const id = readEnquiryId(answer);
    const again = { message: "Sau miercuri?", once: newId() };
    await failThenSend(2, () => app.post(paths.enquiry(id), { form: again, as }));
    expect(await countRowsWhere("messages", "enquiry_id", id)).toBe(2);
    expect(await listCounters("messages_hour")).toMatchObject([{ hits: 1 }]);
  });

  it("enquiry from a guest", async () => {
    const form = { message: "Aveți loc marți?", name: "Dora", email: "dora.guest@example.test", adult: "1" };
    await expectStatus(
      failThenSend(6, () => app.post(paths.enquire(listing.id), { form })),
      303,
    );
    expect(await countRowsWhere("enquiries", "listing_id", listing.id)).toBe(1);
    const counters = await listCounters(
      "enquiries_hour",
      "enquiries_day",
      "guest_enquiries_hour",
      "guest_enquiries_day",
    );
    expect(counters.map(({ hits }) => hits)).toEqual([1, 1, 1, 1]);
  });

  it("sign-up whose answer from the database is lost: one account and one mail", async () => {
    const form = { ...signUpInput(), email: newEmail(), terms: "1" } as Record<string, string>;
    failure = "after";
    await expectStatus(app.post("/sign-up", { form }), 303);
    const { email = "" } = form;
    expect([await countMails(email, "verify_email"), await countMails(email, "account_exists")]).toEqual([
      1, 0,
    ]);
  });

  it("a mailed link that is asked for again", async () => {
    const { email } = await createUserWithPassword();
    const { jar: as } = await signInByEmail(email);
    const wanted = newEmail();
    const signUp = { ...signUpInput(), email, terms: "1" } as Record<string, string>;
    await failThenSend(4, () => app.post("/sign-up", { form: signUp }));
    await failThenSend(4, () => app.post(paths.resetPassword(), { form: { email } }));
    const change = { email: wanted, current_password: PASSWORD };
    await failThenSend(4, () => app.post("/profile/settings/email", { form: change, as }));
    await deliverMail(jobContextAt(app.clock.now));
    expect(endpoint.requests.map(({ to }) => to).sort()).toEqual([email, email, wanted].sort());
    // Only the newest link works.
    const link = endpoint.requests.find(({ to }) => to === wanted)?.text.match(/https:\S+token=\S+/)?.[0];
    expect(await app.read(link ?? "", { as })).toContain(wanted);
  });
});

const countMails = async (recipient: string, template: string) =>
  (await db.select().from(mailOutbox)).filter(
    (mail) => mail.recipient === recipient && mail.template === template,
  ).length;
