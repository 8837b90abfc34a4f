import { expect, test } from "vitest";
import { buildConsentText } from "@/features/promotions/checkout/create-order";
import { getTranslator } from "@/http/texts";

const digest = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex().slice(0, 16);

// Orders store the version of the consent text. A change of the text needs a new version, not only a new digest.
test.each(["en", "ro"] as const)(
  "the consent text in %s matches the digest of its version",
  async (locale) => {
    const [version, ...text] = buildConsentText(getTranslator(locale)).split(" ");
    expect(version).toBe("2026-11-30.2");
    expect(await digest(text.join(" "))).toBe({ en: "1e92efd3e1715f72", ro: "e52d681d812a1203" }[locale]);
  },
);
