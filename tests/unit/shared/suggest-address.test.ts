import { expect, it } from "vitest";
import { suggestAddress } from "@/shared/suggest-address";

it.each([
  ["gmial.com", "gmail.com"],
  ["gnail.com", "gmail.com"],
  ["gmail.comm", "gmail.com"],
  ["gmail.co", "gmail.com"],
  ["gmailcom", "gmail.com"],
  ["yahoo.rp", "yahoo.ro"],
  ["hotmial.com", "hotmail.com"],
])("suggests for %s the provider %s", (typed, provider) => {
  expect(suggestAddress(`ana.pop+1@${typed}`)).toBe(`ana.pop+1@${provider}`);
});

it.each(["gmail.com", "yahoo.ro", "mail.com", "ymail.com", "gmx.com", "hotmail.co.uk", "proton.me", ""])(
  "suggests nothing for %s",
  (domain) => {
    expect(suggestAddress(`ana@${domain}`)).toBeNull();
  },
);

it("suggests nothing for a text that is no address", () => {
  for (const text of ["", "ana", "@", "gmail.com"]) expect(suggestAddress(text)).toBeNull();
});
