import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { orders, promotions } from "@/db/schema";
import { reindexListing, sweepExpired } from "@/features/listings";
import { newId } from "@/shared/ids";
import { createTestApp, db } from "../../helpers/app";
import { makeListing, makeTeacher } from "../../helpers/factories";

const app = createTestApp();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function promote(
  listing: { id: string; ownerId: string },
  given: Partial<typeof promotions.$inferInsert> = {},
) {
  const { now } = app.clock;
  const orderId = newId();
  const placement = given.placement ?? "results";
  await db.insert(orders).values({
    id: orderId,
    listingId: listing.id,
    buyerId: listing.ownerId,
    package: "top7",
    days: 7,
    placement,
    amount: 1900,
    vatAmount: 330,
    vatRate: 2100,
    state: "fulfilled",
    immediateStart: true,
    consentText: "",
    consentTs: now,
    createdTs: now,
  });
  await db.insert(promotions).values({
    id: newId(),
    orderId,
    listingId: listing.id,
    placement,
    startsTs: now - HOUR_MS,
    endsTs: now + 7 * DAY_MS,
    draw: Math.floor(Math.random() * 2 ** 31),
    createdTs: now,
    ...given,
  });
  const [first, ...rest] = reindexListing({ db, now }, listing.id);
  if (first) await db.batch([first, ...rest]);
}

async function publish(given: Parameters<typeof makeListing>[2] = {}) {
  const teacher = await makeTeacher(app);
  return makeListing(app, teacher, given);
}

const titlesIn = (html: string) =>
  [...html.matchAll(/class="card__link"[^>]*>([^<]+)</g)].map(([, title]) => title ?? "");
async function read(path: string, at = app) {
  const html = await (await at.get(path)).text();
  const block = html.match(/<section class="promoted-block">.*?<\/section>/s)?.[0] ?? "";
  return { html, promoted: titlesIn(block), content: titlesIn(html.replace(block, "")) };
}

describe("the promoted block of GET /tutoring", () => {
  it("stands labelled on the first page of every result that the listing matches, and not again below", async () => {
    const listing = await publish({
      title: "Promovat la fizică",
      subject: "p",
      levels: ["h"],
      county: "sb",
      price: 12_000,
      online: true,
    });
    await publish({ title: "Alt anunț de fizică", subject: "p", levels: ["h"], county: "sb", price: 9000 });
    await promote(listing);
    for (const query of [
      "",
      "?subject=p",
      "?county=sb",
      "?level=h",
      "?subject=p&level=h&county=sb",
      "?online=1",
      "?min=110&max=130",
      "?q=promovat+fizica",
      "?q=promovat&county=sb&online=1",
      "?location=th",
      "?subject=p&subject=m&level=h&level=pb",
    ]) {
      const { promoted, content, html } = await read(`/tutoring${query}`);
      expect(promoted, query).toEqual(["Promovat la fizică"]);
      expect(content, query).not.toContain("Promovat la fizică");
      expect(html).toContain("Promoted");
      expect(html).toMatch(/<a href="\/ranking">/);
    }
    expect(await (await app.get("/tutoring?subject=p")).text()).toContain("2 listings");
    for (const query of ["?subject=m", "?county=cj", "?level=pu", "?max=100", "?q=engleza", "?location=tc"]) {
      expect((await read(`/tutoring${query}`)).promoted, query).toEqual([]);
    }
  });

  it("ends by the clock, begins by the clock, and leaves out what was paused or revoked", async () => {
    const subject = "la";
    const { now } = app.clock;
    await promote(await publish({ title: "Trecută", subject }), { startsTs: now - DAY_MS, endsTs: now });
    await promote(await publish({ title: "Viitoare", subject }), { startsTs: now + 1 });
    await promote(await publish({ title: "Retrasă", subject }), { revokedTs: now });
    await promote(await publish({ title: "Pauză", subject, state: "paused" }));
    await promote(await publish({ title: "De pe pagina de start", subject }), { placement: "home" });
    await promote(await publish({ title: "Activă", subject }));
    expect((await read("/ro/tutoring?subject=la")).promoted).toEqual(["Activă"]);
  });

  it("draws three of many, anew every hour and the same within it, each about as often", async () => {
    const subject = "s";
    const shown = new Map<string, number>();
    for (let n = 0; n < 8; n++) {
      // Draws close together and far apart: none may gain by its place.
      await promote(await publish({ title: `Sociologie ${n}`, subject }), {
        draw: n < 6 ? n * 7 : n * 200_000_000,
      });
    }
    const later = createTestApp();
    const HOURS = 120;
    for (let hour = 0; hour < HOURS; hour++) {
      later.clock.now = app.clock.now + hour * HOUR_MS;
      const { promoted, content } = await read("/tutoring?subject=s", later);
      expect(promoted).toHaveLength(3);
      expect([...promoted, ...content].sort()).toEqual([...Array(8).keys()].map((n) => `Sociologie ${n}`));
      for (const title of promoted) shown.set(title, (shown.get(title) ?? 0) + 1);
      later.clock.now += 59 * 60_000;
      if (hour === 0) expect((await read("/tutoring?subject=s", later)).promoted).toEqual(promoted);
    }
    const fair = (HOURS * 3) / 8;
    for (const [title, times] of shown) {
      expect(times, title).toBeGreaterThan(fair * 0.6);
      expect(times, title).toBeLessThan(fair * 1.4);
    }
    expect(shown.size).toBe(8);
  });

  it("stands on the first page alone, and pages go on below it without a gap", async () => {
    const subject = "g";
    for (let n = 0; n < 45; n++) {
      const listing = await publish({
        title: `Geografie ${n}`,
        subject,
        publishedTs: app.clock.now - n * 1000,
      });
      if (n === 2 || n === 30) await promote(listing);
    }
    const first = await read("/tutoring?subject=g");
    expect(first.promoted.sort()).toEqual(["Geografie 2", "Geografie 30"]);
    expect(first.content).toHaveLength(20);
    const next = first.html.match(/<link rel="next" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await read(next);
    expect(second.promoted).toEqual([]);
    expect(second.content).toEqual([...Array(20).keys()].map((n) => `Geografie ${n + 21}`));
    const previous =
      second.html.match(/<link rel="prev" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await read(previous)).content).toEqual(first.content);
  });
});

describe("job sweep-expired", () => {
  it("takes ended promotions out of the block's table and leaves the others", async () => {
    const placed = (draw: number) => ({
      draw,
      sql: sql`select count(*) as n from promotion_placements
        join promotions on promotions.id = promotion_id join promotions_fts on promotions_fts.rowid = slot
        where promotions.draw = ${draw}`,
    });
    const [ended, running] = [placed(424_242), placed(242_424)];
    await promote(await publish({ title: "Încheiată", subject: "e" }), {
      draw: ended.draw,
      endsTs: app.clock.now + HOUR_MS,
    });
    await promote(await publish({ title: "În curs", subject: "e" }), { draw: running.draw });
    const later = {
      db,
      now: app.clock.now + HOUR_MS,
      commit: (all: Statement[]) => db.batch(all as [Statement]),
    };
    await sweepExpired(later as unknown as Ctx);
    expect(await db.all(ended.sql)).toEqual([{ n: 0 }]);
    expect(await db.all(running.sql)).toEqual([{ n: 1 }]);
  });
});

describe("GET / and GET /ranking", () => {
  it("GET / shows the promotions bought for it", async () => {
    await promote(await publish({ title: "Pe pagina de start", subject: "mu" }), { placement: "home" });
    const { promoted } = await read("/");
    expect(promoted).toContain("Pe pagina de start");
    expect(promoted.length).toBeLessThanOrEqual(3);
  });

  it("GET /ranking explains the order in both languages", async () => {
    expect(await (await app.get("/ranking")).text()).toContain("<h1>How listings are ranked</h1>");
    expect(await (await app.get("/ro/ranking")).text()).toContain("<h1>Cum ordonăm anunțurile</h1>");
  });
});
