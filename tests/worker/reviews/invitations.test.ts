import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { enquiries, mailOutbox, users } from "@/db/schema";
import { toGuestKey } from "@/features/enquiries";
import { deliverMail } from "@/features/mail";
import { sendReviewInvitations } from "@/features/reviews";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { app, createTestApp, db, expectStatus } from "../../helpers/app";
import { createListing, listRows, signIn } from "../../helpers/factories";
import { confirmAsGuest, findEnquiry, newGuestEmail, writeAsGuest } from "../../helpers/guests";
import { intercept } from "../../helpers/intercept";
import { servicesAt } from "../../helpers/services";
import { createConversation } from "../enquiries/appointment-setup";
import { createParticipants, findListingEnquiry, write } from "../enquiries/participants";
import { createReview } from "./create-review";
import {
  createInvitationSetup,
  type InvitationSetup,
  listInvitations,
  listInvitationTemplates,
} from "./invitation-setup";

let participants: InvitationSetup["participants"];
let run: InvitationSetup["run"];
let answer: InvitationSetup["answer"];
let createAnswered: InvitationSetup["createAnswered"];
beforeEach(async () => {
  ({ participants, run, answer, createAnswered } = await createInvitationSetup());
});

const setState = (id: string, state: string) =>
  app.post(paths.enquiryState(id), { as: participants.asTeacher, form: { state } });

describe("when an invitation is due", () => {
  it("14 days after the first answer; a reminder 7 days later; nothing after that", async () => {
    const id = await createAnswered();
    const { email } = participants.learner;
    app.clock.now += DAY_MS;
    await answer(id);
    app.clock.now += 13 * DAY_MS - 1;
    expect(await run()).toBe(0);
    app.clock.now += 1;
    expect(await run()).toBe(1);
    expect(await findEnquiry(id)).toMatchObject({ reviewInvitedTs: app.clock.now, reviewRemindedTs: null });
    app.clock.now += 7 * DAY_MS - 1;
    expect(await run()).toBe(0);
    app.clock.now += 1;
    expect(await run()).toBe(1);
    expect(await findEnquiry(id)).toMatchObject({ reviewRemindedTs: app.clock.now, reviewMailTs: null });
    app.clock.now += 30 * DAY_MS;
    expect(await run()).toBe(0);
    expect(await listInvitationTemplates(email)).toEqual(["review_invitation", "review_reminder"]);
    const [invitation] = await listInvitations(email);
    expect(invitation?.text).toContain(`https://catedra.test${paths.enquiryReview(id)}\n`);
  });

  it("a day after the end of an agreed lesson, before which there is no review; a cancelled one does not count", async () => {
    const { id, agree, act, asTeacher, learner } = await createConversation();
    const start = app.clock.now + 30 * DAY_MS;
    const lesson = await agree(start);
    await app.post(paths.enquiryState(id), { as: asTeacher, form: { state: "won" } });
    app.clock.now += 20 * DAY_MS;
    await run();
    expect(await findEnquiry(id)).toMatchObject({
      reviewInvitedTs: null,
      reviewMailTs: start + HOUR_MS + DAY_MS,
    });
    expect(await listInvitations(learner.email)).toEqual([]);
    const readForm = async () => app.read(paths.enquiryReview(id), { as: await signIn(learner) });
    const form = await readForm();
    expect(form).toContain("You can write a review after the agreed lesson, from");
    expect(form).not.toContain('name="rating"');
    app.clock.now = start + HOUR_MS + DAY_MS;
    await run();
    expect(await listInvitationTemplates(learner.email)).toEqual(["review_invitation"]);
    app.clock.now = start - DAY_MS;
    await expectStatus(act("teacher", lesson, "cancel"), 200);
    expect(await readForm()).toContain('name="rating"');
  });

  it("a day after the teacher marked the enquiry as won, also without an answer", async () => {
    const id = await createAnswered();
    app.clock.now += HOUR_MS;
    await setState(id, "won");
    const wonTs = app.clock.now;
    expect(await findEnquiry(id)).toMatchObject({ wonTs, reviewMailTs: wonTs + DAY_MS });
    app.clock.now += HOUR_MS;
    await setState(id, "won");
    expect(await findEnquiry(id)).toMatchObject({ wonTs, reviewMailTs: wonTs + DAY_MS });

    const other = await createListing(participants.teacher, { subject: "p" });
    await write(other.id, participants.asLearner, "Și fizică?");
    const { id: unanswered = "" } = (await findListingEnquiry(other.id)) ?? {};
    app.clock.now += HOUR_MS;
    await setState(unanswered, "won");
    expect(await findEnquiry(unanswered)).toMatchObject({
      wonTs: app.clock.now,
      reviewMailTs: app.clock.now + DAY_MS,
    });
    await answer(unanswered);
    expect(await findEnquiry(unanswered)).toMatchObject({ reviewMailTs: app.clock.now + DAY_MS });
  });

  it("never for a lost enquiry; again as before when it is opened", async () => {
    const id = await createAnswered();
    const answeredTs = app.clock.now;
    await setState(id, "won");
    for (const state of ["lost", "spam"]) {
      await setState(id, state);
      expect(await findEnquiry(id)).toMatchObject({ state, wonTs: null, reviewMailTs: null });
    }
    await setState(id, "answered");
    expect(await findEnquiry(id)).toMatchObject({ wonTs: null, reviewMailTs: answeredTs + 14 * DAY_MS });
  });

  it("an answer to a lost enquiry causes none", async () => {
    await write(participants.listing.id, participants.asLearner, "Bună ziua!");
    const { id = "" } = (await findListingEnquiry(participants.listing.id)) ?? {};
    await setState(id, "lost");
    await answer(id);
    expect(await findEnquiry(id)).toMatchObject({ reviewMailTs: null });
  });
});

describe("who gets none", () => {
  const cases: Record<string, (id: string) => Promise<unknown>> = {
    "a learner who reviewed the teacher": () =>
      createReview(participants.teacher, { learnerId: participants.learner.id }),
    "a learner who withdrew a review": (enquiryId) =>
      createReview(participants.teacher, {
        learnerId: participants.learner.id,
        enquiryId,
        state: "withdrawn",
      }),
    "a disabled teacher": () =>
      db.update(users).set({ disabledTs: 1 }).where(eq(users.id, participants.teacher.id)),
    "an erased teacher": (id) => db.update(enquiries).set({ teacherId: null }).where(eq(enquiries.id, id)),
    "a disabled learner": () =>
      db.update(users).set({ disabledTs: 1 }).where(eq(users.id, participants.learner.id)),
    "an unverified learner": () =>
      db.update(users).set({ emailVerifiedTs: null }).where(eq(users.id, participants.learner.id)),
    "an erased learner": (id) => db.update(enquiries).set({ learnerId: null }).where(eq(enquiries.id, id)),
    "a conversation older than 180 days": (id) =>
      db
        .update(enquiries)
        .set({ lastMessageTs: app.clock.now - 180 * DAY_MS })
        .where(eq(enquiries.id, id)),
  };
  it.each(Object.keys(cases))("%s", async (name) => {
    const id = await createAnswered();
    app.clock.now += 14 * DAY_MS;
    await cases[name]?.(id);
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    expect(await listInvitations(participants.learner.email)).toEqual([]);
    expect(await findEnquiry(id)).toMatchObject({ reviewInvitedTs: null, reviewMailTs: null });
  });

  it("a second enquiry to the same teacher", async () => {
    await createAnswered();
    await createAnswered(await createListing(participants.teacher, { subject: "p" }));
    app.clock.now += 14 * DAY_MS;
    await run();
    await run();
    expect(await run()).toBe(0);
    expect(await listInvitationTemplates(participants.learner.email)).toEqual(["review_invitation"]);
  });

  it("the reminder after a review", async () => {
    await createAnswered();
    app.clock.now += 14 * DAY_MS;
    await run();
    await createReview(participants.teacher, {
      learnerId: participants.learner.id,
      state: "pending",
    });
    app.clock.now += 7 * DAY_MS;
    expect(await run()).toBe(1);
    expect(await listInvitationTemplates(participants.learner.email)).toEqual(["review_invitation"]);
  });
});

describe("guests", () => {
  async function createAnsweredByGuest() {
    const email = newGuestEmail();
    await writeAsGuest(participants.listing.id, { email }, { locale: "/ro" });
    const { id } = await confirmAsGuest(email);
    app.clock.now += HOUR_MS;
    await answer(id);
    app.clock.now += 14 * DAY_MS;
    return { id, email };
  }

  it("are invited in their language by their link", async () => {
    const { id, email } = await createAnsweredByGuest();
    await run();
    const [mail] = await listInvitations(email);
    const [link = ""] =
      mail?.text.match(/https:\/\/catedra\.test\/ro\/enquiries\/\S+\/review\?token=\S+/) ?? [];
    expect(link).toContain(id);
    const token = new URL(link).searchParams.get("token") ?? "";
    await expectStatus(app.get(paths.enquiry(id, { token })), 200);
  });

  it("are not invited after a review by another enquiry to the same teacher", async () => {
    const { id, email } = await createAnsweredByGuest();
    await createReview(participants.teacher, {
      enquiryId: id,
      guestKey: toGuestKey(servicesAt(app.clock.now), email),
    });
    await run();
    expect(await listInvitations(email)).toEqual([]);
  });
});

it("a run that is killed continues with the next, and parallel runs send each mail once", async () => {
  const count = 120;
  await db.delete(mailOutbox);
  for (let n = 0; n < count; n++)
    await db.insert(enquiries).values({
      id: `killed${String(n).padStart(10, "0")}`,
      listingId: participants.listing.id,
      teacherId: participants.teacher.id,
      guestEmail: `killed${n}@mailuri.test`,
      state: "answered",
      confirmedTs: app.clock.now,
      createdTs: app.clock.now,
      answeredTs: app.clock.now,
      lastMessageTs: app.clock.now,
      reviewMailTs: app.clock.now,
    });
  const killed = createTestApp();
  let batches = 0;
  intercept(killed, "DB", "batch", async (batch, ...args) => {
    if (++batches === 2) throw new Error("killed");
    return batch(...args);
  });
  const inKilled = sendReviewInvitations(servicesAt(app.clock.now, killed.bindings));
  await expect(inKilled).rejects.toThrow("killed");
  await Promise.all([run(), run()]);
  expect(await run()).toBe(0);
  const mails = await db.select({ recipient: mailOutbox.recipient }).from(mailOutbox);
  expect([mails.length, new Set(mails.map(({ recipient }) => recipient)).size]).toEqual([count, count]);
});

describe("the link that ends invitations", () => {
  beforeEach(async () => {
    await db.delete(mailOutbox);
  });

  async function invite(): Promise<{ id: string; path: string }> {
    const id = await createAnswered();
    app.clock.now += 14 * DAY_MS;
    await run();
    const [mail] = await listRows(mailOutbox, { template: "review_invitation" });
    const { pathname, search } = new URL(mail?.unsubscribeUrl ?? "");
    return { id, path: pathname + search };
  }
  it("a press on the link, also twice, ends all invitations to the learner; opening it changes nothing", async () => {
    const { id, path } = await invite();
    expect(await app.read(path)).toContain("We will no longer email you to ask for a review");
    expect(await findEnquiry(id)).toMatchObject({ reviewDeclinedTs: null });
    const declinedTs = app.clock.now;
    for (let n = 0; n < 2; n++) {
      await expectStatus(app.post(path), 200);
      app.clock.now += HOUR_MS;
    }
    expect(await findEnquiry(id)).toMatchObject({ reviewDeclinedTs: declinedTs, reviewMailTs: null });

    const otherTeacher = await createParticipants();
    await write(otherTeacher.listing.id, participants.learner, "Bună ziua!");
    const other = await findListingEnquiry(otherTeacher.listing.id);
    app.clock.now += HOUR_MS;
    await app.post(paths.enquiry(other?.id ?? ""), { as: otherTeacher.asTeacher, form: { message: "Da." } });
    app.clock.now += 14 * DAY_MS;
    expect(await run()).toBe(1);
    expect(await listInvitationTemplates(participants.learner.email)).toEqual(["review_invitation"]);
  });

  it("the sent mail has the link in text and headers, and the outbox then forgets it", async () => {
    const { path } = await invite();
    const sent: { headers: Record<string, string>; text: string; html: string }[] = [];
    vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
      sent.push(JSON.parse(String(init.body)));
      return new Response(null, { status: 202 });
    });
    await deliverMail(servicesAt(app.clock.now, { ...app.bindings, MAIL_ENDPOINT: "https://mail.test/" }));
    const mail = sent.find(({ headers }) =>
      headers["List-Unsubscribe"]?.includes("/unsubscribe?token=review_invitations"),
    );
    expect(mail?.headers).toEqual({
      "List-Unsubscribe": `<https://catedra.test${path}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(mail?.text).toContain(`Don’t ask me again:\nhttps://catedra.test${path}`);
    expect(mail?.html).toContain("Don’t ask me again</a>");
    expect(await listRows(mailOutbox, { template: "review_invitation" })).toMatchObject([
      { state: "sent", unsubscribeUrl: null },
    ]);
  });
});
