import { beforeAll, describe, expect, it } from "vitest";
import { app } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";
import { listResultTitles } from "../../helpers/result-titles";

beforeAll(async () => {
  const teacher = await createTeacher({ firstName: "Maria", lastName: "Ionescu" });
  const description = "Lecții săptămânale, cu teme și verificări, pentru cine vrea să înțeleagă.";
  let n = 0;
  const make = (title: string, overrides: Parameters<typeof createListing>[1]) =>
    createListing(teacher, {
      title,
      description,
      publishedTs: app.clock.now - ++n * 60_000,
      ...overrides,
    });
  await make("Algebră pe înțeles", { subject: "m", levels: ["pe", "h"], county: "cj" });
  await make("Geometrie la Zalău", { subject: "m", levels: ["h", "pb"], county: "sj" });
  await make("Evaluare Națională, Cluj: matematică", { subject: "p", levels: ["m"], county: "b" });
  await make("Programare", { subject: "i", levels: ["pb"], county: "bn" });
  await make("Comentarii literare", { subject: "ro", levels: ["pu"], county: "bh" });
  await make("Eseuri", { subject: "ps", levels: ["pb"], county: "bh" });
  await make("Jocuri", { subject: "la", levels: ["kg"], county: "sm", online: true });
});

async function listTitles(q: string, more = ""): Promise<string[]> {
  return listResultTitles(await openPage(`/tutoring?q=${encodeURIComponent(q)}${more}`));
}

describe("GET /tutoring?q= with names of subjects, levels and counties", () => {
  it("with `exact` also finds listings that only mention them, and counts both", async () => {
    const q = "matematica, evaluare nationala, Cluj";
    expect(await listTitles(q, "&exact=1")).toEqual([
      "Algebră pe înțeles",
      "Evaluare Națională, Cluj: matematică",
    ]);
    const answer = await app.get(`/api/listings?q=${encodeURIComponent(q)}&exact=1`);
    expect(await answer.json()).toMatchObject({ total: 2 });
  });

  it.each([
    ["înțeles mate", ["Algebră pe înțeles"]],
    ["info bac", ["Programare"]],
    ["latina satu mare", ["Jocuri"]],
    ["satu", []],
    ["mate online", []],
    ["română, admitere facultate", ["Comentarii literare"]],
    ["mate pian", []],
    // Filler words are ignored.
    ["profesor de info pentru bac", ["Programare"]],
    ["lecții de jocuri", ["Jocuri"]],
    ["zal la", []],
    ["la zal", ["Geometrie la Zalău"]],
    ["la de", []],
    ["la", ["Geometrie la Zalău"]],
  ])("%s", async (q, expected) => {
    expect(await listTitles(q)).toEqual(expected);
  });
});
