import { describe, expect, it } from "vitest";
import type { County, Level } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { setHits, toLimitKey } from "../../helpers/accounts";
import {
  app,
  createTestApp,
  expectPage,
  expectRedirect,
  expectStatus,
  type Jar,
  newJar,
} from "../../helpers/app";
import {
  countRows,
  createListing,
  createTeacher,
  createUser,
  mailsTo,
  signIn,
} from "../../helpers/factories";
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
const MESSAGE = "Bună ziua! Mai aveți locuri?";
const COOKIE = "pending_message";
let visits = 0;

/** A message that waits for confirmation, and the page after sending. */
async function sendAsGuest(as?: Jar) {
  const published = await publishListing();
  const email = newGuestEmail();
  const answer = await writeAsGuest(published.listing.id, { email }, as ? { as } : {});
  const page = await (await openMailbox(answer)).text();
  return { ...published, email, page, tokens: listSenderTokens(page), ...(await findGuestLink(email)) };
}

/** Sends the form of the page after sending, each time from another network. */
const resend = (token: readonly string[], email: string, on = app) =>
  on.post(paths.pendingEnquiries(), {
    form: { token, email },
    headers: { "cf-connecting-ip": `2001:db8:6:${(++visits).toString(16)}::1` },
  });

describe("POST /enquiries/pending", () => {
  it("mails the same link again to the same address, three times a day", async () => {
    const { email, tokens, path } = await sendAsGuest();
    expect(tokens).toHaveLength(1);
    const answer = await expectStatus(resend(tokens, email), 303);
    expect(await (await openMailbox(answer)).text()).toContain("We sent the email again.");
    const mails = await mailsTo(email);
    expect(mails.map(({ template }) => template)).toEqual(["enquiry_confirm", "enquiry_confirm"]);
    for (const mail of mails) expect(mail.text).toContain(path);
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await resend(tokens, email)).status);
    expect(statuses).toEqual([303, 303, 429]);
    const refused = await resend(tokens, email);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(listSenderTokens(await refused.text())).toEqual(tokens);
    expect(await mailsTo(email)).toHaveLength(4);
  });

  it("corrects the address: the message is kept, the old link and its mail are void", async () => {
    const { email: wrong, tokens, id, token, path, teacher } = await sendAsGuest();
    const right = newGuestEmail();
    const answer = await expectStatus(resend(tokens, right.toUpperCase()), 303);
    const page = await (await openMailbox(answer)).text();
    expect(page).toContain("We corrected the address");
    expect(page).toContain(right);
    expect(page).not.toContain(wrong);
    expect(await mailsTo(wrong)).toEqual([]);
    expect(await findEnquiry(id)).toMatchObject({ guestEmail: right, confirmedTs: null, teacherId: null });

    await expectStatus(app.get(path), 400);
    await expectStatus(app.post(paths.enquiry(id), { form: { token } }), 400);
    expect(await mailsTo(teacher.email)).toEqual([]);

    const link = await findGuestLink(right);
    expect(link.id).toBe(id);
    expect(await app.read(link.path)).toContain(MESSAGE);
    await confirmAsGuest(right);
    expect(await mailsTo(teacher.email)).toHaveLength(1);
  });

  it("corrects the address of a message to several teachers", async () => {
    const published = [await publishListing(), await publishListing()];
    const form = { listing_ids: published.map(({ listing }) => listing.id), message: MESSAGE, name: "Ana" };
    const sent = await app.post(paths.enquireSeveral(), {
      form: { ...form, email: newGuestEmail(), adult: "1" },
    });
    const tokens = listSenderTokens(await (await openMailbox(sent)).text());
    expect(tokens).toHaveLength(2);
    const right = newGuestEmail();
    const page = await (await openMailbox(await resend(tokens, right))).text();
    for (const { listing } of published) expect(page).toContain(listing.title);
    const [mail, ...others] = await mailsTo(right);
    expect(others).toEqual([]);
    expect(mail?.template).toBe("enquiries_confirm");
    const link = new URLSearchParams(mail?.text.match(/confirm\?(\S+)/)?.[1] ?? "");
    await app.post(paths.confirmEnquiries(), { form: { token: link.getAll("token") } });
    for (const { teacher } of published) expect(await mailsTo(teacher.email)).toHaveLength(1);
  });

  it("a correction counts toward the limits of mailed links, not of messages", async () => {
    const correctFrom = (from: string, token: readonly string[], email: string) =>
      app.post(paths.pendingEnquiries(), { form: { token, email }, headers: { "cf-connecting-ip": from } });
    const right = newGuestEmail();
    const { tokens } = await sendAsGuest();
    await expectStatus(correctFrom("192.0.2.50", tokens, right), 303);
    // The sender has not used up any of the five messages of an hour.
    const { listing } = await publishListing();
    for (let n = 0; n < 4; n++) {
      const form = { email: right, message: `Mesajul ${n}` };
      await expectStatus(writeAsGuest(listing.id, form, { from: "192.0.2.50" }), 303);
    }

    const { tokens: others } = await sendAsGuest();
    await expectStatus(correctFrom("192.0.2.51", others, newGuestEmail()), 303);
    await setHits("guest_link_network", toLimitKey("192.0.2.51"), 19);
    await expectStatus(correctFrom("192.0.2.51", others, newGuestEmail()), 303);
    const email = newGuestEmail();
    await expectStatus(correctFrom("192.0.2.51", others, email), 429);
    expect(await mailsTo(email)).toEqual([]);
  });

  it("mails to a mailbox by corrections at most three times a day", async () => {
    const victim = newGuestEmail();
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) {
      const { tokens } = await sendAsGuest();
      statuses.push((await resend(tokens, victim)).status);
    }
    expect(statuses).toEqual([303, 303, 303, 429]);
    expect(await mailsTo(victim)).toHaveLength(3);
    // At most five wait for confirmation, on any day.
    app.clock.now += 24 * HOUR_MS;
    statuses.length = 0;
    for (let n = 0; n < 3; n++) {
      const { tokens } = await sendAsGuest();
      statuses.push((await resend(tokens, victim)).status);
    }
    expect(statuses).toEqual([303, 303, 429]);
  });

  it("returns 400 for a forged token and for the token of the mailed link", async () => {
    const { email, id, token } = await sendAsGuest();
    const other = await sendAsGuest();
    const foreign = other.tokens[0]?.split(".")[1];
    for (const forged of [[], ["rubbish"], [`${id}.${foreign}`], [`${id}.${token}`], [`${id}.`]])
      await expectStatus(resend(forged, newGuestEmail()), 400);
    expect(await findEnquiry(id)).toMatchObject({ guestEmail: email });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("after the confirmation, the page says so, changes nothing and shows no link to the conversation", async () => {
    const { email, tokens, id, token } = await sendAsGuest();
    await confirmAsGuest(email);
    const answer = await expectStatus(resend(tokens, newGuestEmail()), 303);
    const page = await (await openMailbox(answer)).text();
    expect(page).toContain("was already used");
    expect(page).not.toContain(token);
    expect(page).not.toContain(email);
    expect(await findEnquiry(id)).toMatchObject({ guestEmail: email });
  });

  it("the sender's token does not confirm", async () => {
    const { tokens, id, teacher } = await sendAsGuest();
    const [, senderToken = ""] = (tokens[0] ?? "").split(".");
    await expectStatus(app.post(paths.enquiry(id), { form: { token: senderToken } }), 400);
    await app.post(paths.confirmEnquiries(), { form: { token: tokens } });
    expect(await mailsTo(teacher.email)).toEqual([]);
  });

  it("returns 403 when the app check fails, 410 when the listing is gone", async () => {
    const checked = createTestApp(WITH_APP_CHECK);
    const { email, tokens, listing } = await sendAsGuest();
    expect(await expectPage(resend(tokens, newGuestEmail(), checked), 403)).toContain(
      'data-sitekey="site-key"',
    );
    await app.bindings.DB.prepare("update listings set state = 'paused' where id = ?").bind(listing.id).run();
    await expectStatus(resend(tokens, email), 410);
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe("GET /enquiries/pending", () => {
  it("shows the page again in the browser that sent the message, for a day, in both languages", async () => {
    const as = newJar();
    const { email, id, listing } = await sendAsGuest(as);
    for (const locale of ["", "/ro"]) {
      const text = await expectPage(app.get(locale + paths.pendingEnquiries(), { as }), 200);
      expect(text).toContain(email);
      expect(text).toContain(paths.listing(listing.id));
    }
    expect(await mailsTo(email)).toHaveLength(1);
    expect(as.get(COOKIE)).not.toContain(email.split("@")[0]);

    await confirmAsGuest(email, as);
    const confirmed = await app.read(paths.pendingEnquiries(), { as });
    expect(confirmed).toContain("was already used");
    expect(confirmed).not.toContain(email);
    const { token } = await findGuestLink(email);
    await app.post(paths.enquiry(id), { as, form: { token, intent: "erase" } });
    expect(as.has(COOKIE)).toBe(false);
  });

  it("the cookie ends after 24 hours, and scripts cannot read it", async () => {
    const { listing } = await publishListing();
    const answer = await writeAsGuest(listing.id, { email: newGuestEmail() });
    await expectRedirect(answer, paths.pendingEnquiries());
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(`${COOKIE}=`));
    for (const attribute of [/HttpOnly/i, /Secure/i, /SameSite=Lax/i, /Max-Age=86400(;|$)/i])
      expect(cookie).toMatch(attribute);
  });

  it("redirects to the list without the cookie, and with a forged one", async () => {
    const as = newJar();
    const { id, token } = await sendAsGuest(as);
    for (const value of [null, "rubbish", `${id}.${token}`, `${id}.`]) {
      if (value === null) as.delete(COOKIE);
      else as.set(COOKIE, value);
      await expectRedirect(app.get(`/ro${paths.pendingEnquiries()}`, { as }), "/ro/tutoring", 302);
    }
  });

  it("asks about an address with a mistyped provider, and fills in the right one", async () => {
    const { listing } = await publishListing();
    const email = "mama.ilincai@gmial.com";
    const answer = await writeAsGuest(listing.id, { email, asked_email: email });
    const mailbox = await openMailbox(answer);
    expect(mailbox.headers.get("cache-control")).toBe("private, no-store");
    const page = await mailbox.text();
    expect(page).toContain("We sent an email to mama.ilincai@gmial.com.");
    expect(page).toContain("Did you mean mama.ilincai@gmail.com?");
    expect(page).toContain('value="mama.ilincai@gmail.com"');
    expect(page.indexOf("Did you mean")).toBeLessThan(page.indexOf("We sent an email to"));
    const other = await writeAsGuest(listing.id, { email: newGuestEmail() });
    expect(await (await openMailbox(other)).text()).not.toContain("Did you mean");
  });
});

it("POST /enquiries/pending with the button to forget deletes the way back to the message, not the message", async () => {
  const as = newJar();
  const { path } = await sendAsGuest(as);
  await expectStatus(app.get(paths.pendingEnquiries(), { as }), 200);
  as.set("kept_message", "x");
  const answer = await app.post(paths.pendingEnquiries(), { as, form: { intent: "forget", email: "" } });
  expect(as.has("kept_message")).toBe(false);
  expect(await answer.text()).toContain("The message was not deleted");
  expect(answer.headers.get("set-cookie")).toMatch(/pending_message=;.*Max-Age=0/);
  await expectStatus(app.get(path), 200);
});

it("POST /enquiries/pending with the button to discard deletes the message and its mail, unless it was confirmed", async () => {
  const as = newJar();
  const { id, email, path, tokens, page, listing } = await sendAsGuest(as);
  expect(page).toContain("Discard the message");
  const discard = (token: readonly string[]) =>
    app.post(paths.pendingEnquiries(), { as, form: { token, intent: "erase" } });
  for (let n = 0; n < 2; n++) {
    expect(await expectPage(discard(tokens), 200)).toContain(
      "If you sent other messages, they were not deleted.",
    );
  }
  expect(await findEnquiry(id)).toBeUndefined();
  expect(await mailsTo(email)).toEqual([]);
  expect(as.has(COOKIE)).toBe(false);
  await expectStatus(app.get(path), 400);
  // The same form again makes another enquiry, so the link of the deleted one stays invalid.
  await writeAsGuest(listing.id, { email });
  const again = await findGuestLink(email);
  await expectStatus(app.get(again.path), 200);
  expect(again.id).not.toBe(id);
  await expectStatus(app.get(path), 400);

  const other = await sendAsGuest();
  await confirmAsGuest(other.email);
  await expectRedirect(discard(other.tokens), paths.pendingEnquiries());
  expect(await findEnquiry(other.id)).toMatchObject({ guestEmail: other.email });
});

describe("similar teachers after sending", () => {
  /** The cards of the page by their listings' ids. */
  const listCards = (page: string) =>
    [...page.matchAll(/class="card__link" href="[^"]*\/tutoring\/([0-9a-z]{16})"/g)].map(([, id]) => id);

  it("are up to three, with checkboxes, without the teacher who was written to", async () => {
    const teacher = await createTeacher({ replyMedianS: 7200 });
    const add = async (owner = createTeacher()) =>
      createListing(await owner, { subject: "sp", levels: ["h"], county: "is" });
    const listing = await add(Promise.resolve(teacher));
    await add(Promise.resolve(teacher));
    const others = [await add(), await add(), await add(), await add()].map(({ id }) => id);
    const form = { email: newGuestEmail(), message: "Spaniolă?" };
    const page = await (await openMailbox(await writeAsGuest(listing.id, form))).text();
    const cards = listCards(page);
    expect(cards).toHaveLength(3);
    expect(page).toMatch(/\S usually replies within 2 hours\./);
    const boxes = [...page.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => box);
    for (const id of cards) {
      expect(others).toContain(id);
      expect(boxes.filter((box) => box.includes(`value="${id}"`) && box.includes('form="'))).toHaveLength(1);
    }
  });

  it("follow the first message of an account and a guest's confirmation, and not a later visit", async () => {
    await publishListing();
    const { email, id, token, page: mailbox } = await sendAsGuest();
    await confirmAsGuest(email);
    const sent = await app.read(paths.enquiry(id, { token, done: "confirmed" }));
    expect(sent).toContain('id="similar-teachers"');
    // The browser deletes its draft.
    for (const page of [mailbox, sent]) expect(page).toContain("data-after-sending");
    const later = await app.read(paths.enquiry(id, { token }));
    for (const part of ['id="similar-teachers"', "data-after-sending"]) expect(later).not.toContain(part);
    // The advice to a learner without a reply stays.
    for (const text of ["No reply yet", "within a day, we remind them", ">Write to more teachers</a>"])
      expect(later).toContain(text);

    const as = await signIn(await createUser());
    const { listing } = await publishListing();
    const answer = await app.post(paths.enquire(listing.id), { as, form: { message: MESSAGE } });
    const page = await app.read(answer.headers.get("location") ?? "", { as });
    expect(page).toContain('id="similar-teachers"');
    expect(listCards(page).length).toBeGreaterThan(0);
  });

  it("are online if the first teacher is, those in the county first, without those written to; the search keeps the price", async () => {
    const add = async (county: County, online: boolean, owner = createTeacher()) =>
      createListing(await owner, {
        subject: "ps",
        levels: ["h"],
        county,
        online,
        locations: ["th"],
        price: 10_000,
      });
    const first = await add("dj", true);
    const [here, elsewhere] = [await add("dj", true), await add("cj", true)];
    await add("dj", false);
    const as = newJar();
    const email = newGuestEmail();
    await writeAsGuest(first.id, { email }, { as });
    const { id, token } = await confirmAsGuest(email, as);
    const read = () => app.read(paths.enquiry(id, { token, done: "confirmed" }));
    expect(listCards(await read())).toEqual([here.id, elsewhere.id]);
    expect(await read()).toContain("These teachers teach the same subject and level online for");
    // The learner of lessons online may live in another county.
    expect(await read()).toMatch(/href="\/tutoring\?subject=ps&amp;level=h&amp;online=1&amp;max=120/);
    await writeAsGuest(here.id, { email }, { as });
    expect(listCards(await read())).toEqual([elsewhere.id]);
    expect(await read()).toContain("This teacher teaches the same");
    // With nobody left within the price, the search has none.
    await writeAsGuest(elsewhere.id, { email }, { as });
    expect(await read()).toMatch(/href="\/tutoring\?subject=ps&amp;level=h&amp;online=1&amp;select/);
  });

  it("teach the learner's grade or the exam at its end", async () => {
    const add = async (levels: Level[]) =>
      createListing(await createTeacher(), {
        subject: "ps",
        levels,
        county: "tm",
        locations: ["th"],
      });
    const listing = await add(["m", "pe"]);
    const others = [await add(["m"]), await add(["pe"])].map(({ id }) => id);
    await add(["h"]);
    const form = { email: newGuestEmail(), "learner.who": "child", "learner.grade": "8" };
    const page = await (await openMailbox(await writeAsGuest(listing.id, form))).text();
    expect(listCards(page).sort()).toEqual(others.sort());
  });
});

describe("POST /enquiries/more", () => {
  const form = { message: "<b>Salut</b>", name: "Ilinca", email: "ilinca@example.test", adult: "1" };

  it("shows the form filled in, with the teachers ticked; stores nothing", async () => {
    const published = [await publishListing(), await publishListing()];
    const before = await countRows("enquiries");
    const listing_ids = published.map(({ listing }) => listing.id);
    const page = await expectPage(app.post(paths.enquireMore(), { form: { ...form, listing_ids } }), 200);
    expect(page).toContain("&lt;b&gt;Salut&lt;/b&gt;</textarea>");
    expect(page).toContain('value="ilinca@example.test"');
    for (const id of listing_ids) expect(page).toContain(`checked="" value="${id}"`);
    expect(await countRows("enquiries")).toBe(before);
  });
});
