import { describe, expect, it } from "vitest";
import { enquiries, messages } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, createTestApp, expectStatus } from "../../helpers/app";
import { D1_ERRORS } from "../../helpers/d1-errors";
import { createListing, listRows, mailsTo, templatesTo } from "../../helpers/factories";
import { findGuestLink, newGuestEmail } from "../../helpers/guests";
import { captureErrors } from "../../helpers/intercept";
import { failWrites } from "../../helpers/kill-db";

type Thread = {
  content: { _id: string; state: string | null; unread: boolean; messages: { text: string }[] };
};

async function createParticipants() {
  const teacher = await createUserWithPassword({ role: "t" });
  const learner = await createUserWithPassword({ firstName: "Daria", lastName: "Neagu" });
  const stranger = await createUserWithPassword({ role: "a" });
  return {
    teacher,
    learner,
    listing: await createListing(teacher),
    asTeacher: bearer((await signInByEmail(teacher.email)).token),
    asLearner: bearer((await signInByEmail(learner.email)).token),
    asStranger: bearer((await signInByEmail(stranger.email)).token),
  };
}

describe("POST /api/listings/{id}/enquiries", () => {
  it("returns 201 and the conversation; the same Idempotency-Key creates one enquiry", async () => {
    const { listing, teacher, asLearner } = await createParticipants();
    const headers = { ...asLearner.headers, "idempotency-key": newId() };
    const ask = () =>
      app.post(paths.apiListingEnquiries(listing.id), { json: { message: "Bună \ud800ziua!" }, headers });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([201, 201]);
    const { content } = (await first.json()) as Thread;
    expect(content).toMatchObject({ side: "learner", state: null, listing_id: listing.id, unread: false });
    expect(content.messages.map(({ text }) => text)).toEqual(["Bună ziua!"]);
    expect(((await second.json()) as Thread).content._id).toBe(content._id);
    expect(await mailsTo(teacher.email)).toHaveLength(1);
  });

  it("returns 201 and counts in the owner's statistics, also without a User-Agent", async () => {
    const { listing, asLearner } = await createParticipants();
    const headers = { ...asLearner.headers, "user-agent": "" };
    await expectStatus(
      app.post(paths.apiListingEnquiries(listing.id), {
        json: { message: "Bună" },
        headers,
      }),
      201,
    );
    const { results } = await app.bindings.DB.prepare("select counts from statistics_batches").all<{
      counts: string;
    }>();
    const counts = results.map((row) => JSON.parse(row.counts)[listing.id]).filter(Boolean);
    expect(counts).toEqual([[0, 0, 0, 0, 1, 0]]);
  });

  it("returns 202 for a guest, and mails the link; 422 lists every invalid field", async () => {
    const { listing, teacher } = await createParticipants();
    const email = newGuestEmail();
    const call = (json: object) => app.post(paths.apiListingEnquiries(listing.id), { json });
    const wrong = await expectStatus(call({ message: "  ", email: "nu" }), 422);
    const { errors } = (await wrong.json()) as { errors: { field: string; code: string }[] };
    expect(errors.map(({ field, code }) => `${field} ${code}`)).toEqual([
      "message required",
      "name required",
      "email not_email",
      "adult adult_required",
    ]);
    const answer = await expectStatus(
      call({ message: "Bună ziua!", name: "Ilinca", email, adult: true }),
      202,
    );
    const { content } = (await answer.json()) as Thread;
    expect(content).toEqual({ _id: content._id, listing_id: listing.id, confirmed: false });
    expect((await findGuestLink(email)).id).toBe(content._id);
    expect(await mailsTo(teacher.email)).toEqual([]);
  });
});

describe("/api/enquiries", () => {
  async function conversation() {
    const all = await createParticipants();
    const answer = await app.post(paths.apiListingEnquiries(all.listing.id), {
      json: { message: "Prima întrebare" },
      ...all.asLearner,
    });
    return { ...all, id: ((await answer.json()) as Thread).content._id };
  }

  it("POST messages with an Idempotency-Key: one message, wherever the database fails, and a retry meets no lock", async () => {
    const { id, asLearner } = await conversation();
    const statuses: number[] = [];
    for (let skipped = 0; skipped < 5; skipped++) {
      const message = `Mesajul ${skipped}`;
      const call = {
        json: { message },
        headers: { ...asLearner.headers, "idempotency-key": `lost-${skipped}` },
      };
      const [text = ""] = D1_ERRORS;
      const failing = failWrites(app.bindings.DB, { message: text, isExecuted: true, skipped });
      const lossy = createTestApp({ DB: failing.database } as never);
      const { outcome } = await captureErrors(() => lossy.post(paths.apiEnquiryMessages(id), call));
      statuses.push(outcome.status);
      // A client that also lost a success repeats its call when the key is free again.
      if (outcome.status === 201) app.clock.now += 30_000;
      await expectStatus(app.post(paths.apiEnquiryMessages(id), call), 201);
      expect(await listRows(messages, { text: message })).toHaveLength(1);
    }
    // Lost with the claim of the key; with the message; with the stored response; with nothing.
    expect(statuses).toEqual([503, 503, 201, 201, 201]);
  });

  it("POST messages and PATCH change the state; each side sees only what it may see", async () => {
    const { id, asTeacher, asLearner, learner } = await conversation();
    const state = async (as: typeof asTeacher) =>
      ((await (await app.get(paths.apiEnquiry(id), as)).json()) as Thread).content.state;
    expect([await state(asTeacher), await state(asLearner)]).toEqual(["new", null]);
    const answer = await expectStatus(
      app.post(paths.apiEnquiryMessages(id), { json: { message: "Da." }, ...asTeacher }),
      201,
    );
    expect(await answer.json()).toMatchObject({ content: { author: "you", text: "Da." } });
    expect(await templatesTo(learner.email)).toContain("enquiry_answered");
    expect([await state(asTeacher), await state(asLearner)]).toEqual(["answered", "answered"]);
    for (const next of ["won", "lost", "new", "spam"]) {
      await expectStatus(
        app.request(paths.apiEnquiry(id), {
          method: "PATCH",
          json: { state: next },
          ...asTeacher,
        }),
        200,
      );
      expect(await state(asTeacher)).toBe(next === "new" ? "answered" : next);
    }
    expect(await state(asLearner)).toBeNull();
    const closed = await app.post(paths.apiEnquiryMessages(id), { json: { message: "Alo?" }, ...asLearner });
    expect([closed.status, ((await closed.json()) as { title: string }).title]).toEqual([
      409,
      "enquiry_closed",
    ]);
  });

  it("every call returns 404 for users outside the conversation and changes nothing", async () => {
    const { id, asStranger } = await conversation();
    const [before] = await listRows(enquiries, { id });
    const answers = [
      await app.get(paths.apiEnquiry(id), asStranger),
      await app.post(paths.apiEnquiryMessages(id), { json: { message: "Eu" }, ...asStranger }),
      await app.post(paths.apiEnquiryMessages(id), { json: {}, ...asStranger }),
      await app.request(paths.apiEnquiry(id), { method: "PATCH", json: { state: "won" }, ...asStranger }),
      await app.request(paths.apiEnquiry(id), { method: "PATCH", json: { state: "?" }, ...asStranger }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await listRows(enquiries, { id }))[0]).toEqual(before);
    expect(await listRows(messages, { enquiryId: id })).toHaveLength(1);
  });

  it("GET lists a box, each conversation with its newest message and unread flag", async () => {
    const { listing, asTeacher, asLearner } = await createParticipants();
    await app.post(paths.apiListingEnquiries(listing.id), { json: { message: "Bună ziua!" }, ...asLearner });
    const list = async (as: typeof asTeacher) =>
      ((await (await app.get(paths.apiEnquiries(), as)).json()) as { content: unknown[] }).content;
    expect(await list(asTeacher)).toMatchObject([
      {
        side: "teacher",
        state: "new",
        unread: true,
        with: "Daria N.",
        last_message: { excerpt: "Bună ziua!" },
      },
    ]);
    expect(await list(asLearner)).toMatchObject([
      { side: "learner", unread: false, last_message: { author: "you" } },
    ]);
  });
});
