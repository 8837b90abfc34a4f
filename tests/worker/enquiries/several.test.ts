import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { enquiries, messages } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, db, expectPage, expectStatus } from "../../helpers/app";
import {
  countRows,
  createListing,
  createTeacher,
  createUser,
  mailsTo,
  signIn,
  templatesTo,
} from "../../helpers/factories";

/** Teachers with a listing each. */
async function publishListings(count: number) {
  const published = [];
  for (let n = 1; n <= count; n++) {
    const teacher = await createTeacher({ firstName: `Profesor${n}`, lastName: "Ionescu" });
    published.push({ teacher, listing: await createListing(teacher, { title: `Lecții numărul ${n}` }) });
  }
  return published;
}

const toIds = (published: readonly { listing: { id: string } }[]) =>
  published.map(({ listing }) => listing.id);

const findSent = (learnerId: string) =>
  db.select().from(enquiries).where(eq(enquiries.learnerId, learnerId)).orderBy(enquiries.id);

const isTicked = (page: string, id: string) =>
  new RegExp(`<input type="checkbox" name="listing_ids" checked="" value="${id}"`).test(page);
const isOffered = (page: string, id: string) =>
  new RegExp(`<input type="checkbox"[^>]* name="listing_ids"[^>]* value="${id}"`).test(page);

describe("GET /enquiries/new", () => {
  it("offers the listings ticked, and is not indexed; hidden and unknown ones are named as left out", async () => {
    const [first, second] = await publishListings(2);
    const teacher = await createTeacher();
    const paused = await createListing(teacher, { state: "paused", title: "Anunț pus pe pauză" });
    const draft = await createListing(teacher, { state: "draft", title: "Ciornă secretă" });
    const ids = [first?.listing.id, paused.id, "x'y", draft.id, second?.listing.id, first?.listing.id];
    const page = await expectPage(app.get(paths.enquireSeveral({ listing_ids: ids as string[] })), 200);
    for (const id of [first, second].map((one) => one?.listing.id ?? ""))
      expect(isTicked(page, id)).toBe(true);
    expect(page).toContain("Profesor1 Ionescu");
    expect(page).toContain("Anunț pus pe pauză");
    expect(page).toContain("A listing that is not available right now");
    expect(page).not.toContain("Ciornă secretă");
    expect(page).toContain('name="robots" content="noindex');
    expect(isOffered(page, paused.id)).toBe(false);
  });

  it("ticks the first five of more and says how many can be chosen; the visitor's own is left out", async () => {
    const published = await publishListings(6);
    const own = await createTeacher();
    const ownListing = await createListing(own, { title: "Anunțul meu" });
    const ids = [ownListing.id, ...toIds(published)];
    const as = await signIn(own);
    const page = await app.read(paths.enquireSeveral({ listing_ids: ids }), { as });
    expect(toIds(published).map((id) => isTicked(page, id))).toEqual([true, true, true, true, true, false]);
    expect(isOffered(page, toIds(published)[5] ?? "")).toBe(true);
    expect(page).toContain("up to 5 teachers");
    expect(isOffered(page, ownListing.id)).toBe(false);
    expect(page).toContain("your own listing");
    expect(await app.read(paths.enquireSeveral())).toContain("You have not selected a teacher.");
  });
});

it("the list of several has no boxes for teachers to whom the visitor wrote", async () => {
  const publish = async () => createListing(await createTeacher(), { subject: "sp", county: "vs" });
  const [written, other] = [await publish(), await publish()];
  const as = await signIn(await createUser());
  await app.post(paths.enquire(written.id), { as, form: { message: "Bună!" } });
  const read = (init = {}) => app.read(paths.listings({ subject: "sp", county: "vs", select: true }), init);
  for (const [page, count] of [
    [await read({ as }), 1],
    [await read(), 2],
  ] as const) {
    expect([written, other].filter(({ id }) => isOffered(page, id))).toHaveLength(count);
    expect(page.split("You already have a conversation with this teacher.")).toHaveLength(3 - count);
  }
});

describe("POST /enquiries/new", () => {
  it("sends each teacher an enquiry and a mail of their own, and names them; the same form again sends nothing", async () => {
    const published = await publishListings(3);
    const learner = await createUser();
    const as = await signIn(learner);
    const form = { listing_ids: toIds(published), message: "Bună ziua! Mai aveți locuri?", once: newId() };
    const page = await expectPage(app.post(paths.enquireSeveral(), { as, form }), 200);
    const sent = await findSent(learner.id);
    expect(sent).toHaveLength(3);
    for (const { teacher, listing } of published) {
      const enquiry = sent.find(({ listingId }) => listingId === listing.id);
      expect(enquiry?.teacherId).toBe(teacher.id);
      expect(page).toContain(`href="${paths.enquiry(enquiry?.id ?? "")}"`);
      expect(page).toContain(teacher.firstName);
      expect(await templatesTo(teacher.email)).toEqual(["enquiry_new"]);
    }
    expect(page).toContain("After two days without an answer, we email you other teachers.");
    expect(page).not.toContain("<textarea");
    expect(page).toContain("data-after-sending");

    const again = await Promise.all([1, 2].map(() => app.post(paths.enquireSeveral(), { as, form })));
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    expect(await findSent(learner.id)).toHaveLength(3);
    const texts = await db.select().from(messages);
    expect(texts.filter(({ enquiryId }) => sent.some(({ id }) => id === enquiryId))).toHaveLength(3);
  });

  it("names a listing that refuses, and sends to the others; two listings of one teacher get one enquiry each", async () => {
    const [published] = await publishListings(1);
    if (!published) throw new Error("no listing");
    const other = await createListing(published.teacher, { title: "Alt anunț", subject: "p" });
    const paused = await createListing(await createTeacher(), { state: "paused", title: "Pe pauză" });
    const learner = await createUser();
    const ids = [published.listing.id, paused.id, other.id, other.id];
    const page = await expectPage(
      app.post(paths.enquireSeveral(), {
        as: await signIn(learner),
        form: { listing_ids: ids, message: "Bună", once: newId() },
      }),
      200,
    );
    expect(page).toContain("Not sent to:");
    expect(page).toContain("<strong>Pe pauză</strong>: This listing is not available right now");
    expect((await findSent(learner.id)).map(({ listingId }) => listingId).sort()).toEqual(
      [published.listing.id, other.id].sort(),
    );
  });

  it("keeps the message for those refused by the limit; when none is sent the status is 429", async () => {
    const published = await publishListings(5);
    const learner = await createUser();
    const as = await signIn(learner);
    const send = (ids: string[], message: string) =>
      app.post(paths.enquireSeveral(), { as, form: { listing_ids: ids, message, once: newId() } });
    await send(toIds(published).slice(0, 3), "Prima");
    const page = await expectPage(send(toIds(published).slice(1), "A doua întrebare"), 200);
    expect(await findSent(learner.id)).toHaveLength(5);
    // Two were left of five an hour.
    expect(toIds(published).map((id) => isTicked(page, id))).toEqual([false, false, false, true, true]);
    expect(page).toContain("A doua întrebare</textarea>");
    expect(page).toContain("too many new messages");
    const refused = await expectStatus(send(toIds(published).slice(3), "A treia"), 429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const kept = await refused.text();
    expect(kept).toContain("A treia</textarea>");
    expect(kept).not.toContain("data-after-sending");
  });

  it("returns 422 with the message kept for none or more than five teachers", async () => {
    const published = await publishListings(6);
    const as = await signIn(await createUser());
    const before = await countRows("enquiries");
    const offered = toIds(published);
    const page = await expectPage(
      app.post(paths.enquireSeveral(), {
        as,
        form: { listing_ids: offered, offered, message: "Păstrați-mi textul" },
      }),
      422,
    );
    expect(page).toContain("Choose at most 5.");
    expect(page).toContain("Păstrați-mi textul</textarea>");
    expect(page).toContain('href="#field-listing_ids"');
    const nonePage = await expectPage(
      app.post(paths.enquireSeveral(), { as, form: { offered, message: "Text" } }),
      422,
    );
    expect(nonePage).toContain("Select at least one teacher.");
    expect(offered.map((id) => isOffered(nonePage, id) && !isTicked(nonePage, id))).not.toContain(false);
    expect(await countRows("enquiries")).toBe(before);
  });

  it("returns 401 with the message kept after the session ended", async () => {
    const [published] = await publishListings(1);
    const listing_ids = toIds(published ? [published] : []);
    const form = { listing_ids, message: "Textul meu" };
    const page = await expectPage(app.post(paths.enquireSeveral(), { form }), 401);
    expect(page).toContain("Textul meu</textarea>");
    const action = paths.enquireSeveral({ listing_ids });
    expect(page).toContain(`action="${action}"`);
    const as = await signIn(await createUser());
    await expectStatus(app.post(action, { as, form: { message: "Textul meu" } }), 200);
    expect(await mailsTo(published?.teacher.email ?? "")).toHaveLength(1);
  });
});

describe("POST /api/enquiries", () => {
  it("returns 201 with a result for each listing; the same Idempotency-Key sends once, also after the response was lost", async () => {
    const published = await publishListings(2);
    const learner = await createUserWithPassword();
    const { token } = await signInByEmail(learner.email);
    const own = await createListing(learner);
    const listing_ids = [...toIds(published), own.id, "0000000000000000"];
    const headers = { ...bearer(token).headers, "idempotency-key": newId() };
    const call = () =>
      app.post(paths.apiEnquiries(), { json: { listing_ids, message: "Bună ziua!" }, headers });
    const answer = await expectStatus(call(), 201);
    const { content } = (await answer.json()) as { content: { listing_id: string; _id?: string }[] };
    const sent = await findSent(learner.id);
    expect(content).toEqual([
      ...published.map(({ listing }) => ({
        listing_id: listing.id,
        status: "sent",
        _id: sent.find(({ listingId }) => listingId === listing.id)?.id,
      })),
      { listing_id: own.id, status: "refused", reason: "own_listing" },
      { listing_id: "0000000000000000", status: "refused", reason: "not_found" },
    ]);
    await db.run("delete from idempotency_keys");
    expect(await (await call()).json()).toEqual({ content });
    expect(await findSent(learner.id)).toHaveLength(2);
  });
});
