import { describe, expect, it } from "vitest";
import { createTestApp, expectStatus } from "../../helpers/app";
import { readDocument } from "./document";

const app = createTestApp();
const getPage = async (path: string) => {
  const answer = await expectStatus(app.get(path), 200);
  return answer.text();
};

describe("GET /docs/api", () => {
  it("shows every call with a link to it", async () => {
    const html = await getPage("/docs/api");
    const { paths } = await readDocument();
    for (const { operationId } of Object.values(paths).flatMap((path) => Object.values(path))) {
      for (const mark of [`id="${operationId}"`, `href="#${operationId}"`]) {
        expect(html.includes(mark), mark).toBe(true);
      }
    }
    expect(html.includes('href="/openapi.json"')).toBe(true);
  });

  it("has only links to anchors of the page", async () => {
    const html = await getPage("/docs/api");
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
  });

  it("uses no script and no other host", async () => {
    const html = await getPage("/docs/api");
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    expect(main.match(/<(script|iframe|img|link)|style="|(src|href)="https?:/)).toBeNull();
  });

  it("is marked as English on the Romanian page /ro/docs/api", async () => {
    const html = await getPage("/ro/docs/api");
    expect(html.includes('<html lang="ro"')).toBe(true);
    expect(html.includes('<div class="container page" lang="en">')).toBe(true);
    expect(html.includes("Create an account")).toBe(true);
    expect(html.includes("Anunțurile mele") || html.includes("Găsiți un profesor")).toBe(true);
  });
});
