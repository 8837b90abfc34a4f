import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { boundSql } from "@/db/bound-sql";
import { listingImages, users } from "@/db/schema";
import { loadListingCards } from "@/features/listings";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createTestApp } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";
import { createCaller } from "../profile/helpers";

const app = createTestApp();

/** The texts of the first card of a list, without markup. */
async function readCard(query: string): Promise<string> {
  const html = await (await app.get(paths.listings() + query)).text();
  const [, card = ""] = /<article class="card">(.*?)<\/article>/s.exec(html) ?? [];
  return card.replace(/<[^>]*>/g, "|").replace(/\|+/g, "|");
}

it("a card follows the teacher's experience and first qualification", async () => {
  const { user: teacher, put } = await createCaller(app, { role: "t" });
  await createListing(app, teacher, { subject: "la" });
  expect(await readCard("?subject=la")).not.toContain("of teaching");
  const save = async (information: object) => {
    expect((await put({ teacher_information: information })).status).toBe(200);
    app.clock.now += 5000;
    await expectConsistentIndex(app.clock.now);
    return readCard("?subject=la");
  };
  expect(await save({ qualifications: ["Gradul didactic I", "Formator"] })).toContain("|Gradul didactic I|");
  expect(await save({ experience: { teaching: 7 } })).toContain("|7 years of teaching · Gradul didactic I|");
  expect(await save({ qualifications: ["Formator"] })).toContain("|7 years of teaching · Formator|");
});

it("a card shows the price of a session, and first the levels that were filtered for", async () => {
  await createListing(app, await createTeacher(app), {
    subject: "s",
    levels: ["h", "pb", "pu", "bc"],
    price: 8000,
    sessionMinutes: 90,
  });
  const all = await readCard("?subject=s");
  expect(all).toContain("|80 lei| / 90 min|≈ 53 lei/hour|");
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

it("a card shows changes of pictures, names and reply times, which triggers write to the search entries", async () => {
  const ctx = servicesAt(app.clock.now);
  const teacher = await createTeacher(app);
  const { id, num } = await createListing(app, teacher, { title: "Cu schimbări" });
  const wanted = boundSql`select num, 0 as rank, position, null as meters, card from search_entries where num = ${num}`;
  const findCard = async () => {
    const [card] = await loadListingCards(ctx, wanted);
    return {
      file: card?.picture?.src.split("/").at(-1),
      teacher: card?.teacherName,
      reply: card?.replyMedianS,
    };
  };
  const before = await findCard();
  expect(before).toMatchObject({ file: undefined, reply: null });

  const picture = { listingId: id, ownerId: teacher.id, width: 300, height: 200, createdTs: app.clock.now };
  const [first, second] = [newId(), newId()];
  await ctx.db.insert(listingImages).values([
    { ...picture, id: first, position: 0, file: "first.webp" },
    { ...picture, id: second, position: 1, file: "second.webp" },
  ]);
  expect((await findCard()).file).toContain("first");
  await ctx.db.update(listingImages).set({ position: null }).where(eq(listingImages.id, first));
  await ctx.db.update(listingImages).set({ position: 0 }).where(eq(listingImages.id, second));
  expect((await findCard()).file).toContain("second");
  await ctx.db.delete(listingImages).where(eq(listingImages.id, second));
  expect((await findCard()).file).toBeUndefined();

  await ctx.db
    .update(users)
    .set({ replyMedianS: 3600, firstName: "Ileana", lastName: "Popa" })
    .where(eq(users.id, teacher.id));
  expect(await findCard()).toEqual({ file: undefined, teacher: "Ileana Popa", reply: 3600 });
});
