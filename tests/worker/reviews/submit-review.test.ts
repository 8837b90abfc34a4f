import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { toDeviceKey } from "@/auth/sightings";
import { auditLog, enquiries, sessions, users } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectPage, expectRedirect, expectStatus, expectText, newJar } from "../../helpers/app";
import { createUser, findUser, listRows, signIn, templatesTo, updateRow } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";
import { createContact, DAY_MS, listTeacherReviews, REVIEW, sendReview } from "./contact";

describe("a new review", () => {
  it("is published with the chosen name, counted and mailed to the teacher", async () => {
    const { id, path, teacher, learner, listing, as } = await createContact();
    const page = await app.read(path, { as });
    expectText(page, "Maria P.", `Your review of ${teacher.firstName} ${teacher.lastName}`);
    await expectRedirect(sendReview(path, as), `${path}?done=published`);
    expect(await listTeacherReviews(teacher.id)).toMatchObject([
      {
        enquiryId: id,
        listingId: listing.id,
        learnerId: learner.id,
        guestKey: null,
        subject: listing.subject,
        level: "m",
        rating: 5,
        text: REVIEW.text,
        lessons: "6-20",
        authorName: "Maria P.",
        authorRole: "parent",
        state: "published",
        holdRule: null,
        createdTs: app.clock.now,
        publishedTs: app.clock.now,
        version: 1,
      },
    ]);
    expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 1, ratingSum: 5 });
    expect(await templatesTo(teacher.email)).toEqual(["review_received"]);
    const [event] = await listRows(auditLog, { action: "review.written" });
    expect(event).toMatchObject({ actorId: learner.id });
    const own = await app.get(path, { as });
    expect(await own.text()).toContain("Published");
    expect(own.headers.get("cache-control")).toContain("no-store");
  });

  it("shows the role instead of a name, which follows from the enquiry, or from level and age", async () => {
    for (const [level, birthDate, role, values] of [
      ["m", "1985-03-01", "parent", {}],
      ["", "1985-03-01", "learner", {}],
      ["bc", "1985-03-01", "learner", {}],
      ["m", "2012-03-01", "learner", {}],
      ["", "1985-03-01", "parent", { learnerWho: "child" }],
      ["m", "1985-03-01", "learner", { learnerWho: "me" }],
    ] as const) {
      const contact = await createContact(values);
      await updateRow(users, contact.learner.id, { birthDate });
      await sendReview(contact.path, contact.as, { name: "role", level });
      expect(await listTeacherReviews(contact.teacher.id)).toMatchObject([
        { authorName: null, authorRole: role },
      ]);
    }
  });

  it("has a form filled in with what the enquiry says of the child", async () => {
    const { path, as } = await createContact({ learnerWho: "child", learnerGrade: 7 });
    const page = await app.read(path, { as });
    expect(page).toMatch(/<input type="radio"[^>]*checked=""[^>]*value="role"[^>]*>\s*<span>Parent</);
    expect(page).toMatch(/<option[^>]*value="m"[^>]*selected|<option[^>]*selected[^>]*value="m"/);
  });

  it("is written once by the same form sent twice, also at the same time", async () => {
    const { path, teacher, as } = await createContact();
    const once = newId();
    const answers = await Promise.all([1, 2, 3].map(() => sendReview(path, as, { once })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await listTeacherReviews(teacher.id)).toHaveLength(1);
    const page = await expectPage(sendReview(path, as, { text: `${REVIEW.text} Din nou.` }), 409);
    expectText(page, "You have already reviewed this teacher", "Din nou.", 'name="version" value="1"');
  });

  it("can follow a withdrawn one, with an earlier form too", async () => {
    const { path, teacher, as } = await createContact();
    const once = newId();
    await sendReview(path, as, { once });
    await app.post(`${path}/withdraw`, { as, form: {} });
    expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 0, ratingSum: 0 });
    await expectStatus(sendReview(path, as, { once, rating: "2" }), 303);
    expect((await listTeacherReviews(teacher.id)).map(({ state }) => state).sort()).toEqual([
      "published",
      "withdrawn",
    ]);
    expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 1, ratingSum: 2 });
  });
});

it("is possible after the teacher answered and then marked the enquiry as spam", async () => {
  const { path, teacher, as } = await createContact({ state: "spam" });
  await expectStatus(sendReview(path, as), 303);
  expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 1 });
});

it("is written five times a day by one author; the teacher is mailed once", async () => {
  const { id, path, teacher, as, learner } = await createContact();
  for (let n = 0; n < 5; n++) {
    await expectStatus(sendReview(path, as), 303);
    await app.post(`${path}/withdraw`, { as, form: {} });
  }
  expect(await templatesTo(teacher.email)).toEqual(["review_received"]);
  const { headers } = bearer(await createAccessToken(learner));
  const json = { ...REVIEW, rating: 5 };
  const refused = await expectStatus(app.post(paths.apiEnquiryReview(id), { headers, json }), 429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await listTeacherReviews(teacher.id)).toHaveLength(5);
  app.clock.now += DAY_MS;
  await expectStatus(sendReview(path, await signIn(learner)), 303);
});

describe("a review is refused", () => {
  const EARLY = { answeredTs: Date.UTC(2026, 10, 18, 9) };
  it.each([
    ["without an answer", { answeredTs: null, state: "new" }, 409, "once the teacher has answered"],
    ["within three days", EARLY, 409, "from Nov 21, 2026"],
    ["after 180 days", { lastMessageTs: Date.UTC(2026, 4, 20) }, 409, "over 180 days old"],
    ["of a deleted teacher", { teacherId: null }, 410, "no longer exists"],
  ] as const)("%s", async (_, values, status, text) => {
    const { path, teacher, as } = await createContact(values);
    const shown = await expectPage(app.get(path, { as }), 200);
    expect(shown).toContain(text);
    expect(shown).not.toContain("<textarea");
    const refused = await expectPage(sendReview(path, as), status);
    expectText(refused, text, REVIEW.text);
    await expectStatus(app.post(paths.apiEnquiryReview(path.split("/")[2] ?? ""), { json: {} }), 401);
    expect(await listTeacherReviews(teacher.id)).toEqual([]);
  });

  it("of a disabled teacher", async () => {
    const { path, teacher, as } = await createContact();
    await updateRow(users, teacher.id, { disabledTs: app.clock.now, disabledBy: "self" });
    expect(await expectPage(sendReview(path, as), 410)).toContain("account is not active at the moment");
  });

  it("not when the teacher marked lessons as agreed", async () => {
    const { path, teacher, as } = await createContact({ ...EARLY, state: "won" });
    await expectStatus(sendReview(path, as), 303);
    expect(await listTeacherReviews(teacher.id)).toHaveLength(1);
  });

  it("by the teacher, and other users don't find the page", async () => {
    const { path, teacher } = await createContact();
    expect(await expectPage(app.get(path, { as: teacher }), 403)).toContain("You cannot review yourself.");
    await expectStatus(sendReview(path, teacher), 403);
    const stranger = await createUser();
    await expectStatus(app.get(path, { as: stranger }), 404);
    expect(await expectPage(sendReview(path, stranger), 404)).toContain(REVIEW.text);
    await expectStatus(app.get(path), 302);
    expect(await expectPage(sendReview(path, newJar()), 401)).toContain(REVIEW.text);
  });

  it("in a browser in which the teacher is signed in", async () => {
    const { path, teacher, as } = await createContact();
    const device = "a".repeat(22);
    await signIn(teacher);
    const deviceKey = toDeviceKey(servicesAt(app.clock.now), device);
    await db.update(sessions).set({ deviceKey }).where(eq(sessions.userId, teacher.id));
    as.set("device", device);
    const page = await expectPage(sendReview(path, as), 403);
    expectText(page, "signed in to this browser", REVIEW.text);
  });

  it.each([
    ["rating", "6", "Choose 1 to 5 whole stars."],
    ["rating", "4.5", "Choose 1 to 5 whole stars."],
    ["rating", "", "Choose how many stars."],
    ["text", "a".repeat(19), "use at least 20 characters"],
    ["text", "a".repeat(1501), "use at most 1,500 characters"],
    ["lessons", "", "Choose how many lessons you have had."],
    ["lessons", "0", '/report">Report this conversation</a>'],
    ["name", "", "Choose the name to show."],
    ["level", "zz", "choose one of the options"],
  ])("with the %s %j", async (field, value, text) => {
    const { id, path, teacher, as } = await createContact();
    const page = await expectPage(sendReview(path, as, { [field]: value }), 422);
    expectText(page, text, field === "text" ? value : REVIEW.text);
    expect(await listTeacherReviews(teacher.id)).toEqual([]);
    await expectStatus(app.get(paths.enquiry(id), { as }), 200);
  });
});

it("is linked from the conversation when it is possible or was written", async () => {
  const allowed = await createContact();
  const page = ({ id, as }: Pick<typeof allowed, "id" | "as">) => app.read(paths.enquiry(id), { as });
  expect(await page(allowed)).toContain(`href="${allowed.path}"`);
  expect(await app.read(allowed.path, { as: allowed.as })).toContain("A review needs at least one lesson.");
  const early = await createContact({ answeredTs: app.clock.now });
  expect(await page(early)).not.toContain(early.path);
  await sendReview(allowed.path, allowed.as);
  await updateRow(enquiries, allowed.id, { lastMessageTs: 0 });
  expect(await page(allowed)).toContain(`href="${allowed.path}"`);
  expect(await page({ id: allowed.id, as: await signIn(allowed.teacher) })).not.toContain(allowed.path);
});
