import { expect, it } from "vitest";
import { listingImages } from "@/db/schema";
import { paths } from "@/shared/paths";
import { app, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

it("own listings show the first picture, or the subject without one", async () => {
  const teacher = await createTeacher();
  const pictured = await createListing(teacher);
  await createListing(teacher, { subject: "mu", state: "draft" });
  const image = { listingId: pictured.id, ownerId: teacher.id, width: 1600, height: 1200, createdTs: 0 };
  await db.insert(listingImages).values([
    { ...image, id: "t1", file: "unplaced.webp", position: null },
    { ...image, id: "t2", file: "second.webp", position: 1 },
    { ...image, id: "t3", file: "first.webp", position: 0 },
  ]);
  const page = await app.read(paths.ownListings(), { as: teacher });
  const thumbnails = [...page.matchAll(/<div class="entry__picture">(.*?)<\/div>/g)].map(([, html]) => html);
  expect(thumbnails).toHaveLength(2);
  const [first, ...others] = thumbnails.filter((html) => html?.includes("<img"));
  expect(first).toMatch(/src="[^"]*first[^"]*"/);
  expect(first).toContain('alt=""');
  expect(others).toEqual([]);
  expect(thumbnails.find((html) => html?.includes("subject-picture--staves"))).toContain("#mu");
});
