import { beforeEach, describe, expect, test } from "vitest";
import { settings } from "@/db/schema";
import { OPTIONAL_CATEGORIES } from "@/shared/consent";
import { app, createTestApp, db, expectText, resetApp } from "../../helpers/app";

beforeEach(() => resetApp({ CONTACT_EMAIL: "salut@catedra.test" }));
const PAGES = ["/privacy", "/terms", "/cookies", "/accessibility"];

describe("GET a plain page", () => {
  test.each(PAGES.flatMap((path) => [path, `/ro${path}`]))(
    "%s has one heading, a contents link for every section, and no unfilled placeholders",
    async (path) => {
      const answer = await app.get(path);
      const html = await answer.text();
      const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
      expect(answer.status).toBe(200);
      expect(main.match(/<h1/g)).toHaveLength(1);
      const anchors = [...main.matchAll(/<a href="#([\w-]+)"/g)].map(([, id]) => id);
      expect(anchors.length).toBeGreaterThan(3);
      for (const id of anchors) expect(main).toContain(`<section class="section stack" id="${id}"`);
      expect(main).not.toMatch(/\{\{|site\.(privacy|terms|cookies|accessibility)\.|\bN\/A\b/);
    },
  );

  test("/terms, /privacy and /contact show the operator's email address, and the seller once an admin entered one", async () => {
    for (const path of ["/terms", "/ro/privacy", "/contact"]) {
      const before = await app.read(path);
      expect(before).toContain("mailto:salut@catedra.test");
      expect(before).not.toContain("Registrul comerțului");
    }
    await db.insert(settings).values({
      path: "settings/seller",
      value: {
        name: "Exemplu SRL",
        tax_id: "RO14399840",
        register_number: "J40/1/2020",
        street: "Strada Exemplu 1",
        city: "2",
        county: "b",
        series: "CT",
        vat_payer: true,
      },
      version: 1,
      updatedTs: app.clock.now,
    });
    for (const path of ["/ro/terms", "/ro/contact"])
      expectText(
        await app.read(path),
        "Exemplu SRL",
        "RO14399840",
        "J40/1/2020",
        "Strada Exemplu 1, Sector 2, București",
      );
  });

  test("/terms and /ranking say what unanswered messages lead to; /ranking what close listings miss", async () => {
    for (const [path, texts] of [
      ["/terms", ["three messages in a row", "five messages in a row", "other teachers suggested"]],
      ["/ranking", ["three messages in a row", "five messages in a row", "we suggest other teachers"]],
      ["/ranking", ["Each differs in one way", "lessons in person in another county are never among them"]],
      ["/ro/terms", ["la rând trei mesaje", "la rând cinci mesaje", "sugestii de alți profesori"]],
      ["/ro/ranking", ["la rând trei mesaje", "la rând cinci mesaje", "îi propunem elevului"]],
    ] as const) {
      const page = await app.read(path);
      for (const text of texts) expect(page, path).toContain(text);
    }
  });

  test("/cookies describes Google Analytics only if the site uses it", async () => {
    const tagged = createTestApp({ GA_MEASUREMENT_ID: "G-TEST123" });
    const withTag = await tagged.read("/cookies");
    expectText(withTag, "Google Analytics", "uses only visit statistics");
    const withoutTag = await app.read("/cookies");
    expect(withoutTag).not.toContain("Google Analytics");
    expect(withoutTag, "why the categories are listed").toContain("uses none of these categories");
    for (const category of OPTIONAL_CATEGORIES) expect(withoutTag).toContain(`name="${category}"`);
  });
});
