import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { teacherInformation } from "@/db/schema";
import { createTestApp, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const app = createTestApp();
const PAGE_SIZE = 20;
/** Bytes of lists of the test's cards, which are shorter than those of the bench: bench/report/page-weights.ts. */
const LISTS = [
  { path: "/tutoring?subject=m&county=cj&level=h&sort=newest", raw: 37_000, gzip: 5250 },
  // Search engines index these lists, so they have structured data. The second has the map of counties.
  { path: "/ro/tutoring?subject=m&county=cj", raw: 40_250, gzip: 5900 },
  { path: "/ro/tutoring?subject=m", raw: 42_250, gzip: 6250 },
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
  for (const { path, raw, gzip } of LISTS) {
    const html = await (await app.get(path)).text();
    expect(html.match(/<article class="card">/g)).toHaveLength(PAGE_SIZE);
    expect(new TextEncoder().encode(html).length, path).toBeLessThan(raw);
    expect(gzipSync(html).length, path).toBeLessThan(gzip);
  }
});

it("all filters are in the form on request; search engines index the list without them", async () => {
  const [plain, expanded] = await Promise.all(
    ["", "&more=1"].map(async (more) => (await app.get(`/tutoring?subject=m&county=cj${more}`)).text()),
  );
  expect(plain).toContain('name="more"');
  expect(plain).not.toContain('<meta name="robots"');
  expect(expanded).toContain('<meta name="robots" content="noindex"/>');
  for (const name of ["when", "trial", "receipt", "format", "location", "near", "radius"]) {
    expect(plain).not.toContain(`name="${name}"`);
    expect(expanded).toContain(`name="${name}"`);
  }
});
