import { describe, expect, it } from "vitest";
import { createAddressProof } from "@/features/enquiries/guests/address-proof";
import { paths } from "@/shared/paths";
import { app, expectPage, expectStatus, type Jar, newJar } from "../../helpers/app";
import { createUser, mailsTo, templatesTo } from "../../helpers/factories";
import {
  confirmAsGuest,
  findEnquiry,
  newGuestEmail,
  publishListing,
  writeAsGuest,
} from "../../helpers/guests";

const HOUR_MS = 3_600_000;
const COOKIE = "confirmed_address";
const MESSAGE = "Bună ziua! Mai aveți locuri?";

/** A browser that confirmed a message from a new address. */
async function confirmAddress() {
  const as = newJar();
  const email = newGuestEmail();
  const first = await publishListing();
  await writeAsGuest(first.listing.id, { email }, { as });
  const { answer } = await confirmAsGuest(email, as);
  return { as, email, answer };
}

/** Writes to a new teacher: whether the teacher has the message, and the mails to the sender meanwhile. */
async function writeToAnother(email: string, as: Jar, message = MESSAGE) {
  const before = (await mailsTo(email)).length;
  const { listing, teacher } = await publishListing();
  const answer = await writeAsGuest(listing.id, { email, message }, { as });
  const isDelivered = (await mailsTo(teacher.email)).length > 0;
  return { answer, isDelivered, mails: (await mailsTo(email)).length - before, listing, teacher };
}

const waits = { isDelivered: false, mails: 1 };

describe("a guest's further message after a confirmation in the same browser", () => {
  it("reaches the teacher immediately, redirects to the conversation and mails its link", async () => {
    const { as, email, answer: confirmed } = await confirmAddress();
    const cookie = confirmed.headers.getSetCookie().find((line) => line.startsWith(`${COOKIE}=`));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/Secure/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Max-Age=86400(;|$)/i);
    expect(decodeURIComponent(cookie ?? "")).not.toContain(email.split("@")[0]);

    const { answer, isDelivered, mails, teacher } = await writeToAnother(email, as);
    expect({ isDelivered, mails }).toEqual({ isDelivered: true, mails: 1 });
    expect(answer.status).toBe(303);
    const location = answer.headers.get("location") ?? "";
    const [, id = ""] = location.match(/\/enquiries\/([0-9a-z]{16})\?token=/) ?? [];
    expect(await findEnquiry(id)).toMatchObject({
      teacherId: teacher.id,
      guestEmail: email,
      confirmedTs: app.clock.now,
      state: "new",
    });
    expect(await templatesTo(teacher.email)).toEqual(["enquiry_new"]);
    const page = await app.read(location, { as });
    expect(page).toContain(MESSAGE);
    const mail = (await mailsTo(email)).at(-1);
    expect(mail?.template).toBe("enquiry_sent");
    expect(mail?.text).toContain(location.split("&")[0]);
  });

  it("is delivered once if the form is sent twice, also in parallel", async () => {
    const { as, email } = await confirmAddress();
    const { listing, teacher } = await publishListing();
    const send = () => writeAsGuest(listing.id, { email }, { as });
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(new Set(answers.map((answer) => answer.headers.get("location"))).size).toBe(1);
    expect(await mailsTo(teacher.email)).toHaveLength(1);
  });

  it("delivers a message that waited for confirmation when its form is sent again", async () => {
    const as = newJar();
    const email = newGuestEmail();
    const [waiting, other] = [await publishListing(), await publishListing()];
    await writeAsGuest(waiting.listing.id, { email }, { as });
    await writeAsGuest(other.listing.id, { email }, { as });
    await confirmAsGuest(email, as);
    expect(await mailsTo(waiting.teacher.email)).toEqual([]);
    await expectStatus(writeAsGuest(waiting.listing.id, { email }, { as }), 303);
    expect(await mailsTo(waiting.teacher.email)).toHaveLength(1);
  });

  it("waits for its own link from another address, whose confirmation replaces the first", async () => {
    const { as, email } = await confirmAddress();
    const other = newGuestEmail();
    expect(await writeToAnother(other, as)).toMatchObject(waits);
    expect(await writeToAnother(email, as)).toMatchObject({ isDelivered: true });
    await confirmAsGuest(other, as);
    expect(await writeToAnother(other, as)).toMatchObject({ isDelivered: true });
    expect(await writeToAnother(email, as)).toMatchObject(waits);
  });

  it("waits in another browser, and 24 hours after the confirmation", async () => {
    const { as, email } = await confirmAddress();
    expect(await writeToAnother(email, newJar())).toMatchObject(waits);
    app.clock.now += 24 * HOUR_MS - 1;
    expect(await writeToAnother(email, as)).toMatchObject({ isDelivered: true });
    app.clock.now += 1;
    expect(await writeToAnother(email, as)).toMatchObject(waits);
  });

  it("counts the 24 hours from the confirmation, also if the button is pressed again later", async () => {
    const { as, email } = await confirmAddress();
    as.delete(COOKIE);
    app.clock.now += 23 * HOUR_MS;
    const { answer } = await confirmAsGuest(email, as);
    expect(answer.headers.getSetCookie().join()).toContain("Max-Age=3600");
    app.clock.now += HOUR_MS;
    as.delete(COOKIE);
    await confirmAsGuest(email, as);
    expect(as.has(COOKIE)).toBe(false);
  });

  it("waits with a forged, changed or foreign cookie", async () => {
    const { as, email } = await confirmAddress();
    const value = as.get(COOKIE) ?? "";
    const [time = "", signature = ""] = value.split(".");
    const foreign = createAddressProof(
      { config: { JWT_SECRET: "x".repeat(40) } as never },
      email,
      app.clock.now,
    );
    const forged = [
      "",
      time,
      `.${signature}`,
      `${Number(time) + 1}.${signature}`,
      `${app.clock.now + HOUR_MS}.${signature}`,
      `${time}.${signature.slice(0, -2)}AA`,
      `${time}.${signature}.${email}`.replace(signature, "A".repeat(signature.length)),
      `NaN.${signature}`,
      foreign,
    ];
    for (const [n, proof] of forged.entries()) {
      as.set(COOKIE, encodeURIComponent(proof));
      const sent = await writeToAnother(email, as, `Mesajul ${n}`);
      expect(sent, proof).toMatchObject({ isDelivered: false });
    }
    as.set(COOKIE, value);
    app.clock.now += HOUR_MS;
    expect(await writeToAnother(email, as, "Cu cookie-ul meu")).toMatchObject({ isDelivered: true });
  });

  it("waits if the account of the address is disabled; another account of the address changes nothing", async () => {
    const { as, email } = await confirmAddress();
    const user = await createUser({ email });
    expect(await writeToAnother(email, as)).toMatchObject({ isDelivered: true });
    await app.bindings.DB.prepare("update users set disabled_ts = ? where id = ?")
      .bind(app.clock.now, user.id)
      .run();
    expect(await writeToAnother(email, as, "Alt mesaj")).toMatchObject(waits);
  });

  it("returns 404 for the listing of a disabled teacher, and 403 to the teacher's own address", async () => {
    const { as, email } = await confirmAddress();
    const { listing, teacher } = await publishListing();
    await app.bindings.DB.prepare("update users set disabled_ts = 1 where id = ?").bind(teacher.id).run();
    await expectStatus(writeAsGuest(listing.id, { email }, { as }), 404);

    const own = await publishListing();
    await app.bindings.DB.prepare("update users set email = ? where id = ?")
      .bind(email, own.teacher.id)
      .run();
    expect(
      await expectPage(writeAsGuest(own.listing.id, { email, message: "Scriu singur" }, { as }), 403),
    ).toContain("Scriu singur</textarea>");
  });

  it("reaches several teachers immediately; the page links to each conversation, one mail to all", async () => {
    const { as, email } = await confirmAddress();
    const mails = (await mailsTo(email)).length;
    const published = [await publishListing(), await publishListing()];
    const page = await expectPage(
      app.post(paths.enquireSeveral(), {
        as,
        form: {
          listing_ids: published.map(({ listing }) => listing.id),
          message: MESSAGE,
          name: "Ilinca",
          email,
          adult: "1",
        },
      }),
      200,
    );
    const links = [...page.matchAll(/href="(\/enquiries\/[0-9a-z]{16}\?token=[^"]+)"/g)].map(
      ([, href]) => href,
    );
    expect(links).toHaveLength(2);
    for (const link of links) await expectStatus(app.get(link ?? "", { as }), 200);
    for (const { teacher } of published) expect(await mailsTo(teacher.email)).toHaveLength(1);
    const sent = (await mailsTo(email)).slice(mails);
    expect(sent.map(({ template }) => template)).toEqual(["enquiry_sent"]);
    const list = await app.read(sent[0]?.text.match(/\/enquiries\/confirm\?\S+/)?.[0] ?? "");
    for (const { listing } of published) expect(list).toContain(listing.title);
  });
});

it("opening a link, and deleting the message with it, prove no address", async () => {
  const as = newJar();
  const email = newGuestEmail();
  const { listing } = await publishListing();
  await writeAsGuest(listing.id, { email }, { as });
  const mail = (await mailsTo(email))[0]?.text ?? "";
  const path = mail.match(/\/enquiries\/\S+/)?.[0] ?? "";
  await app.get(path, { as });
  expect(as.has(COOKIE)).toBe(false);
  const token = new URL(path, "https://catedra.test").searchParams.get("token") ?? "";
  await app.post(path.split("?")[0] ?? "", { as, form: { token, intent: "erase" } });
  expect(as.has(COOKIE)).toBe(false);
});

it("a guest's JSON call reads no cookie: 202 and `confirmed: false`", async () => {
  const { as, email } = await confirmAddress();
  const { listing, teacher } = await publishListing();
  const json = { message: MESSAGE, name: "Ilinca", email, adult: true };
  const answer = await expectStatus(app.post(paths.apiListingEnquiries(listing.id), { as, json }), 202);
  expect(await answer.json()).toEqual({
    content: { _id: expect.any(String), listing_id: listing.id, confirmed: false },
  });
  expect(await mailsTo(teacher.email)).toEqual([]);
});
