import { describe, expect, it } from "vitest";
import { messages } from "@/db/schema";
import { paths } from "@/shared/paths";
import { app, expectPage, expectStatus, resetApp } from "../../helpers/app";
import { countRows, createUser, listRows, mailsTo, signIn, templatesTo } from "../../helpers/factories";
import {
  confirmAsGuest,
  findEnquiry,
  findGuestLink,
  listSenderTokens,
  newGuestEmail,
  openMailbox,
  publishListing,
  WITH_APP_CHECK,
  writeAsGuest,
} from "../../helpers/guests";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe("POST /tutoring/{id}/enquiries by a guest", () => {
  it("redirects to a page that names the address; stores it, mails the link in the page's language, and notifies no teacher", async () => {
    const { teacher, listing, asTeacher } = await publishListing();
    const email = newGuestEmail();
    const answer = await expectStatus(
      writeAsGuest(
        listing.id,
        { email: ` ${email.toUpperCase()} `, message: "Bună ziua!\r\nPentru clasa a VIII-a." },
        { locale: "/ro" },
      ),
      303,
    );
    const page = await (await openMailbox(answer)).text();
    expect(page).toContain(email);
    expect(page).toContain("Ultimul pas");

    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.template).toBe("enquiry_confirm");
    expect(mail?.subject).toBe("Confirmați mesajul către Ștefan Țepeș");
    // The address may belong to another person: the mail repeats nothing that the guest typed.
    expect(mail?.text).not.toMatch(/Ilinca|clasa a VIII-a/);
    const { id, path } = await findGuestLink(email);
    expect(path).toContain("/ro/enquiries/");
    expect(await findEnquiry(id)).toMatchObject({
      teacherId: null,
      learnerId: null,
      guestName: "Ilinca",
      guestEmail: email,
      guestLocale: "ro",
      confirmedTs: null,
      state: "new",
    });
    expect(await mailsTo(teacher.email)).toEqual([]);
    const inbox = await app.read(paths.inbox(), { as: asTeacher });
    expect(inbox).toContain("No messages yet");
    expect(inbox).not.toContain("unread");
    await expectStatus(app.get(paths.enquiry(id), { as: asTeacher }), 404);
  });

  it("gives the same answer for an address that has an account", async () => {
    const { listing } = await publishListing();
    const known = await createUser({ email: newGuestEmail() });
    const unknown = newGuestEmail();
    const answers = [
      await writeAsGuest(listing.id, { email: known.email }),
      await writeAsGuest(listing.id, { email: unknown }),
    ];
    const pages = await Promise.all(answers.map(async (answer) => (await openMailbox(answer)).text()));
    const plain = (page: string | undefined, email: string) =>
      listSenderTokens(page ?? "").reduce(
        (text, token) => text?.replaceAll(token, "TOKEN"),
        page?.replaceAll(email, "EMAIL"),
      );
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(plain(pages[0], known.email)).toBe(plain(pages[1], unknown));
    expect(await templatesTo(known.email)).toEqual(["enquiry_confirm"]);
  });

  it("returns 422 with an error at each field and all values kept; scripts stay text", async () => {
    const { listing } = await publishListing();
    const before = await countRows("enquiries");
    const page = await expectPage(
      writeAsGuest(listing.id, {
        message: "<script>alert(1)</script>",
        name: " ",
        email: 'nu e "adresă"',
      }),
      422,
    );
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;</textarea>");
    expect(page).not.toContain("<script>alert(1)");
    expect(page).toContain('value="nu e &quot;adresă&quot;"');
    expect(page).toContain("Enter an email address, such as name@example.com.");
    expect(page).toContain('href="#field-name"');
    for (const message of ["", "😀".repeat(5000)]) {
      expect(await expectPage(writeAsGuest(listing.id, { message, email: newGuestEmail() }), 422)).toContain(
        `${message}</textarea>`,
      );
    }
    expect(await countRows("enquiries")).toBe(before);
  });

  it("asks about a mistyped address before it sends; the same address sent again, or the suggested one, goes through", async () => {
    const { listing } = await publishListing();
    const [wrong, right] = ["bunicul.meu@Gmial.com", "bunicul.meu@gmail.com"];
    const several = { listing_ids: listing.id, message: "Pentru nepotul meu", name: "Ion" };
    for (const asked of [
      await writeAsGuest(listing.id, { email: wrong, message: "Pentru nepotul meu" }, { locale: "/ro" }),
      await app.post(`/ro${paths.enquireSeveral()}`, { form: { ...several, email: wrong } }),
    ]) {
      expect(asked.status).toBe(200);
      const page = await asked.text();
      for (const text of [
        `Ați scris ${wrong}. Am completat ${right}:`,
        'href="#field-email"',
        "Pentru nepotul meu</textarea>",
        `value="${right}"`,
        `name="kept_email" value="${wrong}"`,
      ])
        expect(page).toContain(text);
    }
    for (const email of [wrong.toLowerCase(), right]) expect(await mailsTo(email)).toEqual([]);

    await expectStatus(writeAsGuest(listing.id, { email: wrong, asked_email: wrong }), 303);
    expect(await mailsTo(wrong.toLowerCase())).toHaveLength(1);
    await expectStatus(writeAsGuest(listing.id, { email: right, asked_email: wrong }), 303);
    expect(await mailsTo(right)).toHaveLength(1);
    const kept = { asked_email: wrong, kept_email: wrong };
    const other = { message: "Pentru nepoata mea" };
    // Another error keeps the answer.
    const refused = await writeAsGuest(listing.id, { email: right, ...kept, message: "" });
    expect(await refused.text()).toMatch(
      new RegExp(`name="email"[^>]*value="${wrong}"|value="${wrong}"[^>]*name="email"`),
    );
    await expectStatus(writeAsGuest(listing.id, { email: right, ...kept, ...other }), 303);
    expect(await mailsTo(wrong.toLowerCase())).toHaveLength(2);
    // The typed address was corrected after all.
    const corrected = newGuestEmail();
    await expectStatus(writeAsGuest(listing.id, { email: corrected, ...kept }), 303);
    expect(await mailsTo(corrected)).toHaveLength(1);
    await expectStatus(writeAsGuest(listing.id, { email: "altul@gmal.com", asked_email: wrong }), 200);
  });

  it("the same form sent twice in parallel creates one enquiry and one mail; another text creates another", async () => {
    const { listing } = await publishListing();
    const email = newGuestEmail();
    const answers = await Promise.all([1, 2, 3].map(() => writeAsGuest(listing.id, { email })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await mailsTo(email)).toHaveLength(1);
    const { id } = await findGuestLink(email);
    expect(await listRows(messages, { enquiryId: id })).toHaveLength(1);
    await writeAsGuest(listing.id, { email, message: "Altă întrebare" });
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it("the same form creates a new enquiry once the first was confirmed, or confirmed and erased", async () => {
    const { listing, teacher } = await publishListing();
    const email = newGuestEmail();
    const listConfirmationMails = async () =>
      (await mailsTo(email)).filter(({ template }) => template === "enquiry_confirm");
    await writeAsGuest(listing.id, { email });
    const first = await confirmAsGuest(email);
    await app.post(paths.enquiry(first.id), { form: { token: first.token, intent: "erase" } });
    expect(await listConfirmationMails()).toEqual([]);
    for (let n = 0; n < 2; n++) {
      await expectStatus(writeAsGuest(listing.id, { email }), 303);
      expect(await listConfirmationMails()).toHaveLength(1);
    }
    const second = await confirmAsGuest(email);
    expect(second.id).not.toBe(first.id);
    expect(second.answer.status).toBe(303);
    expect(await mailsTo(teacher.email)).toHaveLength(2);
  });

  it("returns 403 with all values kept when the app check fails; signed-in users skip the check", async () => {
    resetApp(WITH_APP_CHECK);
    const { listing } = await publishListing();
    const email = newGuestEmail();
    const answer = await expectStatus(
      writeAsGuest(listing.id, { email, message: "Păstrați-mi textul" }),
      403,
    );
    const page = await answer.text();
    expect(page).toContain("Păstrați-mi textul</textarea>");
    expect(page).toContain(`value="${email}"`);
    expect(page).toContain('data-sitekey="site-key"');
    expect(answer.headers.get("content-security-policy")).toContain("https://challenges.cloudflare.com");
    const as = await signIn(await createUser());
    await expectStatus(app.post(paths.enquire(listing.id), { as, form: { message: "Bună" } }), 303);
  });

  it("returns 429 after 5 an hour to one mailbox from any IP address, and after 20 from one IP address", async () => {
    const { listing } = await publishListing();
    const sendFrom = (from: string, email: string, n: number) =>
      writeAsGuest(listing.id, { email, message: `Mesajul ${n}` }, { from });
    const answers = Array.from({ length: 21 }, (_, n) => sendFrom("192.0.2.7", newGuestEmail(), n));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(20).fill(303), 429]);
    const victim = newGuestEmail();
    statuses.length = 0;
    for (let n = 0; n < 6; n++) statuses.push((await sendFrom(`192.0.2.${10 + n}`, victim, n)).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    // The mailbox limit also holds on other days, while no enquiry is confirmed.
    app.clock.now += DAY_MS;
    const later = await expectStatus(sendFrom("192.0.2.30", victim, 99), 429);
    expect(Number(later.headers.get("retry-after"))).toBe((6 * DAY_MS) / 1000);
    expect(await later.text()).toContain("Mesajul 99</textarea>");
    expect(await mailsTo(victim)).toHaveLength(5);
    await confirmAsGuest(victim);
    await expectStatus(sendFrom("192.0.2.30", victim, 99), 303);
  });
});
