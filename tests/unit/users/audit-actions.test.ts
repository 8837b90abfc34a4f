import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import admin from "@locales/admin/en.json";
import paymentsAdmin from "@locales/payments-admin/en.json";
import pricing from "@locales/pricing/en.json";
import requests from "@locales/requests/en.json";
import reviews from "@locales/reviews/en.json";
import settings from "@locales/settings/en.json";
import users from "@locales/users/en.json";
import verifications from "@locales/verifications/en.json";
import { expect, test } from "vitest";
import { findDocumentTitle, formatAuditDetails } from "@/features/users/audit-actions";
import { AUDIT_ACTION_KINDS } from "@/shared/codes";
import { formatAuditAction } from "@/shared/format-audit-action";
import { createTranslator } from "@/shared/i18n/translator";

/** Every audit action that the code names in full: `listing.paused`. */
function listWrittenActions(): string[] {
  const root = join(import.meta.dirname, "../../../src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const actions = files.flatMap((name) =>
    readFileSync(join(root, name), "utf8")
      .split("\n")
      .filter((line) => /\baction\b|"follow_up\./.test(line))
      .flatMap((line) =>
        [...line.matchAll(/(?<!\bt\(|texts=)"([a-z_]+\.[a-z_]+)"/g)].map(([, action]) => action ?? ""),
      ),
  );
  return [...new Set(actions)].sort();
}

test("codes and paths of audit events are written in words", () => {
  const t = createTranslator("en", { pricing, requests, reviews, settings, users, verifications });
  expect(
    formatAuditDetails(t, {
      action: "verification.rejected",
      detail: { kind: "teaching_degree", reason: "unreadable" },
    }),
  ).toBe("Teaching degree · The document is not readable");
  expect(formatAuditDetails(t, { action: "request.closed", detail: { reason: "lesson" } })).toBe(
    requests.closeReasons.lesson,
  );
  expect(formatAuditDetails(t, { action: "order.paid", detail: { event: "evt_1", version: 3 } })).toBe("");
  const titles = ["limits", "banned-words", "exams", "packages", "vat", "seller"].map((name) =>
    findDocumentTitle(t, `settings/${name}`),
  );
  expect(titles).toContain("Limits");
  expect(titles).not.toContain(null);
});

test("every audit action has a label, and a kind to filter the log by", () => {
  const t = createTranslator("en", { admin, "payments-admin": paymentsAdmin, users });
  const actions = listWrittenActions();
  expect(actions).toContain("follow_up.noted");
  expect(actions.length).toBeGreaterThan(30);
  expect(actions.filter((action) => formatAuditAction(t, action) === action)).toEqual([]);
  const kinds: readonly string[] = AUDIT_ACTION_KINDS;
  expect(actions.filter((action) => !kinds.includes(action.slice(0, action.indexOf("."))))).toEqual([]);
});
