import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { promotionPlacements } from "@/db/schema";
import { listStatistics } from "@/db/statistics-days";
import { sweepExpiredListings } from "@/features/listings";
import { STATISTICS_KINDS } from "@/shared/codes";
import { createTestApp, db } from "../../helpers/app";
import { createListing, createTeacher, signIn } from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";
import { promote } from "../../helpers/promote";
import { listResultTitles } from "../../helpers/result-titles";

const app = createTestApp();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function publish(overrides: Parameters<typeof createListing>[2] = {}) {
  const teacher = await createTeacher(app);
  return createListing(app, teacher, overrides);
}

async function read(path: string, at = app) {
  const html = await openPage(at, path);
  const block = html.match(/<section class="promoted-block">.*?<\/section>/s)?.[0] ?? "";
  return { html, promoted: listResultTitles(block), content: listResultTitles(html.replace(block, "")) };
}

describe("promoted block of GET /tutoring", () => {
  it("shows a labeled listing on the first page of every matching search, and not again below", async () => {
    const listing = await publish({
      title: "Promovat la fizică",
      subject: "p",
      levels: ["h"],
      county: "sb",
      price: 12_000,
      online: true,
    });
    await publish({ title: "Alt anunț de fizică", subject: "p", levels: ["h"], county: "sb", price: 9000 });
    await promote(app, listing);
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
    expect(await app.read("/tutoring?subject=p")).toContain("2 listings");
    for (const query of ["?subject=m", "?county=cj", "?level=pu", "?max=100", "?q=engleza", "?location=tc"]) {
      expect((await read(`/tutoring${query}`)).promoted, query).toEqual([]);
    }
  });

  it("shows a listing for words only if they are in its title or name its subject, level or county", async () => {
    const description =
      "Pregătim certificatul Cambridge, cu teme corectate și conversație în fiecare săptămână.";
    const fields = { subject: "en", county: "tm", levels: ["h"], description } as const;
    const teacher = await createTeacher(app, { firstName: "Casandra", lastName: "Vântu" });
    await promote(app, await createListing(app, teacher, { ...fields, levels: ["h"], title: "Conversație" }));
    for (const query of ["q=cambridge", "q=casandra", "q=engleza+cambridge&exact=1", "q=conversatie+vantu"]) {
      const { promoted, content } = await read(`/tutoring?${query}&county=tm`);
      expect(promoted, query).toEqual([]);
      expect(content, query).toEqual(["Conversație"]);
    }
    for (const query of [
      "q=conversatie",
      "q=engleza&exact=1",
      "q=conversatie+engleza+liceu+timis&exact=1",
      "",
    ])
      expect((await read(`/tutoring?${query}&county=tm`)).promoted, query).toEqual(["Conversație"]);
    const { content, promoted } = (await (await app.get("/api/listings?q=cambridge&county=tm")).json()) as {
      content: object[];
      promoted: object[];
    };
    expect([promoted.length, content.length]).toEqual([0, 1]);
  });

  it("counts the pages of a list with promoted listings in the block exactly", async () => {
    const subject = "fr";
    for (let n = 0; n < 43; n++) {
      const listing = await publish({ subject, publishedTs: app.clock.now - n * 1000 });
      if (n < 3) await promote(app, listing);
    }
    // The first page shows 23 listings, so two pages show all 43.
    const first = await read("/tutoring?subject=fr");
    expect(first.html).toContain("Page 1 of 2");
    const next = first.html.match(/rel="next" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await read(next);
    expect(second.content).toHaveLength(20);
    expect(second.html).toContain("Page 2 of 2");
    expect(second.html).not.toContain('rel="next"');
  });

  it("is separate in GET /api/listings, on the first page only, and counts in the total", async () => {
    const subject = "mu";
    for (let n = 0; n < 21; n++) await publish({ title: `Anunț ${n}`, subject });
    await promote(app, await publish({ title: "Promovat la muzică", subject }));
    type Page = { content: { title: string }[]; promoted: { title: string }[]; next: string; total: number };
    const find = async (query = "") =>
      (await (await app.get(`/api/listings?subject=${subject}${query}`)).json()) as Page;
    const first = await find();
    expect(first.promoted.map(({ title }) => title)).toEqual(["Promovat la muzică"]);
    expect(first.content.length).toBe(20);
    expect(first.total).toBe(22);
    const second = await find(`&after=${encodeURIComponent(first.next)}`);
    expect(second.promoted).toEqual([]);
    expect([...first.content, ...second.content].map(({ title }) => title)).not.toContain(
      "Promovat la muzică",
    );
    expect((await find("&county=sb")).promoted).toEqual([]);
  });

  it("starts and ends by the clock, and excludes paused and revoked ones", async () => {
    const subject = "la";
    const { now } = app.clock;
    await promote(app, await publish({ title: "Trecută", subject }), { startsTs: now - DAY_MS, endsTs: now });
    await promote(app, await publish({ title: "Viitoare", subject }), { startsTs: now + 1 });
    await promote(app, await publish({ title: "Retrasă", subject }), { stoppedTs: now });
    await promote(app, await publish({ title: "Pauză", subject, state: "paused" }));
    await promote(app, await publish({ title: "De pe pagina de start", subject }), { placement: "home" });
    await promote(app, await publish({ title: "Activă", subject }));
    expect((await read("/ro/tutoring?subject=la")).promoted).toEqual(["Activă"]);
  });

  it("shows three of eight, changes hourly, and shows each for nine hours a day", async () => {
    const subject = "s";
    const appearances = new Map<string, number>();
    for (let n = 0; n < 8; n++) {
      // Some keys are adjacent, some far apart: the distance must not matter.
      await promote(app, await publish({ title: `Sociologie ${n}`, subject }), {
        rotationKey: n < 6 ? n * 7 : n * 200_000_000,
      });
    }
    const later = createTestApp();
    for (let hour = 0; hour < 24; hour++) {
      later.clock.now = app.clock.now + hour * HOUR_MS;
      const { promoted, content } = await read("/tutoring?subject=s", later);
      expect(promoted).toHaveLength(3);
      expect([...promoted, ...content].sort()).toEqual([...Array(8).keys()].map((n) => `Sociologie ${n}`));
      for (const title of promoted) appearances.set(title, (appearances.get(title) ?? 0) + 1);
      later.clock.now += 59 * 60_000;
      if (hour === 0) expect((await read("/tutoring?subject=s", later)).promoted).toEqual(promoted);
    }
    expect([...appearances.values()]).toEqual([9, 9, 9, 9, 9, 9, 9, 9]);
  });

  it("is on the first page only, and later pages continue without a gap", async () => {
    const subject = "g";
    for (let n = 0; n < 45; n++) {
      const listing = await publish({
        title: `Geografie ${n}`,
        subject,
        publishedTs: app.clock.now - n * 1000,
      });
      if (n === 2 || n === 30) await promote(app, listing);
    }
    const first = await read("/tutoring?subject=g");
    expect(first.promoted.sort()).toEqual(["Geografie 2", "Geografie 30"]);
    expect(first.content).toHaveLength(20);
    const next = first.html.match(/rel="next" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await read(next);
    expect(second.promoted).toEqual([]);
    expect(second.content).toEqual([...Array(20).keys()].map((n) => `Geografie ${n + 21}`));
    const previous = second.html.match(/rel="prev" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await read(previous)).content).toEqual(first.content);
  });
});

describe("statistics of the promoted block", () => {
  /** The listing's counts of today, by kind. */
  async function readCounts({ id, num, ownerId }: Awaited<ReturnType<typeof publish>>) {
    const day = "2026-11-20";
    const [row] = await listStatistics(db, ownerId, [{ id, num }], { from: day, to: day });
    return Object.fromEntries(
      STATISTICS_KINDS.flatMap((kind, index) => (row?.counts[index] ? [[kind, row.counts[index]]] : [])),
    );
  }

  it("GET /tutoring counts a promoted impression there and an impression below, none for the owner", async () => {
    const subject = "ps";
    const [paid, free] = [await publish({ subject }), await publish({ subject })];
    await promote(app, paid);
    await app.get("/tutoring?subject=ps");
    await app.get("/ro/tutoring?subject=ps");
    await app.get("/tutoring?subject=ps", { as: await signIn(app, { id: paid.ownerId }) });
    await app.get("/tutoring?subject=ps", { headers: { "user-agent": "Googlebot/2.1" } });
    expect(await readCounts(paid)).toEqual({ promoted_impression: 2 });
    expect(await readCounts(free)).toEqual({ impression: 3 });
    // Promoted elsewhere, it counts as an ordinary impression here.
    await promote(app, free, { placement: "home" });
    await app.get("/tutoring?subject=ps");
    expect(await readCounts(free)).toEqual({ impression: 4 });
    expect(await readCounts(paid)).toEqual({ promoted_impression: 3 });
  });

  it("GET / counts the promoted strip separately from the newest listings", async () => {
    const subject = "pc";
    const paid = await publish({ subject, publishedTs: app.clock.now - 80 * DAY_MS });
    await promote(app, paid, { placement: "home" });
    const newest = await publish({ subject, publishedTs: app.clock.now });
    await app.get("/");
    expect(await readCounts(paid)).toEqual({ promoted_impression: 1 });
    expect(await readCounts(newest)).toEqual({ impression: 1 });
  });
});

describe("job sweep-expired-listings", () => {
  it("removes ended promotions from the block's table and keeps the others", async () => {
    const placed = (rotationKey: number) => ({
      rotationKey,
      sql: sql`select count(*) as n from promotion_placements
        join promotions on promotions.id = promotion_id join promotions_fts on promotions_fts.rowid = rotation_position
        where promotions.rotation_key = ${rotationKey}`,
    });
    const [ended, running] = [placed(424_242), placed(242_424)];
    await promote(app, await publish({ title: "Încheiată", subject: "e" }), {
      rotationKey: ended.rotationKey,
      endsTs: app.clock.now + HOUR_MS,
    });
    await promote(app, await publish({ title: "În curs", subject: "e" }), {
      rotationKey: running.rotationKey,
    });
    const later = {
      db,
      now: app.clock.now + HOUR_MS,
      commit: (all: Statement[]) => db.batch(all as [Statement]),
    };
    await sweepExpiredListings(later as unknown as Ctx);
    expect(await db.all(ended.sql)).toEqual([{ n: 0 }]);
    expect(await db.all(running.sql)).toEqual([{ n: 1 }]);
  });
});

describe("GET / and GET /ranking", () => {
  it("GET / shows the promotions bought for it", async () => {
    // Above three it shows a selection: promotions of earlier tests are removed from the block's table.
    await db.delete(promotionPlacements).where(eq(promotionPlacements.placement, "home"));
    await promote(app, await publish({ title: "Pe pagina de start", subject: "mu" }), { placement: "home" });
    const { promoted } = await read("/");
    expect(promoted).toEqual(["Pe pagina de start"]);
  });

  it("GET /ranking explains the order in both languages", async () => {
    const english = await app.read("/ranking");
    expect(english).toContain("<h1>How listings are ranked</h1>");
    expect(english).toContain("At most 24 listings take part in an hour");
    const romanian = await app.read("/ro/ranking");
    expect(romanian).toContain("<h1>Cum ordonăm anunțurile</h1>");
    expect(romanian).toContain("Într-o oră intră în rotație cel mult 24 de anunțuri");
  });
});
