import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { toDeviceKey, toSightingNetworkKey } from "@/auth/sightings";
import { reviewReports, reviews, settings, teacherSightings } from "@/db/schema";
import { newId } from "@/shared/ids";
import { app, db } from "../../helpers/app";
import { findUser, listRows, mailsTo } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";
import { createContact, DAY_MS, listTeacherReviews, REVIEW, sendReview } from "./contact";
import { createReview } from "./create-review";

describe("a review is held", () => {
  it("with contact data", async () => {
    const text = "Sunați la zero șapte doi doi trei patru cinci șase șapte opt.";
    const { path, teacher, as } = await createContact();
    const answer = await sendReview(path, as, { text });
    expect(answer.headers.get("location")).toBe(`${path}?done=held`);
    expect(await listTeacherReviews(teacher.id)).toMatchObject([
      { state: "pending", holdRule: "contact_data", publishedTs: null },
    ]);
    expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 0, ratingSum: 0 });
    expect(await mailsTo(teacher.email)).toEqual([]);
    expect(await app.read(path, { as })).toContain("Being checked");
  });

  it("with a banned word, in the displayed name too", async () => {
    const path = "settings/banned-words";
    await db.insert(settings).values({ path, value: ["șarlatan", "Maria"], version: 1, updatedTs: 1 });
    for (const more of [
      { text: "Un ȘARLATAN, din păcate, nu recomand.", name: "role" },
      { text: REVIEW.text, name: "initial" },
    ]) {
      const contact = await createContact();
      await sendReview(contact.path, contact.as, more);
      expect(await listTeacherReviews(contact.teacher.id)).toMatchObject([
        { state: "pending", holdRule: "banned_word" },
      ]);
    }
    await db.delete(settings).where(eq(settings.path, path));
  });

  it.each(["device", "network"] as const)("from a %s of the teacher", async (kind) => {
    const { path, teacher, as } = await createContact();
    const services = { ...servicesAt(app.clock.now), network: "203.0.113.7" };
    const device = "b".repeat(22);
    as.set("device", device);
    const key = kind === "device" ? toDeviceKey(services, device) : toSightingNetworkKey(services);
    await db.insert(teacherSightings).values({ userId: teacher.id, kind, key, lastTs: app.clock.now });
    await app.post(path, { as, form: REVIEW, headers: { "cf-connecting-ip": "203.0.113.7" } });
    expect(await listTeacherReviews(teacher.id)).toMatchObject([
      { state: "pending", holdRule: `same_${kind}` },
    ]);
  });

  it("if it is the sixth about one teacher within a day, withdrawn ones included", async () => {
    const { path, teacher, as } = await createContact();
    for (let n = 0; n < 5; n++) await createReview(teacher, { state: "withdrawn" });
    await sendReview(path, as);
    expect((await listTeacherReviews(teacher.id)).at(-1)).toMatchObject({ holdRule: "many_reviews" });
    app.clock.now += DAY_MS;
    const next = await createContact({ teacherId: teacher.id });
    await sendReview(next.path, next.as);
    expect((await listTeacherReviews(teacher.id)).at(-1)).toMatchObject({ state: "published" });
  });
});

describe("a review that follows a withdrawn one is held", () => {
  const rewrite = async ({ path, as, teacher }: Awaited<ReturnType<typeof createContact>>) => {
    await app.post(`${path}/withdraw`, { as, form: {} });
    app.clock.now += 1000;
    // An edit ends a rule about the text, but no other.
    await sendReview(path, as, { text: `${REVIEW.text} Sunați la 0722 345 678.` });
    await sendReview(path, as, { version: "1" });
    return (await listTeacherReviews(teacher.id)).at(-1);
  };

  it("if that one was reported; its open reports are closed", async () => {
    const contact = await createContact();
    await sendReview(contact.path, contact.as);
    const [first] = await listTeacherReviews(contact.teacher.id);
    const reported = { reviewId: first?.id ?? "", reason: "offensive", createdTs: app.clock.now } as const;
    await db.insert(reviewReports).values([
      { id: newId(), ...reported },
      { id: newId(), ...reported, outcome: "dismissed", decidedTs: app.clock.now },
    ]);
    const closedTs = app.clock.now;
    expect(await rewrite(contact)).toMatchObject({ state: "pending", holdRule: "earlier_decision" });
    expect(await listRows(reviewReports, { reviewId: reported.reviewId })).toMatchObject([
      { outcome: "upheld", decidedTs: closedTs, decidedBy: null },
      { outcome: "dismissed", decidedTs: closedTs },
    ]);
  });

  it("if that one was rejected", async () => {
    const contact = await createContact();
    await sendReview(contact.path, contact.as);
    await db
      .update(reviews)
      .set({ state: "rejected", reason: "offensive" })
      .where(eq(reviews.teacherId, contact.teacher.id));
    expect(await rewrite(contact)).toMatchObject({ state: "pending", holdRule: "earlier_decision" });
  });

  it.each(["same_device", "same_network", "many_reviews"] as const)(
    "if the rule was %s",
    async (holdRule) => {
      const contact = await createContact();
      await sendReview(contact.path, contact.as);
      await db
        .update(reviews)
        .set({ state: "pending", holdRule })
        .where(eq(reviews.teacherId, contact.teacher.id));
      expect(await rewrite(contact)).toMatchObject({ state: "pending", holdRule });
    },
  );

  it("not after an admin published that one, and dismissed or overruled its reports", async () => {
    const contact = await createContact();
    await sendReview(contact.path, contact.as);
    const [first] = await listTeacherReviews(contact.teacher.id);
    const decidedTs = app.clock.now + 500;
    await db
      .update(reviews)
      .set({ holdRule: "same_device", decidedTs })
      .where(eq(reviews.teacherId, contact.teacher.id));
    await db.insert(reviewReports).values(
      (["upheld", "dismissed"] as const).map((outcome) => ({
        id: newId(),
        reviewId: first?.id ?? "",
        reason: "offensive" as const,
        createdTs: app.clock.now,
        outcome,
        decidedTs: app.clock.now,
      })),
    );
    expect(await rewrite(contact)).toMatchObject({ state: "published", holdRule: null });
  });
});
