import { expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { app, expectStatus } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { createCaller } from "../profile/helpers";

/** The texts of the first card of a list, without markup. */
async function readCard(query: string): Promise<string> {
  const html = await app.read(paths.listings() + query);
  const [, card = ""] = /<article class="card">(.*?)<\/article>/s.exec(html) ?? [];
  return card.replace(/<[^>]*>/g, "|").replace(/\|+/g, "|");
}

it("a card follows the teacher's experience and first qualification", async () => {
  const { user: teacher, put } = await createCaller({ role: "t" });
  await createListing(teacher, { subject: "la" });
  expect(await readCard("?subject=la")).not.toContain("of teaching");
  const save = async (information: object) => {
    await expectStatus(put({ teacher_information: information }), 200);
    app.clock.now += 5000;
    await expectConsistentIndex(app.clock.now);
    return readCard("?subject=la");
  };
  expect(await save({ qualifications: ["Gradul didactic I", "Formator"] })).toContain("|Gradul didactic I|");
  expect(await save({ experience: { teaching: 7 } })).toContain("|7 years of teaching · Gradul didactic I|");
  expect(await save({ qualifications: ["Formator"] })).toContain("|7 years of teaching · Formator|");
});

it("a card shows the price of a session, and first the levels that were filtered for", async () => {
  await createListing(await createTeacher(), {
    subject: "s",
    levels: ["h", "pb", "pu", "bc"],
    price: 8000,
    sessionMinutes: 90,
  });
  const all = await readCard("?subject=s");
  expect(all).toContain("|80 lei| / 90 min |≈ 53 lei/hour|");
  expect(all).toContain("|High school, Baccalaureate +2|");
  expect(await readCard("?subject=s&level=bc")).toContain("|Bachelor’s, High school +2|");
  expect(await readCard("?subject=s&level=bc&level=pu&level=pb")).toContain(
    "|Baccalaureate, University entrance, Bachelor’s +1|",
  );
  // A listing that is only close to the search.
  const close = await readCard("?subject=s&level=bc&max=50");
  expect(close).toContain("|80 lei|");
  expect(close).toContain("|Bachelor’s, High school +2|");
});
