import { expect, it } from "vitest";
import { getTranslator } from "@/http/texts";
import { app, expectStatus, expectText, resetApp } from "../../helpers/app";

type Manifest = { icons: { src: string; sizes: string; type: string; purpose: string }[] } & Record<
  string,
  string
>;

it("GET /manifest.webmanifest describes the app in the page's language, and every page links to it", async () => {
  resetApp({ SITE_NAME: "Meditații" });
  for (const [prefix, lang] of [
    ["", "en"],
    ["/ro", "ro"],
  ] as const) {
    const page = await app.read(prefix || "/");
    expectText(
      page,
      `<link rel="manifest" href="${prefix}/manifest.webmanifest"/>`,
      '<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>',
    );
    const answer = await app.get(`${prefix}/manifest.webmanifest`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "application/manifest+json; charset=utf-8",
    ]);
    const manifest = (await answer.json()) as Manifest;
    expect(manifest).toMatchObject({
      id: "/",
      name: "Meditații",
      short_name: "Meditații",
      lang,
      scope: "/",
    });
    expect(new URL(manifest.start_url ?? "", "https://catedra.test").pathname).toBe(
      prefix === "" ? "/" : prefix,
    );
    expect(manifest.description).toBe(getTranslator(lang)("general.site.description"));
    await expectStatus(app.get(manifest.start_url ?? ""), 200);
    // Requirements for installing: https://web.dev/articles/install-criteria
    const sizes = manifest.icons.filter(({ type }) => type === "image/png");
    expect(sizes.map(({ sizes: size, purpose }) => `${size} ${purpose}`)).toEqual([
      "192x192 any",
      "512x512 any",
      "512x512 maskable",
    ]);
    expect(["standalone", "minimal-ui"]).toContain(manifest.display);
  }
});
