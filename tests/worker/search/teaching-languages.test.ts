import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listingRevisions, teacherInformation } from "@/db/schema";

import type { Language } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { app, db, expectStatus } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, findListing } from "../../helpers/factories";

import { createBearer } from "../../helpers/storage-fixture";
import { COMPLETE_LISTING, createApiClient } from "../listings/listing-api";

beforeEach(async () => {
  for (const table of [
    "alerts",
    "alert_matches",
    "alert_filters",
    "alert_queue",
    "search_entries",
    "listings",
  ])
    await db.run(sql`delete from ${sql.identifier(table)}`);
});

/** A teacher of these languages, whose listings are created afterwards. */
async function createTeacherWithLanguages(...languages: Language[]) {
  const teacher = await createTeacher();
  await db.update(teacherInformation).set({ languages }).where(eq(teacherInformation.userId, teacher.id));
  return teacher;
}

const getPage = async (path: string) => (await app.get(path)).text();

async function find(query: string): Promise<string[]> {
  const answer = await app.get(`/api/listings?subject=la&${query}`);
  const { content } = (await answer.json()) as { content: { _id: string }[] };
  return content.map(({ _id }) => _id).sort();
}

describe("the filter teaches_in", () => {
  it("is a choice under further filters, an active filter and a wider search", async () => {
    await createListing(await createTeacher(), { subject: "la" });
    const html = await getPage("/tutoring?subject=la&teaches_in=hu");
    expect(html).toMatch(/<input type="checkbox" name="teaches_in" checked="" value="hu"/);
    expect(html).toContain("Taught in Hungarian");
    expect(html).toMatch(/href="\/tutoring\?subject=la"[^>]*><span[^>]*>In any language/);
    expect(await getPage("/ro/tutoring?teaches_in=hu")).toContain("Predare în maghiară");
  });
});

describe("a teacher's languages", () => {
  it("are changed by a call, which search follows at once", async () => {
    const teacher = await createTeacher();
    const listing = await createListing(teacher, { subject: "la" });
    const bearer = await createBearer(teacher);
    const request = createApiClient();
    const put = (languages: unknown) =>
      request(bearer, "PUT", paths.authMe(), { teacher_information: { languages } });

    const answer = await put(["hu", "ro", "hu"]);
    expect(await answer.json()).toMatchObject({
      content: { teacher_information: { languages: ["ro", "hu"] } },
    });
    expect(await find("teaches_in=hu")).toEqual([listing.id]);
    expect(await find("teaches_in=en")).toEqual([]);
    await expectStatus(put(["en"]), 200);
    expect(await find("teaches_in=hu")).toEqual([]);
    expect(await find("teaches_in=en")).toEqual([listing.id]);

    for (const invalid of [[], ["xx"], "en", null]) await expectStatus(put(invalid), 422);
    const shown = await app.get(`/api/listings/${listing.id}`);
    expect(await shown.json()).toMatchObject({ content: { owner: { languages: ["en"] } } });
    const account = await app.get(`/auth/users/${teacher.id}`);
    expect(await account.json()).toMatchObject({ content: { teacher_information: { languages: ["en"] } } });
  });
});

describe("the language of a listing's text", () => {
  const ENGLISH = {
    title: "Romanian for foreigners: speak from the first lesson",
    description:
      "Learn Romanian for work and everyday life. Lessons are in English until you no longer need it.",
  };

  it("is recognized when it is saved", async () => {
    const bearer = await createBearer(await createTeacher());
    const request = createApiClient();
    const { content } = (await (
      await request(bearer, "POST", "/api/listings", { ...COMPLETE_LISTING, submit: false })
    ).json()) as { content: { _id: string; version: number; text_language: string } };
    expect(content.text_language).toBe("ro");
    const changed = await request(bearer, "PUT", `/api/listings/${content._id}`, {
      ...COMPLETE_LISTING,
      ...ENGLISH,
      version: content.version,
    });
    expect(await changed.json()).toMatchObject({ content: { text_language: "en" } });
  });

  it("changes with the published text, when a revision is approved", async () => {
    const teacher = await createTeacher();
    const listing = await createListing(teacher);
    await db
      .insert(listingRevisions)
      .values({ listingId: listing.id, ...ENGLISH, submittedTs: app.clock.now });
    const read = async () => (await findListing(listing.id))?.textLanguage;
    expect(await read()).toBe("ro");
    const admin = await createBearer(await createAdmin());
    const path = paths.apiAdminListingAction(listing.id, "approve");
    await expectStatus(createApiClient()(admin, "POST", path, { version: listing.version }), 200);
    expect(await read()).toBe("en");
  });

  it("is the attribute of title and description on pages in the other language, which say it", async () => {
    const teacher = await createTeacherWithLanguages("ro", "en");
    const romanian = await createListing(teacher, {
      subject: "la",
      title: "Latina pe intelesul tuturor",
    });
    const english = await createListing(teacher, { subject: "ro", ...ENGLISH });
    const unknown = await createListing(teacher, {
      subject: "de",
      title: "Deutsch als Fremdsprache",
      description: "Unterricht für Anfänger und Fortgeschrittene, auch online. Ich bin Lehrerin.",
    });

    const page = await getPage(`/tutoring/${romanian.id}`);
    expect(page).toContain(`<h1 lang="ro">Latina pe intelesul tuturor</h1>`);
    expect(page).toMatch(/<div class="prose pre-line" lang="ro">/);
    expect(page).toContain("Listing in Romanian");
    expect(page).toMatch(/Taught in<\/dt><dd[^>]*>Romanian and English</);
    const ownPage = await getPage(`/ro/tutoring/${romanian.id}`);
    expect(ownPage).toContain("<h1>Latina pe intelesul tuturor</h1>");
    expect(ownPage).toContain(">Română și engleză<");
    expect(ownPage).not.toContain("Anunț în");
    expect(await getPage(`/ro/tutoring/${english.id}`)).toContain("Anunț în engleză");
    const unknownPage = await getPage(`/tutoring/${unknown.id}`);
    expect(unknownPage).toContain(`<h1 lang="">Deutsch als Fremdsprache</h1>`);
    expect(unknownPage).not.toContain("Listing in");

    const listLanguages = async (path: string) =>
      [
        ...(await getPage(path)).matchAll(
          /<h3 class="card__title"( lang="\w*")?><a class="card__link" href="[^"]*\/(\w+)"/g,
        ),
      ]
        .map(([, lang, id]) => [id, lang?.trim()])
        .filter(([id]) => [romanian.id, english.id, unknown.id].includes(id ?? ""));
    const filter = "subject=la&subject=ro&subject=de&sort=price";
    expect(Object.fromEntries(await listLanguages(`/tutoring?${filter}`))).toEqual({
      [romanian.id]: 'lang="ro"',
      [english.id]: undefined,
      [unknown.id]: 'lang=""',
    });
    expect(Object.fromEntries(await listLanguages(`/ro/tutoring?${filter}`))).toEqual({
      [romanian.id]: undefined,
      [english.id]: 'lang="en"',
      [unknown.id]: 'lang=""',
    });
  });
});

describe("a search for Romanian for foreigners", () => {
  it("finds listings that say so in either language", async () => {
    const teacher = await createTeacher();
    const english = await createListing(teacher, {
      subject: "ro",
      county: "cj",
      title: "Romanian for foreigners and expats",
    });
    const romanian = await createListing(teacher, {
      subject: "ro",
      county: "b",
      title: "Limba română pentru străini",
    });
    await createListing(teacher, { subject: "ro", county: "is", title: "Limba română pentru Bac" });
    for (const q of [
      "Romanian for foreigners",
      "romana pentru straini",
      "română pentru străini",
      "Romanian for adults",
      "Romanian for beginners",
      "Romanian as a foreign language",
    ]) {
      const answer = await app.get(`/api/listings?q=${encodeURIComponent(q)}`);
      const { content } = (await answer.json()) as { content: { _id: string }[] };
      const found = content.map(({ _id }) => _id).sort();
      expect(found, q).toEqual([english.id, romanian.id].sort());
    }
  });
});
