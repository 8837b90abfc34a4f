import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { listingImages, listings, teacherInformation, users } from "@/db/schema";
import type { Bindings } from "@/env";
import { paths } from "@/shared/paths";
import {
  app,
  bindings,
  createTestApp,
  db,
  expectNoText,
  expectPage,
  expectStatus,
  expectText,
} from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import {
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  signIn,
  updateRow,
} from "../../helpers/factories";
import { insertVerification } from "../verifications/setup";

type Overrides = NonNullable<Parameters<typeof createListing>[1]>;

async function publish(overrides: Overrides = {}) {
  const teacher = await createTeacher();
  return { teacher, listing: await createListing(teacher, overrides) };
}

const parseJsonLd = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json ?? ""),
  );

describe("GET /tutoring/{id}", () => {
  it("shows the listing, its teacher and its place, without address or phone", async () => {
    const { teacher, listing } = await publish({
      locations: ["th", "lh"],
      online: true,
      price: 13_500,
      sessionMinutes: 90,
      latitude: 46.7712345,
      longitude: 23.6236789,
    });
    await db
      .update(teacherInformation)
      .set({
        qualifications: ["Gradul didactic I"],
        bachelors: "Facultatea de Matematică",
        experienceTeaching: 12,
      })
      .where(eq(teacherInformation.userId, teacher.id));
    await db.insert(listingImages).values({
      id: "i1",
      listingId: listing.id,
      ownerId: teacher.id,
      file: "a.webp",
      width: 1600,
      height: 1200,
      position: 0,
      createdTs: 0,
    });
    const html = await app.read(`/tutoring/${listing.id}`);
    expect(html.indexOf("<h1"), "the title comes before the pictures").toBeLessThan(
      html.indexOf('class="gallery"'),
    );
    for (const text of [
      "Matematică pentru Evaluarea Națională",
      "Ștefan Țepeș",
      '<span class="money">135 lei</span></strong> / 90 min <small>90 lei/hour</small>',
      // 135 × 52 / 12 = 585
      "One lesson a week: about 590 lei a month",
      "Gradul didactic I",
      "Stated by the teacher, not checked by us.",
      "Facultatea de Matematică",
      "12 years of teaching",
      "Cluj",
      "Zorilor",
      "At the teacher’s home, at the learner’s home, online",
      "Middle school",
      "November 2026",
    ]) {
      expect(html, text).toContain(text);
    }
    expect(html).toMatch(/<img[^>]*fetchPriority="high"|<img[^>]*fetchpriority="high"/);
    expect(html).toMatch(/<img[^>]*width="1600" height="1200"/);
    expectNoText(html, teacher.email, "712345678", "712 345", "46.77", "23.62");
    expect(await app.read(`/ro/tutoring/${listing.id}`)).toContain("/ 90 min <small>90 lei/oră</small>");
  });

  it("has its own title, description, canonical URL and matching JSON-LD", async () => {
    const { listing } = await publish();
    const html = await app.read(`/ro/tutoring/${listing.id}?from=list`);
    expectText(
      html,
      "<title>Matematică pentru Evaluarea Națională: Matematică, Cluj | Catedra</title>",
      `<link rel="canonical" href="https://catedra.test/ro/tutoring/${listing.id}"/>`,
    );
    expect(html).toMatch(
      /<meta name="description" content="Matematică: meditații cu Ștefan Țepeș, Cluj, 90 lei pe oră\./,
    );
    const [crumbs, service] = parseJsonLd(html);
    expect(crumbs["@type"]).toBe("BreadcrumbList");
    expect(crumbs.itemListElement.map((item: { name: string }) => item.name)).toEqual([
      "Acasă",
      "Meditații",
      "Matematică",
      "Cluj",
      listing.title,
    ]);
    expect(service).toMatchObject({
      "@type": "Service",
      name: listing.title,
      provider: {
        name: "Ștefan Țepeș",
        url: `https://catedra.test/ro${paths.teacher(listing.ownerId)}`,
      },
      offers: { priceSpecification: { price: 90, priceCurrency: "RON" } },
    });
  });

  it("shows similar listings: all levels, in the county or else online, at most 20% more, one of each teacher", async () => {
    const basics: Overrides = { subject: "sp", levels: ["h", "pb"], county: "cj" };
    const add = async (title: string, overrides: Overrides = {}) =>
      publish({ title, price: 10_000, ...basics, ...overrides });
    const listTitles = async (id: string) =>
      [...(await app.read(paths.listing(id))).matchAll(/class="card__link"[^>]*>([^<]+)</g)].map(
        ([, t]) => t,
      );
    const { listing } = await add("Acest anunț");
    const { listing: onlineOnly } = await add("Doar online", { locations: [], online: true, county: "is" });
    await add("Online și acasă, alt județ", { online: true, county: "tl" });
    const { teacher } = await add("Cu 20 % mai scump", { levels: ["m", "h", "pb"], price: 12_000 });
    await createListing(teacher, { ...basics, title: "Același profesor" });
    await add("Cu 21 % mai scump", { price: 12_100 });
    await add("Lipsește un nivel", { levels: ["h"] });
    await add("Alt județ", { county: "tl" });
    await add("Altă materie", { subject: "fr" });
    await add("În pauză", { state: "paused" });
    await add("Expirat", { expiresTs: app.clock.now - 1 });
    const inCounty = await listTitles(listing.id);
    expect(inCounty).toHaveLength(1);
    expect(["Cu 20 % mai scump", "Același profesor"]).toContain(inCounty[0]);
    expect(await listTitles(onlineOnly.id)).toEqual(["Online și acasă, alt județ"]);
  });

  it("reads no similar listings online where enough fit in the county", async () => {
    const basics: Overrides = { subject: "sp", levels: ["bc"], county: "vs" };
    for (let n = 0; n < 10; n++) await publish({ ...basics, county: "bt", online: true });
    const { db: counting, ledger } = createCountingDb(bindings.DB);
    const counted = createTestApp({ DB: counting } as unknown as Partial<Record<keyof Bindings, string>>);
    const countRows = async () => {
      const { listing } = await publish({ ...basics, online: true });
      ledger.clear();
      await counted.read(paths.listing(listing.id));
      return ledger.statements.find(({ sql }) => sql.includes("listings_fts"))?.rowsRead;
    };
    expect(await countRows()).toBeGreaterThan(100);
    for (let n = 0; n < 3; n++) await publish({ ...basics, online: true });
    expect(await countRows()).toBeLessThan(60);
  });

  it("without a similar listing, leads to the search for its subject, levels and county or online", async () => {
    const places: [Overrides, string][] = [
      [{ locations: ["th"] }, "county=cs"],
      [{ locations: [], online: true }, "online=1"],
    ];
    for (const [overrides, place] of places) {
      const { listing } = await publish({ subject: "la", levels: ["ms", "phd"], county: "cs", ...overrides });
      const page = await app.read(paths.listing(listing.id));
      expect(page).toContain(`href="/tutoring?subject=la&amp;level=ms&amp;level=phd&amp;${place}"`);
      expect(page).not.toContain("Similar listings");
      await updateRow(listings, listing.id, { state: "paused" });
    }
  });

  it("shows the teacher directly under the title, with a link to the teacher's page", async () => {
    const { teacher, listing } = await publish();
    await updateRow(users, teacher.id, { replyMedianS: 5000 });
    const setInformation = (columns: Partial<typeof teacherInformation.$inferInsert>) =>
      db.update(teacherInformation).set(columns).where(eq(teacherInformation.userId, teacher.id));
    await setInformation({ bachelors: "Matematică", masters: "Analiză", experienceTeaching: 20 });
    await insertVerification(teacher.id);
    const readSummary = async (prefix = "") => {
      const html = await app.read(prefix + paths.listing(listing.id));
      const [, summary = ""] = html.match(/<\/h1>(<div class="teacher-summary">.*?)<p class="row">/s) ?? [];
      return summary;
    };
    const english = await readSummary();
    expect(english).toContain(`<a href="${paths.teacher(teacher.id)}">Ștefan Țepeș</a>`);
    expectText(
      english,
      "Stated by the teacher: 20 years of teaching · Master’s: Analiză<",
      ">Usually replies within 2 hours<",
    );
    expect(english).toContain('<a href="#documents">Education checked: Licență în matematică</a>');
    await setInformation({
      job: "studentă",
      qualifications: ["Licență în matematică", "Gradul didactic I", "Formator"],
    });
    const romanian = await readSummary("/ro");
    expectText(
      romanian,
      `<a href="/ro${paths.teacher(teacher.id)}">Ștefan Țepeș</a>`,
      ">Declarat de profesor: studentă · 20 de ani de predare · Gradul didactic I<",
    );
    expect(romanian).not.toMatch(/Analiză|Formator/);
  });

  it("links to the teacher's other visible listings only", async () => {
    const { teacher, listing } = await publish({ subject: "m" });
    const others = `Other lessons with Ștefan Țepeș`;
    expect(await app.read(paths.listing(listing.id))).not.toContain(others);
    const physics = await createListing(teacher, { subject: "p", title: "Fizică, pe rând" });
    await createListing(teacher, { subject: "c", title: "Chimie ascunsă", state: "paused" });
    await createListing(teacher, { subject: "c", title: "Chimie expirată", expiresTs: app.clock.now });
    const html = await app.read(paths.listing(listing.id));
    expectText(
      html,
      others,
      `<b>Physics</b> <a href="${paths.listing(physics.id)}" lang="ro">Fizică, pe rând</a>`,
    );
    expect(html).not.toMatch(/Chimie/);
    expect(html.match(new RegExp(`<a href="${paths.listing(listing.id)}"`, "g"))).toBeNull();
  });
});

describe("GET /tutoring/{id} by state and visitor", () => {
  const states = {
    paused: { state: "paused" },
    suspended: { state: "suspended" },
    expired: { expiresTs: app.clock.now },
  } as const;

  it.each(Object.entries(states))(
    "%s: other users read that it is not available; owner and admin see it",
    async (_, overrides) => {
      const { teacher, listing } = await publish({ title: "Secretul lui Polichinelle", ...overrides });
      for (const as of [undefined, await signIn(await createUser())]) {
        const html = await expectPage(app.get(`/tutoring/${listing.id}`, as ? { as } : {}), 200);
        expectText(html, "This listing is not available right now", 'content="noindex"');
        expect(html).not.toContain("Polichinelle");
      }
      for (const user of [teacher, await createAdmin()]) {
        const html = await app.read(`/tutoring/${listing.id}`, { as: user });
        expectText(html, "Polichinelle", 'content="noindex"');
      }
    },
  );

  it("deleted and never published: 404 for everyone, also for share image, form and report", async () => {
    const { teacher, listing } = await publish({
      state: "deleted",
      deletedTs: app.clock.now,
      publishedTs: null,
      expiresTs: null,
    });
    const path = paths.listing(listing.id);
    for (const as of [undefined, await signIn(teacher), await signIn(await createAdmin())]) {
      for (const prefix of ["", "/ro"]) {
        expect(await expectPage(app.get(prefix + path, as ? { as } : {}), 404)).not.toContain(listing.title);
      }
      await expectStatus(app.get(`/api/listings/${listing.id}`, as ? { as } : {}), 404);
      await expectStatus(app.get(`${path}/report`, as ? { as } : {}), 404);
    }
    await expectStatus(app.get(paths.editListing(listing.id), { as: teacher }), 404);
    await expectStatus(app.post(`${path}/renew`, { form: {}, as: teacher }), 404);
    await expectStatus(app.get(paths.listingShareImage(listing.id, 1)), 404);
  });

  it.each(["pending", "rejected"] as const)(
    "%s, never published: 404, except for its owner",
    async (state) => {
      const { teacher, listing } = await publish({ state, publishedTs: null, expiresTs: null });
      await expectStatus(app.get(`/tutoring/${listing.id}`), 404);
      await expectStatus(app.get(`/tutoring/${listing.id}`, { as: await createUser() }), 404);
      await expectStatus(app.get(`/tutoring/${listing.id}`, { as: teacher }), 200);
    },
  );

  it("shows its owner state and actions instead of the enquiry form", async () => {
    const { teacher, listing } = await publish();
    const html = await app.read(`/tutoring/${listing.id}`, { as: teacher });
    expectText(
      html,
      "This is your listing",
      `/tutoring/${listing.id}/edit`,
      `/tutoring/${listing.id}/promote`,
      `action="/tutoring/${listing.id}/pause"`,
      "any visitor can show it by pressing a button.",
      'href="/profile#field-teacher_information.phone_number"',
    );
    expect(html).not.toContain('name="message"');
    await db
      .update(teacherInformation)
      .set({ phoneNumber: null })
      .where(eq(teacherInformation.userId, teacher.id));
    expectNoText(
      await app.read(`/tutoring/${listing.id}`, { as: teacher }),
      "teacher_information.phone_number",
    );
  });
});
