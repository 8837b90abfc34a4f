import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { sweepExpiredListings } from "@/features/listings";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectText } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, findListing, type User } from "../../helpers/factories";

import { promote } from "../../helpers/promote";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";

const DAY_MS = 86_400_000;
let teacher: User;
beforeEach(async () => {
  teacher = await createTeacher();
});

const act = (id: string, action: string, as = teacher) =>
  app.post(`/tutoring/${id}/${action}`, { form: {}, as });

const DRAFT = { state: "draft", publishedTs: null, expiresTs: null } as const;

it("confirmations on /profile/listings and the owner's listing page say what happens to a promotion before a pause or deletion", async () => {
  const listing = await createListing(teacher);
  await promote(listing);
  for (const path of ["/profile/listings", `/tutoring/${listing.id}`]) {
    const page = await app.read(path, { as: teacher });
    for (const [action, text] of [
      [
        "pause",
        "ends on Nov 27, 2026. Its days continue to count during the pause. Days that pass are neither refunded",
      ],
      ["delete", "ends on Nov 27, 2026. It ends with the listing. Deleting does not refund"],
      ["delete", "The conversations about it stay"],
    ] as const) {
      const form = page.match(new RegExp(`<details[^>]*>(?:(?!</details>).)*/${action}".*?</details>`, "s"));
      expect(form?.[0]).toContain(text);
      expect(form?.[0]).toContain('href="/profile/promotions"');
    }
  }
  const scheduled = await createListing(teacher, { subject: "g" });
  await promote(scheduled, { startsTs: app.clock.now + 2 * DAY_MS, endsTs: app.clock.now + 9 * DAY_MS });
  const text = (await app.read("/profile/listings", { as: teacher })).replace(/<[^>]*>/g, "");
  expectText(text, "promotion until Nov 27, 2026", "promotion begins on Nov 22, 2026, until Nov 29, 2026");
});

it("/profile/listings groups paused and first unapproved listings by themselves, and has another action before the deletion", async () => {
  await createListing(teacher, { title: "Fizică de liceu", state: "paused" });
  await createListing(teacher, { title: "Logică", subject: "l", state: "pending", publishedTs: null });
  const listing = await createListing(teacher, { subject: "g" });
  const page = await app.read("/profile/listings", { as: teacher });
  expect(page.match(/<h2>Awaiting approval<\/h2>.*?<\/section>/s)?.[0]).toContain("Logică");
  expect(page.match(/<h2>Paused<\/h2>.*?<\/section>/s)?.[0]).toContain("Fizică de liceu");
  const positions = ["promote", "pause", "delete"].map((action) => page.indexOf(`/${listing.id}/${action}`));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});

describe("POST /tutoring/{id}/{action}", () => {
  it("returns 409 with the user's listings and a message in the wrong state", async () => {
    const listing = await createListing(teacher, {
      state: "pending",
      publishedTs: null,
      expiresTs: null,
    });
    const answer = await act(listing.id, "pause");
    const html = await answer.text();
    expectText(html, "This is not possible with the listing’s current status.", listing.title);
  });

  it("submit publishes at once for a trusted owner, or returns 422 with all problems; its button says so", async () => {
    const complete = await createListing(teacher, DRAFT);
    const expectLabel = async (label: string) => {
      const paths = ["/profile/listings", `/tutoring/${complete.id}`, `/tutoring/${complete.id}/edit`];
      const pages = await Promise.all(paths.map((path) => app.read(path, { as: teacher })));
      for (const page of pages) expect(page).toContain(`>${label}</button>`);
      expect(pages[2]).toContain(`Until you press “${label}”, only you see this draft.`);
    };
    await expectLabel("Send for approval");
    await createListing(teacher, { subject: "p", county: "b" });
    await expectLabel("Publish");
    // Also for an admin, who has no listing.
    const form = await app.read(paths.editListing(complete.id), { as: await createAdmin() });
    expect(form).toContain(">Publish</button>");
    const answer = await act(complete.id, "submit");
    expect(answer.headers.get("location")).toMatch(/^\/profile\/listings\?done=published&id=/);
    expect((await findListing(complete.id))?.publishedTs).toBe(app.clock.now);

    const description = "Sunați la 0745 123 456 sau scrieți-mi aici, răspund în aceeași zi.";
    const incomplete = await createListing(teacher, { ...DRAFT, county: null, title: "", description });
    const html = await expectPage(act(incomplete.id, "submit"), 422);
    // All in one list.
    for (const field of ["title", "county", "description"]) expectText(html, `id="field-${field}-error"`);
    expectText(html, `action="/tutoring/${incomplete.id}/edit"`);
    await expectConsistentIndex(app.clock.now);
    // The form of another listing names the draft that is left.
    const another = await app.read(paths.createListing(), { as: teacher });
    expectText(another, `<a href="${paths.editListing(incomplete.id)}">Draft without a title</a>`);
    expect(another).not.toContain(complete.id);
    // Reloading that page leads to the form.
    const reloaded = await app.get(paths.listingAction(incomplete.id, "submit"), { as: teacher });
    expect(reloaded.headers.get("location")).toBe(paths.editListing(incomplete.id));
  });

  it("renew sets the expiry in ninety days, but not before a promotion ends", async () => {
    const listing = await createListing(teacher, { expiresTs: app.clock.now + DAY_MS });
    await act(listing.id, "renew");
    expect(await findListing(listing.id)).toMatchObject({
      expiresTs: app.clock.now + 90 * DAY_MS,
      renewedTs: app.clock.now,
      publishedTs: listing.publishedTs,
    });
    const endsTs = app.clock.now + 200 * DAY_MS;
    await promote(listing, { endsTs });
    await act(listing.id, "renew");
    expect((await findListing(listing.id))?.expiresTs).toBe(endsTs);
  });

  it("renew of an expired listing respects the limits of active listings", async () => {
    const expired = await createListing(teacher, { expiresTs: app.clock.now });
    await createListing(teacher, {});
    expectText(
      await expectPage(act(expired.id, "renew"), 409),
      "already have an active listing for this subject",
    );
  });
});

it("job sweep-expired-listings removes expired listings and their text from the search index", async () => {
  await createListing(teacher, { subject: "p" });
  await createListing(await createTeacher(), { expiresTs: app.clock.now + 1000 });
  const later = app.clock.now + 2000;
  const ctx = servicesAt(later);
  expect(await sweepExpiredListings(ctx)).toBeGreaterThan(0);
  expect(await sweepExpiredListings(ctx)).toBe(0);
  await expectConsistentIndex(later);
  const [indexed] = await db.all<{ n: number }>(sql`select count(*) as n from listings_fts`);
  const [visible] = await db.all<{ n: number }>(
    sql`select count(*) as n from listings where state = 'published' and expires_ts > ${later}`,
  );
  expect(indexed?.n).toBe(visible?.n);
});
