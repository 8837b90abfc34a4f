import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, invitations, listings, mailOutbox, teacherInformation } from "@/db/schema";
import { runSchedule } from "@/jobs";
import { DAY_MS } from "@/shared/dates";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken, newEmail, PASSWORD, signInByEmail } from "../../helpers/accounts";
import {
  bindings,
  createTestApp,
  db,
  expectPage,
  expectRedirect,
  expectStatus,
  type Jar,
  newJar,
  type TestApp,
} from "../../helpers/app";
import { createAdmin, createUser, findUserByEmail, listRows, mailsTo, signIn } from "../../helpers/factories";
import { parseFormEntries } from "../../helpers/forms";
import { captureErrors } from "../../helpers/intercept";
import { killDb } from "../../helpers/kill-db";
import { SECOND } from "../../helpers/outbox";
import { createRacingApp } from "../../helpers/racing-app";
import { removeReactMarkers } from "../settings/pricing-admin";

const SOURCE = "lista profesorilor de pe site-ul inspectoratului";
const HEADER =
  "email,first_name,last_name,locale,phone,subject,levels,county,neighbourhood,online,price,title,description";
const toLine = (
  email: string,
  more = "0712345678,m,Gimnaziu|h,cj,,da,80,Wqinvited matematică,Lecții wqinvited pentru gimnaziu și liceu",
) => `${email},Ana,Wqinvitata,ro,${more}`;
const toCsv = (...emails: string[]) => [HEADER, ...emails.map((email) => toLine(email))].join("\n");

let app: TestApp;
let admin: Awaited<ReturnType<typeof createAdmin>>;
let as: Jar;
beforeEach(async () => {
  await db.batch([db.delete(invitations), db.delete(mailOutbox), db.delete(auditLog)]);
  app = createTestApp();
  admin = await createAdmin(app);
  as = await signIn(app, admin);
});

const call = async (csv: string, more: object = {}) => {
  const auth = bearer(await createAccessToken(app, admin));
  const answer = await expectStatus(
    app.post(paths.apiAdminInvitations(), {
      ...auth,
      json: { csv, source: SOURCE, may_write: true, ...more },
    }),
    200,
  );
  return (
    (await answer.json()) as {
      content: { invited: number; rows: { row: number; problems: { code: string }[] }[] };
    }
  ).content;
};
const listCodes = (rows: { problems: { code: string }[] }[]) =>
  rows.map(({ problems }) => problems.map(({ code }) => code).join());
/** Invites an address. @returns the path of the mailed link, and the address that a mail program may call */
async function invite(email: string, more?: string) {
  await call([HEADER, toLine(email, more)].join("\n"));
  const [mail] = await mailsTo(email);
  const [, link = ""] = mail?.text.match(/https:\/\/catedra\.test(\S*\/invitation\?token=\S+)/) ?? [];
  return {
    link,
    token: link.split("token=")[1] ?? "",
    unsubscribe: (mail?.unsubscribeUrl ?? "").replace("https://catedra.test", ""),
    mail,
  };
}
const PHONE_TICKED = "Numărul de telefon devine public doar dacă bifați afișarea lui.";
const CLAIM = {
  password: PASSWORD,
  birth_date_day: "5",
  birth_date_month: "4",
  birth_date_year: "1990",
  terms: "1",
};
const claim = (token: string, form: object = {}, on = app, jar: Jar = newJar()) =>
  on.post(`/ro${paths.invitation()}`, { as: jar, form: { token, ...CLAIM, ...form } });
const refuse = (token: string, on = app) => on.post(paths.refuseInvitation(), { form: { token } });
const findPhone = async (email: string) => {
  const [row] = await listRows(teacherInformation, { userId: (await findUserByEmail(email))?.id ?? "" });
  return row?.phoneNumber;
};
const listAudit = async () =>
  (await db.select().from(auditLog))
    .map(({ action }) => action)
    .filter((action) => action.startsWith("invitation"));

describe("uploads", () => {
  it("checks a pasted file without inviting, then invites in one press, and again nobody", async () => {
    const [one, two] = [newEmail(), newEmail()];
    const wrong = toLine(newEmail(), "12,m,,cj,,da,ieftin,,");
    const typed = { csv: `${toCsv(one, two, one)}\n${wrong}`, source: SOURCE, intent: "check" };
    const html = await expectPage(app.post(paths.adminInvitations(), { as, form: typed }), 200);
    const text = removeReactMarkers(html);
    expect(text).toContain(
      "Row 5 (Ana Wqinvitata), phone:</strong> <q>12</q>; write a Romanian phone number",
    );
    expect(text).toContain("Row 5 (Ana Wqinvitata), price:");
    // The mail as the first teacher will read it.
    for (const part of [
      app.bindings.MAIL_FROM?.match(/[^<>\s]+@[^<>\s]+/)?.[0] ?? "?",
      "Bună ziua, Ana!",
      `Vă invităm datorită acestei surse a numelui, a adresei și a detaliilor din ciornă: „${SOURCE}”`,
      "Mathematics, Middle school, High school, Cluj, Online, 80 lei",
    ])
      expect(text).toContain(part);
    expect(html).toContain("Invite 2 teachers");
    expect(await db.select().from(mailOutbox)).toEqual([]);
    const form = Object.fromEntries(parseFormEntries(html, /<form[^>]*multipart[^>]*>/));
    // A changed text is checked first.
    const changed = { ...form, csv: toCsv(one), intent: "invite" };
    await expectPage(app.post(paths.adminInvitations(), { as, form: changed }), 200);
    expect(await db.select().from(invitations)).toEqual([]);
    // Nobody is invited without the statement that the law allows it.
    const unstated = { ...form, intent: "invite" };
    const asked = await expectPage(app.post(paths.adminInvitations(), { as, form: unstated }), 422);
    expect(asked).toContain('id="field-may_write-error"');
    expect(asked).toContain("Invite 2 teachers");
    const trial = { ...form, intent: "trial" };
    expect(await expectPage(app.post(paths.adminInvitations(), { as, form: trial }), 200)).toContain(
      `on its way to ${admin.email}`,
    );
    expect(
      (await mailsTo(admin.email)).map(({ subject, unsubscribeUrl }) => [subject, unsubscribeUrl]),
    ).toEqual([[expect.stringContaining("lecțiile dumneavoastră de matematică"), null]]);
    expect(await db.select().from(invitations)).toEqual([]);
    Object.assign(form, { may_write: "1" });
    // The statement holds for the checked text only.
    const same = await expectPage(
      app.post(paths.adminInvitations(), { as, form: { ...form, intent: "check" } }),
      200,
    );
    const other = { ...form, csv: toCsv(one), intent: "check" };
    const dropped = await expectPage(app.post(paths.adminInvitations(), { as, form: other }), 200);
    expect([same, dropped].map((page) => /name="may_write"[^>]* checked/.test(page))).toEqual([true, false]);
    const press = { as, form: { ...form, csv: typed.csv.replaceAll("\n", "\r\n"), intent: "invite" } };
    const left = await expectPage(app.post(paths.adminInvitations(), press), 200);
    expect(left).toContain("2 teachers are invited.");
    // The row to correct is left; that with the address of an invited teacher is skipped.
    expect(left).toContain("1 row was left out.");
    expect(left).toContain("1 row is skipped:");
    expect(removeReactMarkers(left)).toContain("Row 2 (Ana Wqinvitata), phone:");
    const kept = Object.fromEntries(parseFormEntries(left, /<form[^>]*multipart[^>]*>/));
    expect(kept).toMatchObject({ csv: `${HEADER}\n${wrong}`, source: SOURCE });
    const corrected = { ...kept, csv: toCsv(newEmail()), intent: "check" };
    const again = await expectPage(app.post(paths.adminInvitations(), { as, form: corrected }), 200);
    const last = Object.fromEntries(parseFormEntries(again, /<form[^>]*multipart[^>]*>/));
    await expectRedirect(
      app.post(paths.adminInvitations(), { as, form: { ...last, may_write: "1", intent: "invite" } }),
      paths.adminInvitations({ invited: 1, skipped: 0 }),
    );
    const repeated = await expectPage(app.post(paths.adminInvitations(), press), 200);
    expect(repeated).toContain("1 row was left out.");
    expect(repeated).toContain("3 rows are skipped: their addresses have an account or an invitation");
    const full = await expectPage(app.post(paths.adminInvitations(), { as, form: typed }), 200);
    expect(full).toContain("3 rows are skipped: their addresses have an account or an invitation");
    expect(full).toContain("1 row has a problem and is left out.");
    expect(await mailsTo(one)).toHaveLength(1);
    expect(await listAudit()).toEqual(Array(3).fill("invitation.sent"));
    const [event] = await listRows(auditLog, { action: "invitation.sent" });
    expect(event?.detail).toEqual({ may_write: true });
    const list = await app.read(paths.adminInvitations(), { as });
    expect(list).toContain("3 wait for an answer");
    // Those of one upload have the order of its rows.
    expect(list.indexOf(one)).toBeLessThan(list.indexOf(two));
    expect(await app.read(paths.adminInvitations({ email: two }), { as })).not.toContain(one);
  });

  it("names the same mistake of several rows once", async () => {
    const lines = ["Clij", "Clij", "Iasy"].map((county) => toLine(newEmail(), `,m,,${county},,da,80,,`));
    const form = { csv: [HEADER, ...lines].join("\n"), source: SOURCE, intent: "check" };
    const text = removeReactMarkers(await expectPage(app.post(paths.adminInvitations(), { as, form }), 200));
    expect(text).toContain("Rows 2–4, county:</strong> write the name of a county");
    expect(text).toContain("<li><q>Clij</q>: 2–3</li><li><q>Iasy</q>: 4</li>");
  });

  it("says what short cells may mean, and warns of a place in another county and of a mistyped address", async () => {
    const lines = [
      ",m,,Cluj-Napoca,,da,80,,",
      ",m,clasa a VIII-a,cj,,da,80,,",
      ",m,,cj,Timișoara,da,80,,",
      ",m,,cj,Gheorgheni,da,80,,",
      `,m,,Iași${" și împrejurimi".repeat(4)},,da,80,,`,
    ];
    const mistyped = newEmail().replace(/@.*/, "@yahoo.no");
    const csv = [
      HEADER,
      ...lines.map((line) => toLine(newEmail(), line)),
      toLine(mistyped, ",m,,cj,,da,80,,"),
    ].join("\n");
    const form = { csv, source: SOURCE, intent: "check" };
    const text = removeReactMarkers(await expectPage(app.post(paths.adminInvitations(), { as, form }), 200));
    expect(text).toContain("or leave the cell empty. Did you mean Cluj?");
    expect(text).toMatch(/<q>clasa a VIII-a<\/q>; .* Did you mean Middle school,? and National Evaluation\?/);
    expect(text).toContain("<q>Timișoara</q>; this place is in Timiș, but the county of the row is Cluj.");
    expect(text).toContain("1 correct row has a place of another county.");
    expect(text).toContain("1 correct row has an address that looks mistyped.");
    expect(text).not.toContain("Did you mean Iași?");
    expect(text).toContain("Invite 3 teachers");
  });

  it("reads a file, and keeps what was typed if the file or the source is missing", async () => {
    const email = newEmail();
    const body = new FormData();
    body.set("file", new File([toCsv(email)], "profesori.csv", { type: "text/csv" }));
    body.set("source", "");
    const html = await expectPage(app.post(paths.adminInvitations(), { as, body }), 422);
    expect(html).toContain(email);
    expect(html).toContain("Say where the data come from.");
    expect(
      await expectPage(app.post(paths.adminInvitations(), { as, form: { csv: "", source: SOURCE } }), 422),
    ).toContain(SOURCE);
  });

  it("reads its own sample file in both languages, and shows the columns if some are missing", async () => {
    for (const path of [paths.adminInvitationSample(), `/ro${paths.adminInvitationSample()}`]) {
      const { rows } = await call(await app.read(path, { as }), { dry_run: true });
      // Nobody may write to the address of the example.
      expect(listCodes(rows)).toEqual(["email_example"]);
    }
    const form = { csv: "Nume;Prenume\nPop;Ana", source: SOURCE };
    const html = await expectPage(app.post(paths.adminInvitations(), { as, form }), 422);
    expect(html).toContain("These are missing: email, subject.");
    expect(html).toMatch(/<details open="">.*href="\/admin\/invitations\/sample\.csv"/);
  });

  it("says why an address can't be invited", async () => {
    const [fresh, invited, refused] = [newEmail(), newEmail(), newEmail()];
    const user = await createUser(app);
    await invite(invited);
    const { link, token } = await invite(refused);
    await refuse(token);
    const [erased, deleted] = [newEmail(), newEmail()];
    await claim((await invite(erased)).token, { phone: "1" });
    expect(await findPhone(erased)).toBe("+40712345678");
    const own = bearer((await signInByEmail(app, erased)).token);
    const json = { password: PASSWORD };
    await expectStatus(app.request(paths.authMe(), { method: "DELETE", json, ...own }), 200);
    await invite(deleted);
    const [row] = await listRows(invitations, { email: deleted });
    await app.post(paths.adminDeleteInvitation(row?.id ?? ""), { as });
    // Backups of the database hold the hashes, so nothing beside them may hold their key.
    const stored = await app.bindings.BACKUPS.list();
    await app.bindings.BACKUPS.delete(stored.objects.map(({ key }) => key));
    const csv = toCsv(fresh, user.email, invited, refused.toUpperCase(), erased, deleted, fresh);
    // A refusal holds when the secret changes, which ends links.
    app = createTestApp({ JWT_SECRET: "another secret of at least 32 bytes" });
    expect(await expectPage(app.get(link), 400)).toContain(`mailto:${app.bindings.CONTACT_EMAIL}`);
    for (const dry_run of [true, false]) {
      const { rows, invited: count } = await call(csv, { dry_run });
      expect(listCodes(rows)).toEqual([
        "",
        "email_has_account",
        "email_invited",
        "email_refused",
        "email_refused",
        "email_refused",
        "email_repeated",
      ]);
      expect(count).toBe(dry_run ? 0 : 1);
    }
  });

  it.each([true, false])(
    "invites nobody twice after it was killed (batch executed: %s)",
    async (isExecuted) => {
      const emails = Array.from({ length: 60 }, newEmail);
      // Session, document and addresses are read before the first batch.
      for (let step = 0; step < 12; step++) {
        const killed = createTestApp();
        Object.assign(killed.bindings, { DB: killDb(bindings.DB, { call: step, isExecuted }) });
        const auth = bearer(await createAccessToken(app, admin));
        const json = { csv: toCsv(...emails), source: SOURCE, may_write: true };
        await captureErrors(() => killed.post(paths.apiAdminInvitations(), { ...auth, json }));
      }
      await call(toCsv(...emails));
      const mails = await db.select().from(mailOutbox);
      expect(mails.map(({ recipient }) => recipient).sort()).toEqual([...emails].sort());
    },
  );
});

describe("answers", () => {
  it("mails what the law requires once, in the teacher's language, and shows the draft, which is nowhere else", async () => {
    const email = newEmail();
    const { link, mail, unsubscribe } = await invite(email);
    expect(link).toMatch(/^\/ro\/invitation/);
    // The button stands before what the law requires.
    expect(mail?.text.indexOf("/ro/invitation?token=")).toBeLessThan(mail?.text.indexOf("ANSPDCP") ?? 0);
    for (const text of [
      SOURCE,
      formatDate(app.clock.now + 30 * DAY_MS, "ro"),
      "ANSPDCP",
      "articolul 6 alineatul 1 litera f",
      "singurul e-mail",
      "puteți șterge oricând contul",
      PHONE_TICKED,
      app.bindings.CONTACT_EMAIL ?? "",
    ])
      expect(mail?.text).toContain(text);
    const page = await app.get(link);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const html = await page.text();
    for (const text of [
      email,
      "Wqinvitata",
      "0712 345 678",
      "Cluj",
      "80",
      "Lecții wqinvited",
      SOURCE,
      "articolul 6 alineatul 1 litera f",
      PHONE_TICKED,
      "certificat de integritate",
      "noindex",
    ])
      expect(html).toContain(text);
    expect(unsubscribe).toContain("/ro/invitation/refuse?token=");
    // Opening the links has no effect, and nothing is public.
    const question = await expectPage(app.get(unsubscribe), 200);
    for (const text of [email, "Ana Wqinvitata", SOURCE, "A fost trimisă de"])
      expect(question).toContain(text);
    expect(await listRows(invitations, { email })).toMatchObject([{ state: "invited" }]);
    for (const path of [
      paths.listings({ subject: "m" }),
      paths.apiListings({ subject: "m" }),
      paths.sitemapPart("listings-1.xml"),
    ])
      expect(await app.read(path)).not.toContain("qinvit");
    expect(await findUserByEmail(email)).toBeUndefined();
    const noPhone = await invite(newEmail(), ",m,Gimnaziu,cj,,da,80,,");
    for (const text of [noPhone.mail?.text, await app.read(noPhone.link)])
      expect(text).not.toContain("Numărul de telefon");
    expect(await db.select().from(listings).where(sql`title like 'Wqinvited%'`)).toEqual([]);
  });

  it("leads through password, birth date and consent to the filled-in listing", async () => {
    const email = newEmail();
    const { token, link, unsubscribe } = await invite(email);
    const jar = newJar();
    const html = await expectPage(
      claim(token, { birth_date_year: "2015", password: "12345678", terms: [] }),
      422,
    );
    for (const name of ["birth_date", "password", "terms"]) expect(html).toContain(`field-${name}-error`);
    expect(html).toContain('value="2015"');
    expect(html).toContain("Scrieți din nou parola");
    expect(html).toMatch(/80.lei.{0,9} \/ oră/);
    const claimed = await claim(token, {}, app, jar);
    const user = await findUserByEmail(email);
    // The number becomes public only by the teacher's tick.
    expect(await findPhone(email)).toBeNull();
    const [listing] = await listRows(listings, { ownerId: user?.id ?? "" });
    expect(listing).toMatchObject({ state: "draft", price: 8000, levels: ["m", "h"] });
    await expectRedirect(claimed, `/ro${paths.editListing(listing?.id ?? "", { invited: 1 })}`);
    const edit = await expectPage(app.get(claimed.headers.get("location") ?? "", { as: jar }), 200);
    // The invitation names no places, so they are asked for.
    expect(edit).toMatch(/<details[^>]* open=""[^>]*><summary(?:(?!<details).)*Cluj · Doar online/s);
    expect(edit).toContain("<h1>Completați anunțul</h1>");
    expect(edit).toContain("Data viitoare intrați în cont cu adresa la care ați primit invitația");
    const form = Object.fromEntries(parseFormEntries(edit, /<form[^>]*\/edit"/));
    expect(form).toMatchObject({ title: "Wqinvited matematică", price: "80", county: "cj" });
    const sent = await app.post(`/ro${paths.editListing(listing?.id ?? "")}`, {
      as: jar,
      form: { ...form, intent: "submit" },
    });
    expect(sent.status).toBe(303);
    expect(await listRows(listings, { ownerId: user?.id ?? "" })).toMatchObject([{ state: "pending" }]);
    // The invitation holds nothing any more, and its link leads to the sign-in.
    expect(await db.select().from(invitations)).toMatchObject([
      { state: "claimed", email: null, draft: null, source: null },
    ]);
    expect(await expectPage(app.get(link), 200)).toContain("/ro/sign-in");
    for (const answer of [expectPage(app.get(unsubscribe), 200), expectPage(refuse(token), 410)])
      expect(await answer).toContain(`${paths.eraseAccount()}"`);
    expect(await listAudit()).toEqual(["invitation.sent", "invitation.claimed"]);
  });

  it("is read, claimed and refused by calls", async () => {
    const [email, other] = [newEmail(), newEmail()];
    const { token } = await invite(email);
    const read = await expectStatus(app.get(paths.apiInvitation({ token })), 200);
    expect(await read.json()).toMatchObject({
      content: {
        email,
        first_name: "Ana",
        phone_number: "+40712345678",
        listing: { subject: "m", levels: ["m", "h"], county: "cj", online: true, price: 8000 },
        source: SOURCE,
        has_account: false,
      },
    });
    const headers = { "idempotency-key": "claim" };
    const post = (action: "claim" | "refuse", json: object, as = newJar(), more: object = {}) =>
      app.post(paths.apiInvitationAction(action), { as, json, ...more });
    const typed = { token, password: PASSWORD, birth_date: "1990-04-05", phone: true, terms: true };
    for (const wrong of [{ terms: undefined }, { birth_date: "2015-04-05" }, { password: 12345678 }])
      await expectStatus(post("claim", { ...typed, ...wrong }), 422);
    await expectStatus(post("claim", { ...typed, token: 5 }), 400);
    const jar = newJar();
    const claimed = await expectStatus(post("claim", typed, jar, { headers }), 201);
    const [listing] = await listRows(listings, { ownerId: (await findUserByEmail(email))?.id ?? "" });
    expect(await claimed.json()).toEqual({ content: { listing_id: listing?.id } });
    expect(await findPhone(email)).toBe("+40712345678");
    await expectPage(app.get(paths.editListing(listing?.id ?? ""), { as: jar }), 200);
    await expectStatus(post("claim", typed, newJar(), { headers }), 201);
    await expectStatus(post("claim", typed), 410);
    await expectStatus(app.get(paths.apiInvitation({ token })), 410);
    await expectStatus(post("refuse", { token }), 410);

    const second = await invite(other);
    for (let time = 0; time < 2; time++) await expectStatus(post("refuse", { token: second.token }), 204);
    const gone = await expectStatus(app.get(paths.apiInvitation({ token: second.token })), 400);
    expect(await gone.json()).toMatchObject({ detail: expect.stringContaining("its data were erased") });
    expect(await findUserByEmail(other)).toBeUndefined();
  });

  it.each([
    ["form", (token: string) => refuse(token)],
    ["mail program", (token: string) => app.post(paths.refuseInvitation({ token }))],
  ])("refuses in one press of a %s, and keeps only a hash", async (_, press) => {
    const email = newEmail();
    const { token } = await invite(email);
    for (let time = 0; time < 2; time++)
      expect(await expectPage(press(token), 200)).toContain("You declined");
    expect(await mailsTo(email)).toEqual([]);
    const [row] = await db.select().from(invitations);
    expect(row).toMatchObject({ state: "refused", email: null, draft: null, source: null });
    expect(JSON.stringify(row)).not.toContain(email.split("@")[0]);
    expect(await expectPage(claim(token), 400)).toContain("Datele din ea au fost șterse");
    expect(await findUserByEmail(email)).toBeUndefined();
    expect(await app.read(paths.adminInvitations({ email }), { as })).toContain("Declined");
    expect(await listAudit()).toEqual(["invitation.sent", "invitation.refused"]);
    expect(await app.read(paths.adminAudit({ action: "invitation.refused" }), { as })).toContain(
      "by a mailed link",
    );
  });

  it("has one effect of two answers at once, and none for an address that got an account", async () => {
    const email = newEmail();
    const { token } = await invite(email);
    // The first batch is the count of hashed passwords.
    const racing = createRacingApp(1, () => claim(token));
    expect(await expectPage(claim(token, {}, racing), 200)).toContain("Ați acceptat această invitație");
    expect(await listRows(listings, { ownerId: (await findUserByEmail(email))?.id ?? "" })).toHaveLength(1);
    const other = newEmail();
    const second = await invite(other);
    const signedUp = createRacingApp(1, () => createUser(app, { email: other }));
    await expectPage(claim(second.token, {}, signedUp), 409);
    const withAccount = await expectPage(app.get(second.link), 200);
    expect(withAccount).toContain("are deja un cont");
    expect(withAccount).not.toContain(PHONE_TICKED);
    expect(await listRows(invitations, { email: other })).toMatchObject([{ state: "invited" }]);
  });

  it("ends after 30 days, when the job erases it with its mail; an admin may delete it earlier", async () => {
    const [late, deleted] = [newEmail(), newEmail()];
    const { token, link } = await invite(late);
    await invite(deleted);
    const [row] = await listRows(invitations, { email: deleted });
    const question = await app.read(paths.adminDeleteInvitation(row?.id ?? ""), { as });
    expect(question).toContain(deleted);
    expect(question).toContain("can never be invited again");
    await expectRedirect(
      app.post(paths.adminDeleteInvitation(row?.id ?? ""), { as }),
      paths.adminInvitations({ done: "deleted" }),
    );
    await expectStatus(app.post(paths.adminDeleteInvitation(row?.id ?? ""), { as }), 404);
    expect(await mailsTo(deleted)).toEqual([]);
    const sweep = (now: number) =>
      runSchedule("sweep-invitations", bindings, { waitUntil: () => {} }, undefined, () => now);
    const end = app.clock.now + 30 * DAY_MS;
    await sweep(end - SECOND);
    expect(await listRows(invitations, { email: late })).toHaveLength(1);
    app.clock.now = end;
    await expectPage(claim(token), 400);
    for (let run = 0; run < 2; run++) await sweep(end);
    await expectPage(app.get(link), 400);
    expect([
      await listRows(invitations, { state: "invited" }),
      await mailsTo(late),
      await bindings.BACKUPS.head(`erased/invitation/${row?.id}`),
    ]).toMatchObject([[], [], {}]);
  });
});
