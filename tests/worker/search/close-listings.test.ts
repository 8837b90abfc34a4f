import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { promote } from "../../helpers/promote";
import { listCloseTitles, listResultTitles } from "../../helpers/result-titles";

const app = createTestApp();

beforeAll(async () => {
  const teacher = await createTeacher(app);
  let minutes = 0;
  const publish = (title: string, overrides: Parameters<typeof createListing>[2]) =>
    createListing(app, teacher, {
      title,
      subject: "la",
      levels: ["h"],
      county: "cj",
      publishedTs: app.clock.now - ++minutes * 60_000,
      ...overrides,
    });
  await publish("Cluj, liceu", {});
  await promote(app, await publish("Cluj, liceu și Bac, promovat", { levels: ["h", "pb"] }));
  await publish("Cluj, Bac", { levels: ["pb"] });
  await publish("Cluj, Bac și admitere", { levels: ["pb", "pu"], county: "cj" });
  await publish("Cluj, grădiniță", { levels: ["kg"] });
  await publish("Online din București", { county: "b", online: true, locations: [] });
  await publish("Online din Sălaj", { county: "sj", online: true });
  await publish("Sălaj, liceu", { county: "sj" });
  await publish("Constanța, liceu", { county: "ct" });
  await publish("Cluj, fizică", { subject: "p" });
  for (let n = 0; n < 5; n++) await publish(`Gimnaziu ${n}`, { levels: ["m"], county: "bh" });
  for (let n = 0; n < 12; n++) await publish(`Chitară ${n}`, { subject: "mu", county: "is", levels: ["ms"] });
  await publish("Online din Tulcea, 90 de lei", { subject: "g", county: "tl", online: true, price: 9000 });
  for (const lei of [125, 126, 110, 100])
    await publish(`Focșani, ${lei} ${lei === 110 ? "lei" : "de lei"}`, {
      subject: "g",
      county: "vn",
      price: lei * 100,
    });
  await publish("Chitară la Vaslui", { subject: "mu", county: "vs", levels: ["ms"] });
});

async function read(path: string) {
  const html = await (await app.get(path, { headers: { "sec-purpose": "prefetch" } })).text();
  return { html, results: listResultTitles(html), close: listCloseTitles(html) };
}

describe("GET /tutoring with fewer than 5 results", () => {
  it("adds listings of a related level, online from elsewhere and in the nearest counties", async () => {
    const { results, close, html } = await read("/tutoring?subject=la&county=cj&level=h");
    expect(results).toEqual(["Cluj, liceu și Bac, promovat", "Cluj, liceu"]);
    expect(close).toEqual([
      "Cluj, Bac",
      "Cluj, Bac și admitere",
      "Online din București",
      "Online din Sălaj",
      "Sălaj, liceu",
    ]);
    expect(html).toContain('<section class="close-listings"><h2>Close to your search</h2>');
    expect(html.indexOf("close-listings")).toBeGreaterThan(html.indexOf("Cluj, liceu<"));
    // They are no results.
    expect(html).toContain('data-part="count">2 listings<');
    expect((await read("/ro/tutoring?subject=la&county=cj&level=h")).html).toContain(
      "<h2>Aproape de ce căutați</h2>",
    );
  });

  it("shows at most six, the closest of each kind first", async () => {
    const { results, close } = await read("/tutoring?subject=mu&county=vs&level=ms");
    expect(results).toEqual(["Chitară la Vaslui"]);
    expect(close).toEqual([0, 1, 2, 3, 4, 5].map((n) => `Chitară ${n}`));
  });

  it("begins with slightly higher prices at the same place", async () => {
    const { results, close } = await read("/tutoring?subject=g&county=vn&max=100");
    expect(results).toEqual(["Focșani, 100 de lei"]);
    expect(close).toEqual(["Focșani, 110 lei", "Focșani, 125 de lei", "Online din Tulcea, 90 de lei"]);
  });

  it("has the other filters of the search", async () => {
    const { close } = await read("/tutoring?subject=la&county=cj&level=h&q=cluj+bac&exact=1");
    expect(close).toEqual(["Cluj, Bac", "Cluj, Bac și admitere"]);
    expect((await read("/tutoring?subject=p&county=cj")).close).toEqual([]);
  });

  it("adds listings farther away from a place", async () => {
    const { results, close } = await read("/tutoring?subject=la&near=sj&radius=1&location=sc");
    expect([results, close]).toEqual([[], expect.any(Array)]);
    const near = await read("/tutoring?subject=la&near=sj&radius=1&sort=distance");
    expect(near.results).toHaveLength(2);
    expect(near.close).toContain("Cluj, liceu");
    expect(near.close).not.toContain("Constanța, liceu");
  });

  it("shows none for 5 results, later pages, or a search without such filters", async () => {
    for (const query of ["?subject=la&county=bh", "?q=constanta&exact=1", "?subject=p", ""])
      expect((await read(`/tutoring${query}`)).html, query).not.toContain("close-listings");
  });

  it("leaves the answer of GET /api/listings as it is", async () => {
    const answer = await app.get("/api/listings?subject=la&county=cj&level=h");
    const { content, promoted, ...others } = (await answer.json()) as { content: []; promoted: [] };
    expect([...promoted, ...content]).toHaveLength(2);
    expect(Object.keys(others).sort()).toEqual(["next", "previous", "total", "understood", "warnings"]);
  });

  it("gives them checkboxes where the results have some", async () => {
    const { html } = await read("/tutoring?subject=la&county=cj&level=h&select=1");
    expect(html.match(/name="listing_ids"/g)).toHaveLength(7);
  });
});

describe("GET /tutoring without results", () => {
  it("shows the first listings of the similar searches as cards, each once", async () => {
    const { results, close } = await read("/tutoring?subject=la&county=cj&level=pe");
    expect(results).toEqual([]);
    expect(close).toEqual(expect.arrayContaining(["Cluj, liceu", "Cluj, Bac", "Sălaj, liceu"]));
    expect(new Set(close).size).toBe(close.length);
    expect(close).not.toContain("Cluj, fizică");
  });

  it("shows listings at the same place first, and other subjects last", async () => {
    const { results, close } = await read("/tutoring?subject=g&county=vn&max=90");
    expect(results).toEqual([]);
    expect(close.slice(0, 4)).toEqual(expect.arrayContaining(["Focșani, 100 de lei", "Focșani, 110 lei"]));
    expect(close.indexOf("Online din Tulcea, 90 de lei")).toBeGreaterThan(close.indexOf("Focșani, 110 lei"));
  });

  it("suggests no two searches that find only the same listings", async () => {
    const { html } = await read("/tutoring?subject=mu&county=vs&level=ms&max=60&online=1");
    const labels = [...html.matchAll(/next-steps__label">([^<]+)</g)].map(([, label]) => label);
    const single = [...html.matchAll(/next-steps__count">1 listing</g)];
    expect(labels).not.toEqual([]);
    expect(single.length).toBeLessThanOrEqual(1);
  });
});
