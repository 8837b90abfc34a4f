import * as fc from "fast-check";
import { expect, test } from "vitest";
import { computeWithdrawal, type WithdrawableOrder } from "@/features/promotions/orders/compute-withdrawal";
import { getPromotionStart } from "@/features/promotions/schedule/promotion-start";
import { DAY_MS } from "@/shared/dates";

const PAID = Date.parse("2026-03-02T10:00:00+02:00");
const order = (change: Partial<WithdrawableOrder> = {}): WithdrawableOrder => ({
  state: "fulfilled",
  amount: 1900,
  refundedAmount: 0,
  pendingAmount: 0,
  days: 7,
  creditedDays: 0,
  immediateStart: true,
  paidTs: PAID,
  withdrawnTs: null,
  promotion: { startsTs: PAID, endsTs: PAID + 7 * DAY_MS, stoppedTs: null },
  ...change,
});
const getRefundAfter = (days: number, change: Partial<WithdrawableOrder> = {}) =>
  computeWithdrawal(order(change), PAID + days * DAY_MS)?.amount ?? null;

test("a withdrawal refunds the remaining days; a started day counts, and rounding favors the buyer", () => {
  // 1900 bani for 7 days: 271.43 a day.
  expect([0, 0.5, 1, 1.5, 3].map((days) => getRefundAfter(days))).toEqual([1629, 1629, 1358, 1358, 815]);
  expect([6, 6.9, 7, 8].map((days) => getRefundAfter(days))).toEqual([null, null, null, null]);
});

test("a withdrawal refunds everything before the start, or if it started without consent", () => {
  const later = { startsTs: PAID + 14 * DAY_MS, endsTs: PAID + 21 * DAY_MS, stoppedTs: null };
  expect(getRefundAfter(3, { promotion: later })).toBe(1900);
  // The last day of withdrawal ends after the promotion starts.
  expect(getRefundAfter(14.2, { promotion: later, immediateStart: false })).toBe(1900);
  expect(getRefundAfter(14.2, { promotion: later })).toBe(1629);
});

test("a withdrawal accounts for earlier refunds, suspensions and stops", () => {
  expect(getRefundAfter(0.5, { refundedAmount: 300, pendingAmount: 200 })).toBe(1129);
  expect(getRefundAfter(3, { refundedAmount: 900 })).toBeNull();
  expect(
    getRefundAfter(9, {
      promotion: { startsTs: PAID + 8 * DAY_MS, endsTs: PAID + 13 * DAY_MS, stoppedTs: null },
    }),
  ).toBe(1900 - Math.floor((1900 * 4) / 7));
  const stopped = { startsTs: PAID, endsTs: PAID + 7 * DAY_MS, stoppedTs: PAID + DAY_MS / 2 };
  expect(getRefundAfter(5, { promotion: stopped })).toBe(1629);
});

test("a withdrawal charges the used days of a promotion whose rest is queued", () => {
  const rest = { startsTs: PAID + 8 * DAY_MS, endsTs: PAID + 12 * DAY_MS, stoppedTs: null };
  expect(getRefundAfter(5, { promotion: rest })).toBe(1900 - Math.floor((1900 * 3) / 7));
  expect(getRefundAfter(5, { promotion: { ...rest, stoppedTs: PAID + 4 * DAY_MS } })).toBe(1086);
});

test("a withdrawal refunds nothing for credited days", () => {
  const credited = { startsTs: PAID + 9 * DAY_MS, endsTs: PAID + 10 * DAY_MS, stoppedTs: null };
  // All seven days were used; the eighth is queued or running.
  expect(getRefundAfter(8, { creditedDays: 1, promotion: credited })).toBeNull();
  expect(getRefundAfter(9.5, { creditedDays: 1, promotion: credited })).toBeNull();
  const longer = { startsTs: PAID, endsTs: PAID + 10 * DAY_MS, stoppedTs: null };
  expect(getRefundAfter(1.5, { creditedDays: 3, promotion: longer })).toBe(1358);
  expect(getRefundAfter(8, { creditedDays: 3, promotion: longer })).toBeNull();
});

test.each([
  ["2026-11-30T12:33:00+02:00", "2026-12-15T00:00:00+02:00"],
  ["2026-03-20T00:00:00+02:00", "2026-04-04T00:00:00+03:00"],
  ["2026-10-20T23:59:59+03:00", "2026-11-04T00:00:00+02:00"],
])(
  "a promotion without an immediate start, paid on %s, begins when the withdrawal period ends",
  (paid, end) => {
    const [paidTs, startsTs] = [Date.parse(paid), Date.parse(end)];
    expect(getPromotionStart({ placement: "home", immediateStart: false }, [], paidTs)).toBe(startsTs);
    const promotion = { startsTs, endsTs: startsTs + 7 * DAY_MS, stoppedTs: null };
    const later = order({ immediateStart: false, paidTs, promotion });
    expect(computeWithdrawal(later, startsTs - 1)).toMatchObject({ amount: 1900, until: startsTs - 1 });
    expect(computeWithdrawal(later, startsTs)).toBeNull();
  },
);

test("a withdrawal is possible until the end of the fourteenth day in Bucharest, for paid orders only", () => {
  const promotion = { startsTs: PAID, endsTs: PAID + 30 * DAY_MS, stoppedTs: null };
  const thirty = order({ days: 30, promotion });
  const end = Date.parse("2026-03-16T23:59:59.999+02:00");
  expect(computeWithdrawal(thirty, end)).toMatchObject({ amount: 950, until: end });
  expect(computeWithdrawal(thirty, end + 1)).toBeNull();
  for (const state of ["created", "open", "expired", "failed", "refunded", "disputed"] as const) {
    expect(getRefundAfter(1, { state })).toBeNull();
  }
  expect(getRefundAfter(1, { withdrawnTs: PAID })).toBeNull();
  expect(getRefundAfter(1, { amount: 0 })).toBeNull();
  expect(getRefundAfter(1, { promotion: null })).toBeNull();
});

test("for any price, length and time, the charge never exceeds the price of the used days", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 14 * DAY_MS }),
      (amount, days, passed) => {
        const promotion = { startsTs: PAID, endsTs: PAID + days * DAY_MS, stoppedTs: null };
        const refunded = computeWithdrawal(order({ amount, days, promotion }), PAID + passed)?.amount ?? 0;
        const used = Math.floor(passed / DAY_MS) + 1;
        if (used >= days) return refunded === 0;
        const charged = amount - refunded;
        return charged <= (amount * used) / days && charged > (amount * used) / days - 1;
      },
    ),
    { seed: 5 },
  );
});
