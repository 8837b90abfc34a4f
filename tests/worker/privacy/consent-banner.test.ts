import { describe, expect, test } from "vitest";
import { createConsentSettings } from "@/shared/consent";
import { paths } from "@/shared/paths";
import { createTestApp, expectText } from "../../helpers/app";

const TAG = { GA_MEASUREMENT_ID: "G-TEST123" };
const toConsentCookie = (settings: object) =>
  `user_consent_settings=${encodeURIComponent(JSON.stringify(settings))}`;
const read = async (path: string, vars = {}, cookie = "") => {
  const answer = await createTestApp(vars).get(path, cookie ? { headers: { cookie } } : {});
  return { text: await answer.text(), policy: answer.headers.get("content-security-policy") ?? "" };
};

describe("cookie banner", () => {
  test.each(["/", "/ro", "/tutoring", "/sign-in", "/no-such-page", "/ro/cookies"])(
    "is shown on %s",
    async (path) => {
      const { text } = await read(path, TAG, path.startsWith("/ro") ? "locale=ro" : "");
      expect(text).toMatch(/<section class="consent-banner" aria-label="[^"]+"/);
      expect(text).toContain('data-measurement-id="G-TEST123"');
    },
  );

  test("has two buttons of equal style, and a link to choose one by one", async () => {
    const { text } = await read("/tutoring?subject=m", TAG);
    const banner = text.slice(text.indexOf("consent-banner"), text.indexOf("</section>"));
    const buttons = [...banner.matchAll(/<button (.*?)>/g)].map((match) => match[1] ?? "");
    expect(buttons.map((button) => button.match(/value="(\w+)"/)?.[1])).toEqual(["reject", "accept"]);
    expect(new Set(buttons.map((button) => button.replace(/value="\w+"/, ""))).size).toBe(1);
    expectText(banner, `href="${paths.cookieChoices()}"`, 'name="next" value="/tutoring?subject=m"');
  });

  test("is hidden when no tag is configured, after a choice, and on pages with a secret in the URL", async () => {
    expect((await read("/")).text).not.toContain("consent-banner");
    for (const allowed of [true, false]) {
      const { text } = await read("/", TAG, toConsentCookie(createConsentSettings(() => allowed)));
      expect(text).not.toContain("consent-banner");
    }
    const secret = await read(paths.resetPassword({ token: "abc" }), TAG);
    expect(secret.text).not.toMatch(/consent-banner|measurement-id/);
  });
});

describe("content security policy allows Google", () => {
  const GOOGLE = /google/;

  test("after the visitor accepted its tag", async () => {
    const { policy } = await read(
      "/",
      TAG,
      toConsentCookie(createConsentSettings((purpose) => purpose === "analytics_storage")),
    );
    expect(policy).toContain("script-src 'self' https://www.googletagmanager.com;");
    expect(policy).toMatch(/connect-src 'self' https:\/\/\*\.google-analytics\.com /);
  });

  test("not before, not after a refusal, and not without a tag", async () => {
    const all = toConsentCookie(createConsentSettings(() => true));
    for (const cookie of [
      "",
      toConsentCookie(createConsentSettings(() => false)),
      toConsentCookie(createConsentSettings((purpose) => purpose === "personalization_storage")),
    ]) {
      expect((await read("/", TAG, cookie)).policy).not.toMatch(GOOGLE);
    }
    expect((await read("/", {}, all)).policy).not.toMatch(GOOGLE);
  });
});
