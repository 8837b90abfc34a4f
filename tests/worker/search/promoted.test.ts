import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";

import { listStatistics } from "@/db/statistics-days";
import { sweepExpiredListings } from "@/features/listings";
import { STATISTICS_KINDS } from "@/shared/codes";
import { app, db } from "../../helpers/app";
import { createListing, createTeacher, signIn } from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";
import { promote } from "../../helpers/promote";
import { listResultTitles } from "../../helpers/result-titles";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function publish(overrides: Parameters<typeof createListing>[1] = {}) {
  const teacher = await createTeacher();
  return createListing(teacher, overrides);
}

async function read(path: string) {
  const html = await openPage(path);
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
    await promote(listing);
    for (const query of [
      "",
      "?subject=p&level=h&county=sb",
      "?online=1",
      "?min=110&max=130",
      "?q=promovat&county=sb&online=1",
      "?subject=p&subject=m&level=h&level=pb",
    ]) {
      const { promoted, content, html } = await read(`/tutoring${query}`);
      expect(promoted, query).toEqual(["Promovat la fizică"]);
      expect(content, query).not.toContain("Promovat la fizică");
      expect(html).toContain("Promoted");
      expect(html).toMatch(/<a href="\/ranking">/);
    }
    expect(await app.read("/tutoring?subject=p")).toContain("2 listings");
    for (const query of ["?subject=m", "?max=100", "?q=engleza"]) {
      expect((await read(`/tutoring${query}`)).promoted, query).toEqual([]);
    }
  });

  it("shows a listing for words only if they are in its title or name its subject, level or county", async () => {
    const description =
      "Pregătim certificatul Cambridge, cu teme corectate și conversație în fiecare săptămână.";
    const fields = { subject: "en", county: "tm", levels: ["h"], description } as const;
    const teacher = await createTeacher({ firstName: "Casandra", lastName: "Vântu" });
    await promote(await createListing(teacher, { ...fields, levels: ["h"], title: "Conversație" }));
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

  it("is on the first page only, and later pages continue without a gap and count the pages exactly", async () => {
    for (let n = 0; n < 41; n++) {
      const listing = await publish({
        title: `Geografie ${n}`,
        subject: "g",
        publishedTs: app.clock.now - n * 1000,
      });
      if (n === 2 || n === 30) await promote(listing);
    }
    const first = await read("/tutoring?subject=g");
    expect(first.promoted.sort()).toEqual(["Geografie 2", "Geografie 30"]);
    // The first page shows 22 listings, so two pages show all 41.
    expect(first.html).toContain("Page 1 of 2");
    const next = first.html.match(/rel="next" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await read(next);
    expect(second.promoted).toEqual([]);
    expect(second.content).toEqual([...Array(20).keys()].map((n) => `Geografie ${n + 21}`));
    expect(second.html).toContain("Page 2 of 2");
    expect(second.html).not.toContain('rel="next"');
    const previous = second.html.match(/rel="prev" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await read(previous)).content).toEqual(first.content);
    type Page = { content: { title: string }[]; promoted: object[]; next: string; total: number };
    const find = async (query = "") =>
      (await (await app.get(`/api/listings?subject=g${query}`)).json()) as Page;
    const call = await find();
    expect([call.promoted.length, call.content.length, call.total]).toEqual([2, 20, 41]);
    expect((await find(`&after=${encodeURIComponent(call.next)}`)).promoted).toEqual([]);
  });

  it("starts and ends by the clock, and excludes paused and revoked ones", async () => {
    const subject = "la";
    const { now } = app.clock;
    await promote(await publish({ title: "Trecută", subject }), { startsTs: now - DAY_MS, endsTs: now });
    await promote(await publish({ title: "Viitoare", subject }), { startsTs: now + 1 });
    await promote(await publish({ title: "Retrasă", subject }), { stoppedTs: now });
    await promote(await publish({ title: "Pauză", subject, state: "paused" }));
    await promote(await publish({ title: "De pe pagina de start", subject }), { placement: "home" });
    await promote(await publish({ title: "Activă", subject }));
    expect((await read("/ro/tutoring?subject=la")).promoted).toEqual(["Activă"]);
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
    await promote(paid);
    await app.get("/tutoring?subject=ps");
    await app.get("/ro/tutoring?subject=ps");
    await app.get("/tutoring?subject=ps", { as: await signIn({ id: paid.ownerId }) });
    await app.get("/tutoring?subject=ps", { headers: { "user-agent": "Googlebot/2.1" } });
    expect(await readCounts(paid)).toEqual({ promoted_impression: 2 });
    expect(await readCounts(free)).toEqual({ impression: 3 });
    // Promoted elsewhere, it counts as an ordinary impression here.
    await promote(free, { placement: "home" });
    await app.get("/tutoring?subject=ps");
    expect(await readCounts(free)).toEqual({ impression: 4 });
    expect(await readCounts(paid)).toEqual({ promoted_impression: 3 });
  });

  it("GET / counts the promoted strip separately from the newest listings", async () => {
    const subject = "pc";
    const paid = await publish({ subject, publishedTs: app.clock.now - 80 * DAY_MS });
    await promote(paid, { placement: "home" });
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
    await promote(await publish({ title: "Încheiată", subject: "e" }), {
      rotationKey: ended.rotationKey,
      endsTs: app.clock.now + HOUR_MS,
    });
    await promote(await publish({ title: "În curs", subject: "e" }), {
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
