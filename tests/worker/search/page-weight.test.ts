import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { teacherInformation } from "@/db/schema";
import { createTestApp, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const app = createTestApp();
const PAGE_SIZE = 20;
/** Bytes of a list on the seeded site (docs/decisions/0001), whose cards are about as long as these. */
const MAX_BYTES = { raw: 66_000, gzip: 11_000 };
const LISTS = [
  "/tutoring?subject=m&county=cj&level=h&sort=newest",
  // Search engines index these lists, so they have structured data. The second has the map of counties.
  "/ro/tutoring?subject=m&county=cj",
  "/ro/tutoring?subject=m",
];

it("the HTML of a list stays small", async () => {
  const teacher = await createTeacher(app);
  await db
    .update(teacherInformation)
    .set({ experienceTeaching: 12, qualifications: ["Gradul didactic I"] })
    .where(eq(teacherInformation.userId, teacher.id));
  for (let n = 0; n < PAGE_SIZE; n++) {
    const title = `Meditații la matematică ${n}, ${n % 2 ? "grupe mici" : "la domiciliu"}`;
    await createListing(app, teacher, {
      title,
      subject: "m",
      levels: ["h", "pb"],
      county: "cj",
      formats: ["group"],
      sessionMinutes: n % 3 ? 60 : 90,
    });
  }
  for (const path of LISTS) {
    const html = await app.read(path);
    expect(html.match(/<article class="card">/g)).toHaveLength(PAGE_SIZE);
    expect(new TextEncoder().encode(html).length, path).toBeLessThanOrEqual(MAX_BYTES.raw);
    expect(gzipSync(html).length, path).toBeLessThanOrEqual(MAX_BYTES.gzip);
  }
});
