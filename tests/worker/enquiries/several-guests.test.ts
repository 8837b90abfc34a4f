import { describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { app, expectPage, expectRedirect, expectStatus } from "../../helpers/app";
import { createUser, mailsTo, signIn, templatesTo } from "../../helpers/factories";
import {
  findEnquiry,
  listSenderTokens,
  newGuestEmail,
  openMailbox,
  publishListing,
} from "../../helpers/guests";

const MESSAGE = "Bună ziua! Mai aveți locuri?";
let visits = 0;

const publishSeveral = (count: number) => Promise.all(Array.from({ length: count }, () => publishListing()));

type Published = Awaited<ReturnType<typeof publishSeveral>>;

/** Sends the form as a guest, each time from another network. */
const write = (published: Published, email: string, message = MESSAGE) =>
  app.post(paths.enquireSeveral(), {
    form: {
      listing_ids: published.map(({ listing }) => listing.id),
      message,
      name: "Ilinca",
      email,
      adult: "1",
      "learner.who": "child",
      "learner.grade": "7",
    },
    headers: { "cf-connecting-ip": `2001:db8:5:${(++visits).toString(16)}::1` },
  });

/** The tokens of the newest mailed link to several enquiries. */
async function findTokens(email: string): Promise<string[]> {
  const mail = (await mailsTo(email)).findLast(({ template }) => template === "enquiries_confirm");
  const link = mail?.text.match(/https:\/\/catedra\.test(\/\S*\/confirm\?\S+)/)?.[1] ?? "";
  return new URL(link, "https://catedra.test").searchParams.getAll("token");
}

const toEnquiryId = (token: string) => token.split(".")[0] ?? "";

describe("POST /enquiries/new by a guest", () => {
  it("redirects to a page that names all, and mails one link; the teachers get nothing; the same form again mails nothing", async () => {
    const published = await publishSeveral(3);
    const email = newGuestEmail();
    const answer = await expectStatus(write(published, email), 303);
    const page = await (await openMailbox(answer)).text();
    expect(page).toContain(email);
    for (const { listing } of published) expect(page).toContain(listing.title);
    const mails = await mailsTo(email);
    expect(mails.map(({ template }) => template)).toEqual(["enquiries_confirm"]);
    for (const { teacher } of published)
      expect(mails[0]?.text).toContain(`${teacher.firstName} ${teacher.lastName}`);
    // The address may belong to another person: the mail repeats nothing that the guest typed.
    expect(mails[0]?.text).not.toMatch(/Ilinca|locuri/);
    const tokens = await findTokens(email);
    expect(tokens).toHaveLength(3);
    for (const token of tokens) {
      expect(await findEnquiry(toEnquiryId(token))).toMatchObject({ teacherId: null, guestEmail: email });
    }
    for (const { teacher } of published) expect(await mailsTo(teacher.email)).toEqual([]);

    const again = await Promise.all([1, 2].map(() => write(published, email)));
    expect(again.map(({ status }) => status)).toEqual([303, 303]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("sends to those within the limits, names the others and keeps the message for them", async () => {
    const published = await publishSeveral(5);
    const email = newGuestEmail();
    await write(published.slice(0, 3), email);
    const answer = await expectStatus(write(published.slice(1), email, "Altă întrebare"), 202);
    const page = await answer.text();
    expect(page).toContain("Altă întrebare</textarea>");
    expect(page).toContain(`value="${email}"`);
    expect(page).toContain("waiting for confirmation");
    expect(page).toContain(`href="${paths.pendingEnquiries()}"`);
    const mailbox = await (await openMailbox(answer, paths.pendingEnquiries())).text();
    expect(listSenderTokens(mailbox)).toHaveLength(2);
    expect(await findTokens(email)).toHaveLength(2);
    await expectStatus(write(published.slice(3), email, "A treia"), 429);
    expect(await mailsTo(email)).toHaveLength(2);
  });
});

describe("/enquiries/confirm", () => {
  async function writeToSeveral(count: number) {
    const published = await publishSeveral(count);
    const email = newGuestEmail();
    await write(published, email);
    return { published, email, tokens: await findTokens(email) };
  }

  it("shows the message and changes nothing; the button delivers it to all, also when pressed twice", async () => {
    const { published, email, tokens } = await writeToSeveral(3);
    const page = await expectStatus(app.get(paths.confirmEnquiries({ token: tokens })), 200);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(page.headers.get("referrer-policy")).toBe("strict-origin");
    const text = await page.text();
    expect(text).toContain(MESSAGE);
    expect(text).toContain("will see the name Ilinca, your message and “Lessons for a child, grade 7”, but");
    for (const { listing, teacher } of published) {
      expect(text).toContain(listing.title);
      expect(await mailsTo(teacher.email)).toEqual([]);
    }

    for (let n = 0; n < 2; n++) {
      await expectRedirect(
        app.post(paths.confirmEnquiries(), { form: { token: tokens } }),
        paths.confirmEnquiries({ token: tokens, done: "confirmed" }),
      );
    }
    for (const [index, { teacher }] of published.entries()) {
      const id = toEnquiryId(tokens[index] ?? "");
      expect(await findEnquiry(id)).toMatchObject({ teacherId: teacher.id, confirmedTs: app.clock.now });
      expect(await templatesTo(teacher.email)).toEqual(["enquiry_new"]);
    }
    const done = await app.read(paths.confirmEnquiries({ token: tokens, done: "confirmed" }));
    for (const text of [
      "Your message was sent",
      "keep the email that we sent you",
      "and report it.",
      "Safe lessons</a></p>",
    ])
      expect(done).toContain(text);
    for (const link of tokens) {
      const [id = "", token = ""] = link.split(".");
      expect(done).toContain(`href="${paths.enquiry(id, { token })}"`);
      await expectStatus(app.get(paths.enquiry(id, { token })), 200);
    }
    expect((await mailsTo(email)).filter(({ template }) => template !== "enquiries_confirm")).toEqual([]);
  });

  it("lets the guest edit the message before it is sent; an empty one is refused", async () => {
    const { published, tokens } = await writeToSeveral(2);
    const confirm = (message: string) =>
      app.post(paths.confirmEnquiries(), { form: { token: tokens, message } });
    await expectStatus(confirm("  "), 422);
    for (const { teacher } of published) expect(await mailsTo(teacher.email)).toEqual([]);
    await expectStatus(confirm("Altfel spus"), 303);
    for (const [index, { teacher }] of published.entries()) {
      const [id = "", token = ""] = (tokens[index] ?? "").split(".");
      expect((await mailsTo(teacher.email))[0]?.text).toContain("> Altfel spus");
      const thread = await app.read(paths.enquiry(id, { token }));
      expect([thread.includes("Altfel spus"), thread.includes(MESSAGE)]).toEqual([true, false]);
    }
    // It was sent.
    await confirm("Prea târziu");
    expect((await mailsTo(published[0]?.teacher.email ?? "")).length).toBe(1);
  });

  it("delivers to the others if a listing is gone, and names it", async () => {
    const { published, tokens } = await writeToSeveral(2);
    const [gone, open] = published;
    await app.bindings.DB.prepare("update listings set state = 'paused' where id = ?")
      .bind(gone?.listing.id)
      .run();
    const page = await expectPage(app.post(paths.confirmEnquiries(), { form: { token: tokens } }), 200);
    expect(page).toContain("This listing is not available right now");
    expect(page).toContain("Sent to:");
    expect(await mailsTo(open?.teacher.email ?? "")).toHaveLength(1);
    expect(await mailsTo(gone?.teacher.email ?? "")).toEqual([]);
  });

  it("ignores wrong tokens, and returns 400 without any", async () => {
    const { published, tokens } = await writeToSeveral(2);
    const [first = "", second = ""] = tokens;
    const forged = `${toEnquiryId(second)}.${first.split(".")[1]}`;
    await app.post(paths.confirmEnquiries(), { form: { token: [first, forged, "rubbish"] } });
    expect(await findEnquiry(toEnquiryId(second))).toMatchObject({ confirmedTs: null });
    expect(await mailsTo(published[0]?.teacher.email ?? "")).toHaveLength(1);
    await expectStatus(app.get(paths.confirmEnquiries()), 400);
    await expectStatus(app.get(paths.confirmEnquiries({ token: ["rubbish"] })), 400);
  });

  it("leads to the account's conversation after the account took over the enquiries", async () => {
    const { email, tokens } = await writeToSeveral(2);
    await app.post(paths.confirmEnquiries(), { form: { token: tokens } });
    const as = await signIn(await createUser({ email }));
    await app.get(paths.inbox(), { as });
    const answer = await expectStatus(app.get(paths.confirmEnquiries({ token: tokens }), { as }), 303);
    await expectStatus(app.get(answer.headers.get("location") ?? "", { as }), 200);
  });
});

describe("POST /api/enquiries by a guest", () => {
  it("returns 202 with a result for each listing", async () => {
    const published = await publishSeveral(2);
    const email = newGuestEmail();
    const listing_ids = [...published.map(({ listing }) => listing.id), "0000000000000000"];
    const json = { listing_ids, message: MESSAGE, name: "Ilinca", email, adult: true };
    const answer = await expectStatus(app.post(paths.apiEnquiries(), { json }), 202);
    const tokens = await findTokens(email);
    expect(await answer.json()).toEqual({
      content: [
        ...published.map(({ listing }, index) => ({
          listing_id: listing.id,
          status: "sent",
          _id: toEnquiryId(tokens[index] ?? ""),
        })),
        { listing_id: "0000000000000000", status: "refused", reason: "not_found" },
      ],
    });
  });
});
