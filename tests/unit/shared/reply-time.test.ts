import generalEn from "@locales/general/en.json";
import generalRo from "@locales/general/ro.json";
import { expect, test } from "vitest";
import { createTranslator } from "@/shared/i18n/translator";
import { formatReplyTime } from "@/shared/reply-time";

const HOUR_S = 3600;

test.each([
  [HOUR_S, "Usually replies within an hour", "Răspunde de obicei într-o oră"],
  [HOUR_S + 1, "Usually replies within 2 hours", "Răspunde de obicei în 2 ore"],
  [20 * HOUR_S, "Usually replies within 20 hours", "Răspunde de obicei în 20 de ore"],
  [23 * HOUR_S + 1, "Usually replies within a day", "Răspunde de obicei într-o zi"],
  [24 * HOUR_S + 1, "Usually replies within 2 days", "Răspunde de obicei în 2 zile"],
  [21 * 24 * HOUR_S, "Usually replies within 21 days", "Răspunde de obicei în 21 de zile"],
])("reply time for a median of %i seconds", (seconds, english, romanian) => {
  expect(formatReplyTime(createTranslator("en", { general: generalEn }), seconds)).toBe(english);
  expect(formatReplyTime(createTranslator("ro", { general: generalRo }), seconds)).toBe(romanian);
});
