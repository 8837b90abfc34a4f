import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { teacherInformation } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, bindings, db, expectNoText, expectStatus, expectText, resetApp } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";

import { createAdmin, createListing, createTeacher, createUser, signIn } from "../../helpers/factories";
import { createReview } from "../reviews/create-review";
import { insertVerification } from "../verifications/setup";

const { db: counting } = createCountingDb(bindings.DB);
beforeEach(() => resetApp({ DB: counting }));
const SITE = "https://catedra.test";
const NOINDEX = '<meta name="robots" content="noindex"/>';

async function open(path: string): Promise<string> {
  const answer = await app.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

const parseJsonLd = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json ?? ""),
  );

const listCards = (html: string) =>
  [...html.matchAll(/class="card__link"[^>]*>([^<]+)</g)].map(([, title]) => title);

describe("GET /teachers/{id}", () => {
  it("shows who the teacher is, all visible listings, documents and reviews, without contact data", async () => {
    const teacher = await createTeacher({ profilePicture: "webp", pictureTs: 17, replyMedianS: 5000 });
    await db
      .update(teacherInformation)
      .set({
        about: "Predau\ncu răbdare.",
        qualifications: ["Gradul didactic I", "Formator"],
        job: "Profesor",
        experienceTeaching: 12,
      })
      .where(eq(teacherInformation.userId, teacher.id));
    const { now } = app.clock;
    await createListing(teacher, { title: "Algebră fără teamă", publishedTs: now - 2000 });
    await createListing(teacher, { title: "Fizică, pe rând", subject: "p", publishedTs: now - 1000 });
    for (const state of ["draft", "pending", "rejected", "paused", "suspended", "deleted"] as const)
      await createListing(teacher, { title: "Ascuns", state });
    await createListing(teacher, { title: "Expirat", expiresTs: now });
    await createListing(await createTeacher(), { title: "Al altcuiva" });
    await insertVerification(teacher.id);
    await createReview(teacher, { subject: "en", text: "Vine mereu la timp și explică rar." });

    const html = await open(paths.teacher(teacher.id));
    expect(html).toContain("<h1>Ștefan Țepeș</h1>");
    expect(listCards(html)).toEqual(["Fizică, pe rând", "Algebră fără teamă"]);
    for (const text of [
      `${paths.profilePicture(teacher.id, "webp", { version: 17, width: 96 }).replace("&", "&amp;")}`,
      "12 years of teaching",
      "Usually replies within 2 hours",
      "Gradul didactic I",
      "Formator",
      "Predau\ncu răbdare.",
      `value="${SITE}${paths.teacher(teacher.id)}"`,
      `href="#lessons"`,
      "Profesor",
      "Licență în matematică",
      "Universitatea din București",
      "Vine mereu la timp și explică rar.",
      "English",
    ])
      expect(html, text).toContain(text);
    expectNoText(html, teacher.email, "712345678", "712 345");
    expect(html).not.toContain(NOINDEX);
  });

  it("is in both languages, with canonical URL, alternates and structured data", async () => {
    const teacher = await createTeacher({ firstName: "Ilinca", lastName: "Moga" });
    await createListing(teacher, { subject: "m" });
    await createListing(teacher, { subject: "p" });
    for (let n = 0; n < 3; n++) await createReview(teacher);
    const path = paths.teacher(teacher.id);
    const html = await open(`/ro${path}?from=list`);
    expectText(
      html,
      "<title>Ilinca Moga: meditații la fizică și matematică | Catedra</title>",
      `<link rel="canonical" href="${SITE}/ro${path}"/>`,
    );
    for (const [language, prefix] of [
      ["en", ""],
      ["ro", "/ro"],
      ["x-default", ""],
    ])
      expect(html).toMatch(
        new RegExp(`rel="alternate" hrefLang="${language}" href="${SITE}${prefix}${path}"`, "i"),
      );
    const [crumbs, profile] = parseJsonLd(html);
    expect(crumbs.itemListElement.map((item: { name: string }) => item.name)).toEqual([
      "Acasă",
      "Meditații",
      "Ilinca Moga",
    ]);
    expect(profile).toEqual({
      "@context": "https://schema.org",
      "@type": "ProfilePage",
      url: `${SITE}/ro${path}`,
      mainEntity: {
        "@type": "Person",
        name: "Ilinca Moga",
        url: `${SITE}/ro${path}`,
        knowsAbout: ["Fizică", "Matematică"],
      },
    });
    expect(html).not.toMatch(/aggregateRating|reviewRating/);
    expect(await open(path)).toContain(
      "<title>Ilinca Moga: Physics and Mathematics lessons | Catedra</title>",
    );
  });

  it("escapes user text in markup and structured data", async () => {
    const teacher = await createTeacher({ lastName: "</script><b>&" });
    await createListing(teacher);
    const html = await open(paths.teacher(teacher.id));
    expect(html).not.toContain("<b>&");
    expect(parseJsonLd(html)[1].mainEntity.name).toBe("Ștefan </script><b>&");
  });

  it("has noindex and no structured data without a visible listing, also after an expiry", async () => {
    const teacher = await createTeacher();
    const { now } = app.clock;
    await createListing(teacher, { expiresTs: now + 60_000 });
    const path = paths.teacher(teacher.id);
    expect(await open(path)).not.toContain(NOINDEX);
    app.clock.now = now + 60_000;
    const html = await open(path);
    app.clock.now = now;
    expect(html).toContain(NOINDEX);
    expectText(html, "No listings at the moment", 'href="/tutoring?county=cj"');
    for (const text of [">The teacher<", ">Reviews<", "Write to", "Share this page"])
      expect(html, text).not.toContain(text);
    expect(await app.read(path, { as: teacher })).toContain('href="/profile/listings"');
    expect(listCards(html)).toEqual([]);
    expect(parseJsonLd(html)).toEqual([]);
  });

  it("says before the first approval that there are no listings yet, and to the owner that one is checked", async () => {
    const teacher = await createTeacher();
    const path = paths.teacher(teacher.id);
    expect(await open(path)).toContain("No listings yet");
    expect(await app.read(path, { as: teacher })).toContain("You have no published listing.");
    await createListing(teacher, { state: "pending", publishedTs: null });
    expect(await open(path)).toContain("No listings yet");
    expect(await app.read(path, { as: teacher })).toContain("Your listing is being checked");
  });

  it("returns 404 for learners, disabled and unknown users, and malformed ids, also to themselves and admins", async () => {
    const [learner, disabled] = [
      await createUser(),
      await createTeacher({ disabledTs: app.clock.now, disabledBy: "self" }),
    ];
    await createListing(disabled);
    const admin = await createAdmin();
    for (const id of [learner.id, disabled.id, newId(), "abc", "0".repeat(3000)])
      for (const as of [undefined, await signIn(learner), await signIn(admin)])
        for (const prefix of ["", "/ro"])
          await expectStatus(app.get(prefix + paths.teacher(id), as ? { as } : {}), 404);
    await expectStatus(app.get(paths.teacher(admin.id)), 200);
  });

  it("shows reviews about all subjects, newest first, ten a page; later pages have noindex", async () => {
    const teacher = await createTeacher();
    await createListing(teacher);
    const { now } = app.clock;
    for (let n = 0; n < 12; n++) {
      await createReview(teacher, {
        subject: n % 2 ? "m" : "en",
        text: `Recenzia ${n}.`,
        publishedTs: now + n,
      });
    }
    const listReviews = (html: string) => [...html.matchAll(/Recenzia (\d+)\./g)].map(([, n]) => Number(n));
    const path = paths.teacher(teacher.id);
    const first = await open(path);
    expect(listReviews(first)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(first).not.toContain(NOINDEX);
    const next = /rel="next" href="([^"#]+)#reviews"/.exec(first)?.[1] ?? "";
    const second = await open(next);
    expect(listReviews(second)).toEqual([1, 0]);
    expectText(second, NOINDEX, `<link rel="canonical" href="${SITE}${next}"/>`);
    const previous = /rel="prev" href="([^"#]+)#reviews"/.exec(second)?.[1] ?? "";
    expect(listReviews(await open(previous))).toEqual(listReviews(first));
    // Cursors of a listing's reviews, whose order begins with the listing's subject.
    for (const query of ["after=nothing", next.split("?")[1]?.replace("=1", "=0"), "before=0x"])
      expect(listReviews(await open(`${path}?${query}`))).toEqual(listReviews(first));
  });
});
