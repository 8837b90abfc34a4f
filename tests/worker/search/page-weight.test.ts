import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { teacherInformation } from "@/db/schema";
import { createTestApp, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const app = createTestApp();
const PAGE_SIZE = 20;
/** Bytes of a list of the test's cards, which are shorter than those of the bench: bench/report/page-weights.ts. */
const MAX_BYTES = { raw: 37_000, gzip: 5250 };

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
  const html = await (await app.get("/tutoring?subject=m&county=cj&level=h&sort=newest")).text();
  expect(html.match(/<article class="card">/g)).toHaveLength(PAGE_SIZE);
  expect(new TextEncoder().encode(html).length).toBeLessThan(MAX_BYTES.raw);
  expect(gzipSync(html).length).toBeLessThan(MAX_BYTES.gzip);
});

it("all filters are in the form on request; search engines index the list without them", async () => {
  const [plain, expanded] = await Promise.all(
    ["", "&more=1"].map(async (more) => (await app.get(`/tutoring?subject=m&county=cj${more}`)).text()),
  );
  expect(plain).toContain('href="/tutoring?subject=m&amp;county=cj&amp;more=1"');
  expect(plain).not.toContain('<meta name="robots"');
  expect(expanded).toContain('<meta name="robots" content="noindex"/>');
  for (const name of ["when", "trial", "receipt", "format", "location", "near", "radius"]) {
    expect(plain).not.toContain(`name="${name}"`);
    expect(expanded).toContain(`name="${name}"`);
  }
});
