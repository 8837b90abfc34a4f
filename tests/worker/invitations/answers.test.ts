import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, invitations, listings, users, usualPrices } from "@/db/schema";
import { runSchedule } from "@/jobs";
import { DAY_MS } from "@/shared/dates";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken, newEmail, PASSWORD, signInByEmail } from "../../helpers/accounts";
import {
  app,
  bindings,
  db,
  expectPage,
  expectRedirect,
  expectStatus,
  expectText,
  type Jar,
  newJar,
} from "../../helpers/app";
import {
  createTeacher,
  createUser,
  findUserByEmail,
  listRows,
  mailsTo,
  signIn,
} from "../../helpers/factories";
import { parseFormEntries } from "../../helpers/forms";
import { SECOND } from "../../helpers/outbox";
import { createRacingApp } from "../../helpers/racing-app";
import {
  admin,
  as,
  call,
  claim,
  FORM,
  findPhone,
  invite,
  listAudit,
  listCodes,
  PHONE_TICKED,
  refuse,
  resetInvitations,
  SOURCE,
  toCsv,
} from "./setup";

beforeEach(resetInvitations);

/** The words of a page that can be read before anything is opened or chosen. */
const countWords = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? "")
    .replace(/(<details>.*?<\/summary>).*?<\/details>|<(option|script).*?<\/\2>/gs, "$1")
    .replace(/<[^>]*>/g, " ")
    .match(/\p{L}[^\s]*/gu)?.length;

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
    // Without addresses of pages.
    expect(mail?.text.split(/\s+/).filter((word) => !word.startsWith("https:")).length).toBeLessThan(140);
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
      'name="phone"',
      // What becomes public though the page does not ask for it.
      "Lecții individuale de 60 de minute, în română",
      "Până verificăm gratuit certificatul de integritate, anunțul spune că nu l-am văzut.",
      "Nu devin publice: e-mailul, strada și data nașterii.",
      "noindex",
    ])
      expect(html).toContain(text);
    expect(countWords(html)).toBeLessThan(175);
    expect(unsubscribe).toContain("/ro/invitation/refuse?token=");
    // Opening the links has no effect, and nothing is public.
    const question = await expectPage(app.get(unsubscribe), 200);
    for (const text of [
      email,
      "Ana Wqinvitata",
      SOURCE,
      "Invitația a fost trimisă de",
      // All that is deleted.
      "0712 345 678",
      "Matematică",
      "Gimnaziu și Liceu",
      "Cluj, Online",
      "80 lei",
      "Wqinvited matematică",
      "Lecții wqinvited pentru gimnaziu și liceu",
    ])
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
    expect(noPhone.mail?.text).not.toContain("Telefonul devine");
    // By the title of the row, or the one that we propose.
    for (const [sent, title] of [
      [mail, "Wqinvited matematică"],
      [noPhone.mail, "Lecții de matematică"],
    ] as const) {
      expect(sent?.subject).toBe(`Invitație: ${title} pe Catedra`);
      expectText(sent?.text, `Un anunț pentru dumneavoastră: ${title}`);
    }
    expect(await app.read(noPhone.link)).not.toContain('name="phone"');
    expect(await db.select().from(listings).where(sql`title like 'Wqinvited%'`)).toEqual([]);
  });

  it("takes a complete draft, password, birth date and consent to approval in one press, and mails both", async () => {
    const email = newEmail();
    const { token, link, unsubscribe } = await invite(email);
    const jar = newJar();
    const html = await expectPage(
      claim(token, { birth_date: "05042015", password: "12345678", terms: [], price: "5" }),
      422,
    );
    const fields = ["price", "birth_date", "password", "terms"];
    expect([...html.matchAll(/<li><a href="#field-(\w+)"/g)].map(([, name]) => name)).toEqual(fields);
    for (const name of fields) expect(html).toContain(`field-${name}-error`);
    expect(html).toMatch(/<details open="">.*name="price"[^>]* value="5"/s);
    expect(html).toContain('value="05.04.2015"');
    expect(html).toContain("Scrieți din nou parola");
    // The address of the page with errors can be opened again.
    expect(html).toContain(`action="${link}"`);
    expect(await app.read(link)).toMatch(/80.lei.{0,9} \/ oră/);
    const claimed = await claim(token, {}, app, jar);
    const user = await findUserByEmail(email);
    // The number becomes public only by the teacher's tick.
    expect(await findPhone(email)).toBeNull();
    const [listing] = await listRows(listings, { ownerId: user?.id ?? "" });
    expect(listing).toMatchObject({ state: "pending", price: 8000, levels: ["m", "h"], online: true });
    await expectRedirect(claimed, `/ro${paths.ownListings({ done: "pending", id: listing?.id ?? "" })}`);
    const next = await expectPage(app.get(claimed.headers.get("location") ?? "", { as: jar }), 200);
    expect(next).toContain("Anunțul a fost trimis spre verificare.");
    const [, mail] = await mailsTo(email);
    expectText(
      mail?.text ?? "",
      `un cont pentru ${email}`,
      "Anunțul așteaptă verificarea.",
      `/ro${paths.ownListings()}`,
      `https://catedra.test/ro${paths.eraseAccount()}`,
    );
    // The invitation holds only its account, whatever is in the audit log, and its link leads to the sign-in.
    expect(await db.select().from(invitations)).toMatchObject([
      { state: "claimed", email: null, draft: null, source: null, claimedUserId: user?.id },
    ]);
    const audit = await listAudit();
    await db.delete(auditLog);
    expect(await expectPage(app.get(link), 200)).toContain("/ro/sign-in");
    expect(await expectPage(app.get(link, { as: jar }), 200)).toContain(`href="/ro${paths.ownListings()}"`);
    for (const answer of [expectPage(app.get(unsubscribe), 200), expectPage(refuse(token), 410)])
      expect(await answer).toContain(`${paths.eraseAccount()}"`);
    expect(audit).toEqual(["invitation.sent", "invitation.claimed"]);
    expect(await app.read(paths.adminInvitations(), { as })).toContain(
      `<a href="${paths.adminUser(user?.id ?? "")}">Ana Wqinvitata</a>`,
    );
  });

  it("asks for what a short row lacks, with defaults from its subject, or keeps a draft for later", async () => {
    const [email, later] = [newEmail(), newEmail()];
    await db
      .insert(usualPrices)
      .values({ subject: "a", computedTs: 0, cells: { country: { h: [10, 8000, 9000, 9500] } } });
    const { token, link } = await invite(email, ",a,,,,,,,");
    const html = await app.read(link);
    expect(countWords(html)).toBeLessThan(190);
    expectText(html, "În România, jumătate dintre profesori cer, în lei pe oră pentru liceu: 80–95.");
    const form = parseFormEntries(html, FORM);
    expect(form).toEqual(
      expect.arrayContaining([
        ["levels", "h"],
        ["title", "Lecții de anatomie"],
        ["description", "Ofer lecții individuale de anatomie pentru liceu."],
        ["online", "1"],
      ]),
    );
    // A value with a default is folded. The description stays open, because the teacher did not write it, and the place,
    // because no file says it in full.
    const shown = html.replace(/<details>.*?<\/details>/s, "");
    expect(parseFormEntries(shown, FORM).map(([name]) => name)).not.toContain("levels");
    for (const name of ["description", "locations", "online", "county", "price"])
      expect(shown).toContain(`name="${name}"`);
    // What the row lacks is marked as assumed.
    expect(html).toContain("Ana Wqinvitata · Anatomie</p>");
    expectText(html, "Am presupus, verificați:", "Liceu · Lecții individuale de 60 de minute");
    expect(html).toContain("Propus de noi");
    const refused = await expectPage(
      claim(token, { description: "Sunați la 0712 345 678", password: "", birth_date: "" }),
      422,
    );
    expect(refused).not.toContain("Propus de noi");
    const errors = [...refused.matchAll(/<li><a href="#field-(\w+)"/g)].map(([, name]) => name);
    expect(errors).toEqual(["description", "county", "price", "birth_date", "password"]);
    const typed = { county: "cj", price: "90" };
    const held = {
      ...typed,
      description: `${"Lecții pentru admiterea la medicină. ".repeat(2)} 0712 345 678`,
    };
    expect(await expectPage(claim(token, held), 422)).toContain("field-description-error");
    const mistyped = { ...typed, price: "900", birth_date: "" };
    const question = await expectPage(claim(token, mistyped), 422);
    expectText(question, "Prețul este de 900 lei pe oră", "field-birth_date-error", 'value="submit_anyway"');
    await expectStatus(claim(token, { ...typed, price: "900", intent: "submit_anyway" }), 303);
    const owner = await findUserByEmail(email);
    expect(await listRows(listings, { ownerId: owner?.id ?? "" })).toMatchObject([
      { state: "pending", title: "Lecții de anatomie", levels: ["h"], county: "cj", price: 90_000 },
    ]);

    const jar = newJar();
    const second = await invite(later, ",m,,cj,Mănăștur,,,,");
    expect(parseFormEntries(await app.read(second.link), FORM)).not.toContainEqual(["locations", "th"]);
    expect(await expectPage(claim(second.token, { price: "70" }), 422)).toContain("field-locations-error");
    const claimed = await claim(second.token, { intent: "draft", price: "70" }, app, jar);
    const [draft] = await listRows(listings, { ownerId: (await findUserByEmail(later))?.id ?? "" });
    expect(draft).toMatchObject({ state: "draft", price: 7000 });
    await expectRedirect(claimed, `/ro${paths.editListing(draft?.id ?? "", { invited: 1 })}`);
    const edit = await expectPage(app.get(claimed.headers.get("location") ?? "", { as: jar }), 200);
    expect(edit).toContain("Data viitoare intrați în cont cu adresa la care ați primit invitația");
    const [, mail] = await mailsTo(later);
    expect(mail?.text).toContain("Mai lipsesc: Locurile.");
    expect(mail?.text).toContain(`/ro${paths.editListing(draft?.id ?? "")}`);
  });

  it("keeps a description that we proposed true to the chosen levels, and one of the teacher as it is", async () => {
    const [proposed, typed, called] = [newEmail(), newEmail(), newEmail()];
    const toSentence = (levels: string) => `Ofer lecții individuale de muzică pentru ${levels}.`;
    const row = ",mu,Liceu|Gimnaziu,cj,,da,,,";
    const { token, link } = await invite(proposed, row);
    const html = await app.read(link);
    expectText(html, toSentence("gimnaziu și liceu"), "Propus de noi după nivelurile alese");
    expect(html).toContain(
      "Mai puțin de 10 profesori predau această materie la nivelurile alese, așa că nu există un preț obișnuit.",
    );
    const chosen = {
      levels: ["e", "m"],
      title: "Lecții de pian",
      description: toSentence("gimnaziu și liceu"),
    };
    const again = await expectPage(claim(token, chosen), 422);
    expectText(again, toSentence("clasele primare și gimnaziu"), "Propus de noi după nivelurile alese");
    const changed = { levels: ["e"], description: toSentence("clasele primare și gimnaziu"), price: "80" };
    await expectStatus(claim(token, { ...chosen, ...changed }), 303);
    const own = { ...chosen, description: toSentence("copii care cântă deja"), price: "80" };
    await expectStatus(claim((await invite(typed, row)).token, own), 303);
    const json = { token: (await invite(called, row)).token, password: PASSWORD, birth_date: "1990-04-05" };
    const sent = { ...json, terms: true, levels: ["kg"], title: "" };
    await expectStatus(app.post(paths.apiInvitationAction("claim"), { as: newJar(), json: sent }), 201);
    const read = async (email: string) => {
      const [listing] = await listRows(listings, { ownerId: (await findUserByEmail(email))?.id ?? "" });
      return [listing?.title, listing?.description];
    };
    expect(await read(proposed)).toEqual(["Lecții de pian", toSentence("clasele primare")]);
    expect(await read(typed)).toEqual(["Lecții de pian", own.description]);
    expect(await read(called)).toEqual(["", "I give individual lessons in Music for kindergarten."]);
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
    expect(await claimed.json()).toEqual({ content: { listing_id: listing?.id, state: "draft" } });
    expect(listing?.state).toBe("draft");
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

  it("sends a complete listing for approval by a call, as the form does", async () => {
    const email = newEmail();
    const { token } = await invite(email, ",m,,cj,Mănăștur,,70,,");
    const json = { token, password: PASSWORD, birth_date: "1990-04-05", terms: true, submit: true };
    const post = (more: object) =>
      app.post(paths.apiInvitationAction("claim"), { as: newJar(), json: { ...json, ...more } });
    const refused = await expectStatus(post({ price: 5 }), 422);
    expect(await refused.json()).toMatchObject({ errors: [{ field: "locations" }, { field: "price" }] });
    const claimed = await expectStatus(post({ locations: ["th"], price: 9000 }), 201);
    expect(await claimed.json()).toMatchObject({ content: { state: "pending" } });
    const [listing] = await listRows(listings, { ownerId: (await findUserByEmail(email))?.id ?? "" });
    expect(listing).toMatchObject({ state: "pending", locations: ["th"], price: 9000, levels: ["m", "h"] });
    // The centre of the place.
    expect(listing?.latitude).toBeCloseTo(46.76, 1);
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
    const signedUp = createRacingApp(1, () => createUser({ email: other }));
    await expectPage(claim(second.token, {}, signedUp), 409);
    const withAccount = await expectPage(app.get(second.link), 200);
    expectText(withAccount, "are deja un cont", other);
    expect(withAccount).toContain(`/ro${paths.signIn({ next: paths.invitation({ token: second.token }) })}`);
    expect(withAccount).not.toContain('name="phone"');
    expect(await listRows(invitations, { email: other })).toMatchObject([{ state: "invited" }]);
  });

  it("moves the draft to an account that its address got since, once that is a confirmed teacher's", async () => {
    const [email, learners] = [newEmail(), newEmail()];
    const [{ link, token }, second] = [await invite(email), await invite(learners)];
    const adopt = (on: string, jar: Jar) =>
      app.post(`/ro${paths.invitation({ token: on })}`, { as: jar, form: { intent: "adopt" } });
    const learner = await signIn(await createUser({ email: learners }));
    expectText(await app.read(second.link, { as: learner }), "contul trebuie să fie de profesor");
    await expectStatus(adopt(second.token, learner), 403);
    const adoptByCall = async (on: string, address: string) =>
      app.post(paths.apiInvitationAction("adopt"), {
        json: { token: on },
        ...bearer((await signInByEmail(address)).token),
      });
    await expectStatus(adoptByCall(second.token, learners), 403);
    const owner = await createTeacher({ email });
    const jar = await signIn(owner);
    expectText(await app.read(second.link, { as: jar }), "dar sunteți în alt cont");
    expect(await expectPage(adopt(second.token, jar), 409)).not.toContain('value="adopt"');
    await expectStatus(adoptByCall(second.token, email), 409);
    expect(await app.read(link, { as: jar })).toContain('value="adopt"');
    const adopted = await adopt(token, jar);
    const [listing] = await listRows(listings, { ownerId: owner.id });
    await expectRedirect(adopted, `/ro${paths.editListing(listing?.id ?? "")}`);
    expect(listing).toMatchObject({ state: "draft", subject: "m", price: 8000, county: "cj" });
    expectText(await expectPage(adopt(token, jar), 200), "Ați acceptat această invitație");
    await expectStatus(adoptByCall(token, email), 410);
    expect(await listRows(listings, { ownerId: owner.id })).toHaveLength(1);
    await db.update(users).set({ role: "t" }).where(eq(users.email, learners));
    const called = await expectStatus(adoptByCall(second.token, learners), 201);
    expect(await called.json()).toMatchObject({ content: { state: "draft" } });
    expect(await listRows(invitations, { claimedUserId: owner.id })).toMatchObject([
      { state: "claimed", email: null, draft: null },
    ]);
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
    // The same file invites nobody again. The call lists what is left of both.
    const { rows } = await call(toCsv(late, deleted));
    expect(listCodes(rows)).toEqual(["email_expired", "email_refused"]);
    const list = async (email?: string) =>
      (await expectStatus(
        app.get(paths.apiAdminInvitations({ email }), bearer(await createAccessToken(admin))),
        200,
      ).then((answer) => answer.json())) as object;
    const [ended] = await listRows(invitations, { state: "expired" });
    const erased = { email: null, first_name: null, last_name: null, locale: "ro" };
    expect(await list()).toMatchObject({
      content: expect.arrayContaining([
        expect.objectContaining({ _id: ended?.id, state: "expired", ...erased }),
        expect.objectContaining({ _id: row?.id, state: "refused", ...erased }),
      ]),
      next: null,
      counts: { invited: 0, claimed: 0, refused: 1, expired: 1 },
    });
    expect(await list(` ${late.toUpperCase()} `)).toMatchObject({ content: [{ _id: ended?.id }] });
    expect(await list(newEmail())).toMatchObject({ content: [], next: null });
    expect(ended).toMatchObject({ email: null, draft: null, source: null });
    expect([
      await mailsTo(late),
      await mailsTo(deleted),
      await bindings.BACKUPS.head(`erased/invitation/${row?.id}`),
    ]).toMatchObject([[], [], {}]);
  });
});
