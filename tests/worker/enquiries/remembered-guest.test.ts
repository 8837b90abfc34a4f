import { expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { app, expectPage, expectStatus, newJar } from "../../helpers/app";
import { createUser, mailsTo, signIn } from "../../helpers/factories";
import {
  confirmAsGuest,
  listSenderTokens,
  newGuestEmail,
  openMailbox,
  publishListing,
  writeAsGuest,
} from "../../helpers/guests";

const COOKIE = "guest_contact";
/** The ticked box. */
const CHECKED = /<input [^>]*name="remember"[^>]*checked/;

/** A browser that remembers a guest. */
async function remember(name = "Ilinca") {
  const as = newJar();
  const email = newGuestEmail();
  const { listing } = await publishListing();
  const answer = await writeAsGuest(listing.id, { email, name, remember: "1" }, { as });
  return { as, email, listing, answer };
}

const openForms = async (listingId: string, init = {}) =>
  Promise.all(
    [
      paths.listing(listingId),
      paths.enquire(listingId),
      paths.enquireSeveral({ listing_ids: [listingId] }),
    ].map((path) => app.read(path, init)),
  );

it("nothing is remembered without the tick, which is never set in advance", async () => {
  const as = newJar();
  const { listing } = await publishListing();
  for (const page of await openForms(listing.id, { as })) {
    expect(page).toContain('name="remember"');
    expect(page).not.toMatch(CHECKED);
    expect(page).not.toContain("Forget my details");
  }
  await writeAsGuest(listing.id, { email: newGuestEmail() }, { as });
  expect(as.has(COOKIE)).toBe(false);
});

it("with the tick, every form is filled in for 180 days, by a cookie that scripts cannot read", async () => {
  const { as, email, listing, answer } = await remember(' Ilinca "Ina" ');
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(`${COOKIE}=`));
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/Secure/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
  expect(cookie).toMatch(/Max-Age=15552000(;|$)/i);
  for (const page of await openForms(listing.id, { as })) {
    expect(page).toContain(`value="${email}"`);
    expect(page).toContain('value="Ilinca &quot;Ina&quot;"');
    expect(page).toMatch(CHECKED);
    expect(page).toContain("Forget my details on this device");
    expect(page).not.toContain("sent immediately");
  }
  const anonymous = await openForms(listing.id);
  for (const page of anonymous) expect(page).not.toContain(email);
});

it("a form says if the remembered address needs no confirmation", async () => {
  const { as, email, listing } = await remember();
  await confirmAsGuest(email, as);
  for (const page of await openForms(listing.id, { as })) expect(page).toContain("sent immediately");
  app.clock.now += 86_400_000;
  for (const page of await openForms(listing.id, { as })) expect(page).not.toContain("sent immediately");
});

it.each([
  ["one teacher", (id: string) => paths.enquire(id)],
  ["several teachers", () => paths.enquireSeveral()],
])("the button of the form to %s forgets and keeps the message", async (_name, toPath) => {
  const { as, email, listing } = await remember();
  await confirmAsGuest(email, as);
  as.set("kept_message", "x");
  const form = { intent: "forget", message: "Încă scriu", name: "Ilinca", email, listing_ids: listing.id };
  const page = await expectPage(app.post(toPath(listing.id), { as, form }), 200);
  expect(page).toContain("Încă scriu</textarea>");
  expect(page).not.toContain(email);
  expect(page).not.toMatch(CHECKED);
  for (const name of [COOKIE, "confirmed_address", "pending_message", "kept_message"])
    expect(as.has(name)).toBe(false);
});

it("a form without the tick forgets; a correction of the address is remembered", async () => {
  const { as, listing, answer } = await remember();
  const right = newGuestEmail();
  const token = listSenderTokens(await (await openMailbox(answer)).text());
  await app.post(paths.pendingEnquiries(), { as, form: { token, email: right } });
  for (const page of await openForms(listing.id, { as })) expect(page).toContain(`value="${right}"`);
  await writeAsGuest(listing.id, { email: right, message: "Altceva" }, { as });
  expect(as.has(COOKIE)).toBe(false);
});

it("deleting the messages forgets the contact", async () => {
  const { as, email } = await remember();
  const { id, token } = await confirmAsGuest(email, as);
  await app.post(paths.enquiry(id), { as, form: { token, intent: "erase" } });
  for (const name of [COOKIE, "confirmed_address", "pending_message"]) expect(as.has(name)).toBe(false);
});

it("a proven address is told of an earlier message about the listing, and gets its conversations as “Messages”", async () => {
  const { as, email, listing } = await remember();
  const openMessages = () => app.get(paths.guestLinks(), { as });
  const waiting = await (await openMessages()).text();
  for (const text of [`value="${email}"`, `href="${paths.pendingEnquiries()}"`])
    expect(waiting).toContain(text);
  expect(await app.read(paths.listing(listing.id), { as })).not.toContain("You have written about this");
  const first = await confirmAsGuest(email, as);
  const href = paths.enquiry(first.id, { token: first.token });
  for (const path of [paths.listing(listing.id), paths.enquire(listing.id)])
    expect(await app.read(path, { as })).toContain(`<a href="${href}">Open the conversation</a>`);
  const other = await publishListing();
  expect(await app.read(paths.listing(other.listing.id), { as })).not.toContain(
    "You have written about this",
  );
  await writeAsGuest(other.listing.id, { email, remember: "1" }, { as });
  for (const page of [await app.read(paths.home(), { as }), await app.read(paths.home())])
    expect(page).toContain(`<a href="${paths.guestLinks()}">Messages`);
  const list = (await expectStatus(openMessages(), 302)).headers.get("location") ?? "";
  const page = await app.read(list, { as });
  for (const { title } of [listing, other.listing]) expect(page).toContain(title);
  // The list to write to several teachers has no box for them.
  const select = await app.read(paths.listings({ q: listing.title, exact: true, select: true }), { as });
  expect(select).toContain("You already have a conversation with this teacher.");
  expect(select).not.toMatch(new RegExp(`name="listing_ids"[^>]* value="${listing.id}"`));

  // A deletion says what is left, and the browser remembers the guest as long as something is.
  const form = { token: first.token, intent: "erase" };
  const deleted = await expectPage(app.post(paths.enquiry(first.id), { as, form }), 200);
  expect(deleted).toContain("You have one other conversation, which was not deleted.");
  // Not to the conversation itself: a link to the first may have been passed on.
  expect(deleted).toContain(`href="${paths.guestLinks()}">Go to your messages`);
  expect(deleted).not.toContain("token=");
  expect(as.has(COOKIE)).toBe(true);
});

it("signed-in users get their own form; a malformed cookie is ignored", async () => {
  const { as, email, listing } = await remember();
  const jar = await signIn(await createUser());
  jar.set(COOKIE, as.get(COOKIE) ?? "");
  for (const page of await openForms(listing.id, { as: jar })) expect(page).not.toContain(email);
  for (const value of [
    "x",
    "[]",
    '["a"]',
    '[1,"b"]',
    '["","b"]',
    `["a","${"b".repeat(300)}"]`,
    "null",
    "{}",
  ]) {
    as.set(COOKIE, encodeURIComponent(value));
    for (const page of await openForms(listing.id, { as }))
      expect(page).not.toContain("Forget my details on this device");
  }
});

it("the page after sending shows nothing of a message from another address in the same browser", async () => {
  const as = newJar();
  const [first, second] = [await publishListing(), await publishListing()];
  await writeAsGuest(first.listing.id, { email: newGuestEmail(), message: "Întrebarea altcuiva" }, { as });
  const email = newGuestEmail();
  await writeAsGuest(second.listing.id, { email, message: "A doua întrebare" }, { as });
  await confirmAsGuest(email, as);
  expect(await app.read(paths.pendingEnquiries(), { as })).not.toContain("Întrebarea altcuiva");
});

it("two messages: the page after sending names the other, and once one is confirmed, its browser sends both", async () => {
  const [as, email] = [newJar(), newGuestEmail()];
  const [first, second] = [await publishListing(), await publishListing()];
  await writeAsGuest(first.listing.id, { email, message: "Prima întrebare" }, { as });
  app.clock.now += 1000;
  await writeAsGuest(second.listing.id, { email, message: "A doua întrebare" }, { as });
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe("Confirm your message to Ștefan Țepeș");
  expect(mail?.text).toContain("used to write to Ștefan Țepeș on");
  const waits = "still waits for confirmation too: Ștefan Țepeș.";
  expect(await app.read(paths.pendingEnquiries(), { as })).toContain(waits);
  const { id, token } = await confirmAsGuest(email, as);
  const path = paths.enquiry(id, { token, done: "confirmed" });
  // A link that was passed on shows nothing of other messages.
  expect(await app.read(path, { as: newJar() })).not.toContain("Still to confirm");
  const page = await app.read(path, { as });
  expect(page).toContain("To Ștefan Țepeș: “Prima întrebare”");
  const form = {
    token: [...page.matchAll(/name="token" value="([0-9a-z]{16}\.[^"]+)"/g)].map(([, one]) => one ?? ""),
  };
  expect(form.token).toHaveLength(1);
  await expectStatus(app.post(paths.confirmEnquiries(), { as, form }), 303);
  for (const { teacher } of [first, second]) expect(await mailsTo(teacher.email)).toHaveLength(1);
  expect(await app.read(path, { as })).not.toContain("Still to confirm");
  expect(await app.read(paths.pendingEnquiries(), { as })).not.toContain(waits);
});
