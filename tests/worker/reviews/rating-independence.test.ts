import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { toDeviceKey, toSightingNetworkKey } from "@/auth/sightings";
import { auditLog, settings, teacherSightings } from "@/db/schema";
import { paths } from "@/shared/paths";
import { app, db } from "../../helpers/app";
import { createUser, signIn, templatesTo } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";
import { createReviewSetup, findReport, findReview, REFUSAL } from "./admin-setup";
import { createContact, insertAnsweredEnquiry, listTeacherReviews, REVIEW, sendReview } from "./contact";

const ANSWER = { text: "Am citit din nou recenzia." };
const NETWORK = "203.0.113.7";
const DEVICE = "b".repeat(22);
const BANNED_PATH = "settings/banned-words";

type Contact = Awaited<ReturnType<typeof createContact>>;

/** The text of the review that is sent after the preparation of a rule. */
type Preparation = (contact: Contact) => Promise<string>;

const insertSighting =
  (kind: "device" | "network"): Preparation =>
  async ({ teacher, as }) => {
    const services = { ...servicesAt(app.clock.now), network: NETWORK };
    const key = kind === "device" ? toDeviceKey(services, DEVICE) : toSightingNetworkKey(services);
    if (kind === "device") as.set("device", DEVICE);
    await db.insert(teacherSightings).values({ userId: teacher.id, kind, key, lastTs: app.clock.now });
    return REVIEW.text;
  };

const RULES: Record<string, Preparation> = {
  none: async () => REVIEW.text,
  banned_word: async () => "Un șarlatan, din păcate, nu recomand.",
  contact_data: async () => "Sunați la 0722 345 678, vă rog frumos.",
  same_device: insertSighting("device"),
  same_network: insertSighting("network"),
  many_reviews: async ({ teacher, listing }) => {
    for (let n = 0; n < 5; n++) {
      const learner = await createUser();
      const enquiry = { listingId: listing.id, teacherId: teacher.id, learnerId: learner.id };
      const id = await insertAnsweredEnquiry(enquiry);
      await sendReview(paths.enquiryReview(id), await signIn(learner));
    }
    app.clock.now += 1000;
    return REVIEW.text;
  },
  earlier_decision: async ({ path, teacher, as }) => {
    await sendReview(path, as);
    const [first] = await listTeacherReviews(teacher.id);
    await db.run(`update reviews set state = 'rejected', reason = 'offensive' where id = '${first?.id}'`);
    await app.post(`${path}/withdraw`, { as, form: {} });
    app.clock.now += 1000;
    return REVIEW.text;
  },
};

it.each(Object.entries(RULES))(
  "1 and 5 stars have the same outcome under the rule %s",
  async (rule, prepare) => {
    const outcomes = [];
    for (const rating of ["1", "5"]) {
      await db.insert(settings).values({ path: BANNED_PATH, value: ["șarlatan"], version: 1, updatedTs: 1 });
      const contact = await createContact();
      const text = await prepare(contact);
      const answer = await app.post(contact.path, {
        as: contact.as,
        form: { ...REVIEW, rating, text },
        headers: { "cf-connecting-ip": NETWORK },
      });
      await db.delete(settings).where(eq(settings.path, BANNED_PATH));
      const review = (await listTeacherReviews(contact.teacher.id)).find(
        ({ learnerId, state }) => learnerId === contact.learner.id && state !== "withdrawn",
      );
      outcomes.push({
        status: answer.status,
        rating: review?.rating,
        state: review?.state,
        holdRule: review?.holdRule,
        templates: [
          ...(await templatesTo(contact.learner.email)),
          ...(await templatesTo(contact.teacher.email)),
        ],
      });
    }
    const [low, high] = outcomes;
    expect(low).toMatchObject({
      status: 303,
      rating: 1,
      state: rule === "none" ? "published" : "pending",
      holdRule: rule === "none" ? null : rule,
    });
    expect(high).toEqual({ ...low, rating: 5 });
  },
);

const REFUSED = { reason: "other", reasonText: "?", objectionTs: 1, objectionText: "De ce?" } as const;
const DISMISSED = { outcome: "dismissed", decidedTs: 1 } as const;
const OBJECTED = { ...DISMISSED, objectionTs: 2, objectionText: "?" } as const;

/** The review and report before a decision, and the decision. */
const DECISIONS = {
  publish: { review: { state: "pending" }, action: "publish", body: {} },
  reject: { review: { state: "pending" }, action: "reject", body: REFUSAL },
  remove: { review: { state: "published" }, report: {}, action: "remove", body: REFUSAL },
  dismiss: { review: { state: "published" }, report: {}, action: "dismiss", body: ANSWER },
  "accept an objection to a rejection": {
    review: { state: "rejected", ...REFUSED },
    action: "publish",
    body: {},
  },
  "accept an objection to a removal": {
    review: { state: "removed", ...REFUSED },
    action: "publish",
    body: {},
  },
  "decline an objection of the author": {
    review: { state: "removed", ...REFUSED },
    action: "decline-objection",
    body: ANSWER,
  },
  "accept an objection of the teacher": {
    review: { state: "published" },
    report: OBJECTED,
    action: "remove",
    body: REFUSAL,
  },
  "decline an objection of the teacher": {
    review: { state: "published" },
    report: OBJECTED,
    action: "decline-objection",
    body: ANSWER,
  },
} as const;

it.each(Object.entries(DECISIONS))("1 and 5 stars have the same outcome of: %s", async (_, decision) => {
  const outcomes = [];
  for (const rating of [1, 5]) {
    const { insertReview, insertReport, decide, learner, teacher } = await createReviewSetup();
    const id = await insertReview({ rating, ...decision.review });
    const report = "report" in decision ? await insertReport(id, decision.report) : null;
    const ids =
      decision.action === "dismiss"
        ? { report_ids: [report] }
        : decision.action === "decline-objection" && report
          ? { report_id: report }
          : {};
    const answer = await decide(id, decision.action, { ...decision.body, ...ids });
    const { state, reason, reasonText, objectionDecidedTs, version } = (await findReview(id)) ?? {};
    const decided = report ? await findReport(report) : undefined;
    outcomes.push({
      status: answer.status,
      review: { state, reason, reasonText, objectionDecidedTs, version },
      report: { outcome: decided?.outcome, objectionDecidedTs: decided?.objectionDecidedTs },
      events: await db.query.auditLog.findMany({
        where: eq(auditLog.subject, `review:${id}`),
        columns: { action: true, detail: true },
      }),
      templates: [...(await templatesTo(learner.email)), ...(await templatesTo(teacher.email))],
    });
  }
  const [low, high] = outcomes;
  expect(low?.status).toBe(200);
  expect(low?.templates).not.toEqual([]);
  expect(high).toEqual(low);
});
