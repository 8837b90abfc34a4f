import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { eInvoices, listings, mailOutbox, orders } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { type Actor, app, db, expectText } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  type Listing,
  type User,
  updateRow,
} from "../../helpers/factories";
import { createOrder } from "../../helpers/orders";
import { BILLING } from "../../helpers/rows";
import { PAYING_SELLER, saveSeller } from "../../helpers/sellers";
import { insertInvoices } from "../invoices/make-invoices";

let as: Actor;
let teacher: User;
let visible: Listing;
let draft: Listing;
let order: string;

beforeAll(async () => {
  as = await createAdmin();
  teacher = await createTeacher({ firstName: "Zenovia", lastName: "Țâmpăroiu" });
  visible = await createListing(teacher, { title: "Oboi și corn englez pentru avansați" });
  draft = await createListing(teacher, { state: "draft", title: "Oboi în ciornă", subject: "p" });
  order = (await createOrder({ listingId: visible.id, buyerId: teacher.id })).id;
  await updateRow(orders, order, { checkoutSessionId: "cs_oboi_1" });
});

/** The admin pages that the results link to. */
async function search(q: string): Promise<string[]> {
  const html = await app.read(paths.adminSearch({ q }), { as });
  const main = html.slice(html.indexOf("<main"));
  return [...main.matchAll(/entry__title[^>]*><a href="([^"]+)"/g)].map(([, href]) => href as string);
}

describe("GET /admin/search", () => {
  it("finds people by name without diacritics and by email, with their orders", async () => {
    expect(await search("zenovia tampar")).toEqual([paths.adminUser(teacher.id)]);
    expect(await search(teacher.email)).toEqual([paths.adminUser(teacher.id), paths.adminOrder(order)]);
  });

  it("finds the mails to an address, also without an account", async () => {
    const recipient = "guest.of.oboe@example.test";
    const mail = { template: "enquiry_link", recipient, subject: "Linkul dumneavoastră", text: "", html: "" };
    const times = { createdTs: 1, nextAttemptTs: 1, state: "dead", lastError: "BOUNCED" } as const;
    await db.insert(mailOutbox).values({ ...mail, ...times, id: newId() });
    const html = await app.read(paths.adminSearch({ q: "Guest.of.oboe@example.test" }), { as });
    expectText(html, mail.subject, "The mailbox refused this email", "Emails to this address");
    expect(await app.read(paths.adminUsers({ q: recipient }), { as })).toContain(
      `href="${paths.adminMail({ to: recipient })}"`,
    );
  });

  it("finds listings by the beginnings of words of a visible title, by number, and by id in any state", async () => {
    expect(await search("OBOI avans")).toEqual([paths.adminListing(visible.id)]);
    const [{ num } = { num: 0 }] = await db
      .select({ num: listings.num })
      .from(listings)
      .where(eq(listings.id, draft.id));
    expect(await search(`#${num}`)).toContain(paths.adminListing(draft.id));
    expect(await search(draft.id)).toEqual([paths.adminListing(draft.id)]);
  });

  it("finds pending and rejected listings by title as well, without diacritics", async () => {
    const pending = await createListing(teacher, {
      state: "pending",
      title: "Cântec bătrânesc",
      subject: "b",
    });
    const rejected = await createListing(teacher, {
      state: "rejected",
      title: "Batranesc: un CANTEC",
      subject: "c",
    });
    await createListing(teacher, { state: "paused", title: "Cântec bătrânesc", subject: "h" });
    const found = [paths.adminListing(pending.id), paths.adminListing(rejected.id)];
    expect((await search("cantec batr")).sort()).toEqual(found.sort());
    expect(await search("antec batr")).toEqual([]);
  });

  it("finds pages of the menu and settings by their name, in both languages, and settings by their lead", async () => {
    const exams = paths.adminSetting("exams");
    expect(await search("exam dates")).toEqual([exams]);
    const html = await app.read(`/ro${paths.adminSearch({ q: "examene" })}`, { as });
    expect(html).toContain(`<a href="/ro${exams}">Examene și vacanțe</a>`);
    expect(await search("coverage")).toEqual([paths.adminCoverage()]);
    expect(await search("written")).toEqual([]);
  });

  it("finds orders by their id and by Stripe's", async () => {
    expect(await search(order)).toEqual([paths.adminOrder(order)]);
    expect(await search("cs_oboi_1")).toEqual([paths.adminOrder(order)]);
  });

  it("finds an invoice by its number, also with a space or without its zeros, and by its upload index", async () => {
    const billed = await createOrder({ listingId: visible.id, buyerId: teacher.id });
    await saveSeller({ ...PAYING_SELLER, series: "OBOI" });
    await insertInvoices(billed.id, { paidTs: app.clock.now, billing: BILLING });
    await db.update(eInvoices).set({ uploadIndex: "5000000123" }).where(eq(eInvoices.label, "OBOI-000001"));
    const invoice = paths.invoice("OBOI-000001");
    const withOrder = [paths.adminOrder(billed.id), invoice];
    for (const q of ["OBOI-000001", "oboi-1 "]) expect(await search(q), q).toEqual(withOrder);
    for (const q of ["OBOI 000001", "5000000123"]) expect(await search(q), q).toEqual([invoice]);
  });

  it("reads nothing as query syntax, and says what can be searched", async () => {
    for (const q of ['"', "title:", "*", "' union select", "(", "\u0000", "😀", "^"]) {
      expect(await search(q), q).toEqual([]);
    }
    const html = await app.read(paths.adminSearch({ q: "qqqq" }), { as });
    expect(html).toContain("Nothing found");
    expect(html).toMatch(/name="q"[^>]*value="qqqq"/);
    expect(await app.read(paths.adminSearch(), { as })).toContain("What are you looking for?");
  });
});
