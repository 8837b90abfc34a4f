import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { app, bindings, db, expectNoText, resetApp } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { refreshTeacher } from "../../helpers/derived-columns";
import { createListing, createTeacher } from "../../helpers/factories";

const { db: counting, ledger } = createCountingDb(bindings.DB);
beforeEach(() => resetApp({ DB: counting }));

/** Listings of one teacher with 400 reviews, of which every tenth is about physics. */
let listings: { mathematics: string; physics: string };
const REVIEWS = 400;

beforeAll(async () => {
  const teacher = await createTeacher();
  listings = {
    mathematics: (await createListing(teacher, { subject: "m" })).id,
    physics: (await createListing(teacher, { subject: "p" })).id,
  };
  await db.run(sql`insert into reviews (id, teacher_id, guest_key, subject, rating, text, locale, lessons, author_role, state, created_ts, published_ts)
    with recursive n(n) as (select 1 union all select n + 1 from n where n < ${REVIEWS})
    select printf('%016d', n), ${teacher.id}, n, iif(n % 10, 'm', 'p'), 1 + n % 5, 'Text', 'ro', '1', 'parent', 'published', n, n from n`);
  await refreshTeacher(teacher.id);
});

async function countRows(path: string): Promise<{ rows: number; html: string }> {
  ledger.clear();
  const response = await app.get(path);
  expect(response.status, path).toBe(200);
  const html = await response.text();
  const read = ledger.statements.filter((statement) => statement.sql.includes("star_counts as stars"));
  expect(read).toHaveLength(1);
  return { rows: read.reduce((sum, { rowsRead }) => sum + rowsRead, 0), html };
}

it.each(["mathematics", "physics"] as const)(
  "a page about %s reads the stored distribution and the reviews of its page",
  async (subject) => {
    const id = listings[subject];
    expect((await countRows(`/api/listings/${id}/reviews`)).rows).toBeLessThan(60);
    const first = await countRows(`/tutoring/${id}/reviews`);
    const next = /rel="next" href="([^"]+)"/.exec(first.html)?.[1] ?? "";
    expect((await countRows(next)).rows).toBeLessThan(60);
  },
);

it("the structured data of a listing has no rating: docs/decisions/0066", async () => {
  const { html } = await countRows(`/tutoring/${listings.mathematics}`);
  expect(html).toContain('"@type":"Service"');
  expectNoText(html, "aggregateRating", "reviewRating");
});
