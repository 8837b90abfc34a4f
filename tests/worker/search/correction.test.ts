import { beforeAll, expect, it } from "vitest";
import { findCorrection } from "@/features/search/correction/find-correction";
import { storeSearchWords } from "@/features/search/correction/refresh-search-words";
import { app, bindings, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const ctx = { db, now: app.clock.now };
const correct = async (q: string) => (await findCorrection(ctx, q))?.to ?? null;

beforeAll(async () => {
  const teacher = await createTeacher({ firstName: "Gherghina", lastName: "Buzescu" });
  const create = (title: string, description = "Lecții clare, cu recapitulare la final și teme scurte.") =>
    createListing(teacher, { title, description });
  for (let n = 0; n < 6; n++) await create("Chitară clasică");
  for (let n = 0; n < 5; n++) await create("Trotinetă acrobatică");
  await create("Ateliere de kirigami pentru curioși");
  await storeSearchWords(ctx);
});

it.each([
  ["matemtica", "matematica"],
  ["enlgeza", "engleza"],
  ["bacalureat", "bacalaureat"],
  ["cluh", "cluj"],
  ["Mate, bac; cluh sub 100 lei", "Mate, bac; cluj sub 100 lei"],
  ["ENLGEZA Clju", "engleza cluj"],
  ["mate bca", "mate bac"],
  ["clujnapoca", "cluj napoca"],
  ["bia mare", "baia mare"],
  ["piata neamt", "piatra neamt"],
  ["mate sabmata", "mate sambata"],
  ["viaora", "vioara"],
])("%s: the vocabulary has %s", async (q, to) => {
  expect(await findCorrection(ctx, q)).toEqual({ from: q, to });
});

it("words of titles and descriptions of at least six listings are corrections", async () => {
  expect(await correct("chitra")).toBe("chitara");
  expect(await correct("recaptulare")).toBe("recapitulare");
  // Five listings may be those of one teacher.
  expect(await correct("trotienta")).toBeNull();
  // Words of descriptions need more than five letters.
  expect(await correct("fnial")).toBeNull();
});

it("words in the vocabulary, in six listings or in a teacher's name are not changed", async () => {
  for (const q of ["matematica Tulcea", "chitara recapitulare xilofoane", "Buzescu matematica", "Gherghina"])
    expect(await correct(q), q).toBeNull();
});

it("names are no corrections, not even of similar names", async () => {
  expect(await correct("Buzesscu")).toBeNull();
  expect(await correct("Gherghinna")).toBeNull();
  // Of "Popești-Leordeni".
  expect(await correct("Popesu")).toBeNull();
});

it("everyday words and first names are no mistakes of times, options, small towns and ignored words", async () => {
  const queries = `profesoara Sara,engleza Sara,Iustin Popa,profesor Costi,Titi,english male teacher,masina,vara,
    engleza vara,toamna,primavara,scara,class,papers,fara bani,engleza medicala,metrou`;
  for (const q of queries.split(",")) expect(await correct(q.trim()), q).toBeNull();
});

it("a rare word stays if nothing resembles it, and is corrected if a frequent one does", async () => {
  expect(await correct("kirigami matemtica")).toBe("kirigami matematica");
  await createListing(await createTeacher(), { title: "Lecții de chitarră rece" });
  expect(await correct("chitarra online Tulcea")).toBe("chitara online Tulcea");
});

it("nothing is corrected if a word that no listing has resembles no other", async () => {
  expect(await correct("matemtica xqzwkf")).toBeNull();
});

it("numbers, other scripts and query syntax are left alone", async () => {
  for (const q of ["123456", "математика", '"chitra" OR title:*', "c++", "a", "-"]) await correct(q);
  expect(await correct("математика")).toBeNull();
  expect(await correct('chitra" OR "x')).toContain("chitara");
});

it("the job stores the words once a day, and when there are none", async () => {
  const { runSchedule } = await import("@/jobs");
  const run = (now: number) =>
    runSchedule("refresh-search-words", bindings as never, { waitUntil: () => {} }, undefined, () => now);
  const lengths = async () => (await db.all("select length from search_words")).length;
  const noon = Date.UTC(2026, 10, 22, 12);
  await db.run("delete from search_words");
  await run(noon);
  const all = await lengths();
  expect(all).toBeGreaterThan(1);
  await db.run("delete from search_words where length > 5");
  await run(noon);
  expect(await lengths()).toBeLessThan(all);
  await run(Date.UTC(2026, 10, 23, 1));
  expect(await lengths()).toBe(all);
});
