import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { describeTimeAgo } from "@/ui/relative-time";

const MINUTE_MS = 60_000;
/** 11:00 in Bucharest. */
const NOW = Date.UTC(2026, 10, 20, 9, 0, 0);

test.each([
  [-MINUTE_MS, "now", "acum"],
  [59_999, "now", "acum"],
  [MINUTE_MS, "1 minute ago", "acum 1 minut"],
  [20 * MINUTE_MS, "20 minutes ago", "acum 20 de minute"],
  [11 * HOUR_MS, "11 hours ago", "acum 11 ore"],
  // Before midnight in Bucharest.
  [11 * HOUR_MS + 1, "yesterday", "ieri"],
  [2 * DAY_MS, "2 days ago", "alaltăieri"],
  [6 * DAY_MS, "6 days ago", "acum 6 zile"],
  [7 * DAY_MS, "Nov 13, 2026", "13.11.2026"],
])("%d ms ago is %s, %s", (age, english, romanian) => {
  expect(describeTimeAgo(NOW - age, NOW, "en")).toBe(english);
  expect(describeTimeAgo(NOW - age, NOW, "ro")).toBe(romanian);
});

test("minutes ago stay minutes after midnight", () => {
  const midnight = Date.UTC(2026, 10, 19, 22, 0, 0);
  expect(describeTimeAgo(midnight - 10 * MINUTE_MS, midnight + 10 * MINUTE_MS, "en")).toBe("20 minutes ago");
  expect(describeTimeAgo(midnight - HOUR_MS, midnight + HOUR_MS, "en")).toBe("yesterday");
});
