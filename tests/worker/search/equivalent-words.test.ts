import { beforeAll, expect, it } from "vitest";
import type { ListingPageJson } from "@/features/search/api";
import { app } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

beforeAll(async () => {
  const teacher = await createTeacher();
  const titles = ["Lecții de pian", "Violin lessons", "Canto și dicție", "Tobe pentru copii", "Guitar, easy"];
  for (const title of titles) await createListing(teacher, { subject: "mu", title });
  await createListing(await createTeacher(), {
    subject: "m",
    title: "Aritmetică",
    description: "Verificăm împreună temele primite la școală, apoi lucrăm exerciții de același fel.",
  });
});

it.each([
  ["piano", "Lecții de pian"],
  ["piano teacher", "Lecții de pian"],
  ["lecții de vioară", "Violin lessons"],
  ["singing", "Canto și dicție"],
  ["voice lessons", "Canto și dicție"],
  ["drum lessons for kids", "Tobe pentru copii"],
  ["chitară", "Guitar, easy"],
  ["math homework", "Aritmetică"],
])("a search for %s also finds the words of the other language", async (q, title) => {
  const response = await app.get(`/api/listings?q=${encodeURIComponent(q)}`);
  const { content } = (await response.json()) as ListingPageJson;
  expect(content.map((listing) => listing.title)).toEqual([title]);
});
