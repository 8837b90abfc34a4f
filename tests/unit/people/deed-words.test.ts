import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import admin from "@locales/admin/en.json";
import ledger from "@locales/ledger/en.json";
import people from "@locales/people/en.json";
import { expect, test } from "vitest";
import { deedWords } from "@/features/people/deed-words";
import { DEED_KINDS } from "@/features/people/find-audit";
import { createTranslator } from "@/shared/i18n/translator";

/** Every deed that the code writes down by its whole name: `listing.paused`. */
function written(): string[] {
  const root = join(import.meta.dirname, "../../../src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const deeds = files.flatMap((name) =>
    readFileSync(join(root, name), "utf8")
      .split("\n")
      .filter((line) => /\baction\b|"follow_up\./.test(line))
      .flatMap((line) => [...line.matchAll(/(?<!\bt\()"([a-z_]+\.[a-z_]+)"/g)].map(([, deed]) => deed ?? "")),
  );
  return [...new Set(deeds)].sort();
}

test("every deed that the audit log keeps has its words, and a kind to narrow the log down to", () => {
  const t = createTranslator("en", { admin, ledger, people });
  const deeds = written();
  expect(deeds).toContain("follow_up.noted");
  expect(deeds.length).toBeGreaterThan(30);
  expect(deeds.filter((deed) => deedWords(t, deed) === deed)).toEqual([]);
  const kinds: readonly string[] = DEED_KINDS;
  expect(deeds.filter((deed) => !kinds.includes(deed.slice(0, deed.indexOf("."))))).toEqual([]);
});
