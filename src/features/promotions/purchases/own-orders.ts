import { isTeacherOrAdmin, requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import type { PageCursors } from "@/db/paginate-by-time";
import { type InvoiceSummary, listOrderInvoices } from "@/features/invoices";
import { listOwnListingStates, type OwnListingState } from "@/features/listings";
import { listPackagesOnSale, type Package } from "@/features/settings";
import { DAY_MS } from "@/shared/dates";
import { computeWithdrawal } from "../orders/compute-withdrawal";
import { WITHDRAWAL_DAYS } from "../schedule/promotion-start";
import { listPromotionPerformance, type PromotionPerformance } from "./promotion-performance";
import { getPurchaseStatus, type PurchaseStatus } from "./purchase-status";
import {
  type BoughtOrder,
  findOwnOrder,
  listCurrentOrders,
  listOrderEvents,
  listOrdersPaidSince,
  listPastOrders,
  listRefundsByOrder,
  type OrderEvent,
  type OrderRefund,
} from "./queries";

/** An order as its buyer sees it. Money in bani, times in ms. */
export type OwnOrder = BoughtOrder & {
  status: PurchaseStatus;
  /** Performance of its promotion so far; null if it has not run. */
  performance: PromotionPerformance | null;
  refunds: OrderRefund[];
  invoices: InvoiceSummary[];
  /** The refund for withdrawing now, and the deadline for withdrawal; null without a right of withdrawal. */
  withdrawal: { amount: number; until: number } | null;
  /** The price of the days that are not used yet. */
  unusedAmount: number;
};

async function loadOwnOrders(ctx: Ctx, ownerId: string, rows: readonly BoughtOrder[]): Promise<OwnOrder[]> {
  const ids = rows.map(({ id }) => id);
  const [performance, refunds, invoices] = await Promise.all([
    listPromotionPerformance(ctx, ownerId, rows),
    listRefundsByOrder(ctx, ids),
    listOrderInvoices(ctx, ids),
  ]);
  return rows.map((order) => {
    const orderRefunds = refunds.get(order.id) ?? [];
    const pendingAmount = orderRefunds.reduce(
      (sum, { state, amount }) => sum + (state === "pending" ? amount : 0),
      0,
    );
    const withdrawable = { ...order, pendingAmount };
    return {
      ...order,
      status: getPurchaseStatus(order, ctx.now),
      performance: performance.get(order.id) ?? null,
      refunds: orderRefunds,
      invoices: invoices.get(order.id) ?? [],
      withdrawal: computeWithdrawal(withdrawable, ctx.now),
      unusedAmount:
        computeWithdrawal({ ...withdrawable, immediateStart: true, paidTs: ctx.now }, ctx.now)?.amount ?? 0,
    };
  });
}

export type OwnOrders = {
  /** Unpaid, disputed, running and scheduled orders; only on the first page. */
  current: OwnOrder[];
  past: OwnOrder[];
  /** The packages on sale and the teacher's listings; null on further pages and for learners. */
  promotable: { packages: Package[]; listings: OwnListingState[] } | null;
  next: string | null;
  previous: string | null;
};

/** A page of the user's orders. */
export async function listOwnOrders(ctx: Ctx, requested: PageCursors): Promise<OwnOrders> {
  const user = requireUser(ctx);
  const page = await listPastOrders(ctx, user, requested);
  const first = page.previous === null;
  const current = first ? await listCurrentOrders(ctx, user) : [];
  const [all, promotable] = await Promise.all([
    loadOwnOrders(ctx, user.id, [...current, ...page.rows]),
    first && isTeacherOrAdmin(user) ? listPromotable(ctx) : null,
  ]);
  return { ...page, promotable, current: all.slice(0, current.length), past: all.slice(current.length) };
}

async function listPromotable(ctx: Ctx) {
  const [packages, listings] = await Promise.all([listPackagesOnSale(ctx), listOwnListingStates(ctx)]);
  return { packages, listings };
}

/** The user's orders whose promotions are running or scheduled. */
export async function listRunningOrders(ctx: Ctx): Promise<OwnOrder[]> {
  const user = requireUser(ctx);
  if (!isTeacherOrAdmin(user)) return [];
  const rows = await listCurrentOrders(ctx, user);
  const running = rows.filter((order) => RUNNING.has(getPurchaseStatus(order, ctx.now)));
  return running.length > 0 ? loadOwnOrders(ctx, user.id, running) : [];
}

/** The user's orders that they can withdraw from. */
export async function listWithdrawableOrders(ctx: Ctx): Promise<OwnOrder[]> {
  const user = requireUser(ctx);
  const rows = await listOrdersPaidSince(ctx, user, ctx.now - (WITHDRAWAL_DAYS + 2) * DAY_MS);
  const paid = rows.length > 0 ? await loadOwnOrders(ctx, user.id, rows) : [];
  return paid.filter(({ withdrawal }) => withdrawal !== null);
}

const RUNNING: ReadonlySet<PurchaseStatus> = new Set(["scheduled", "active", "hidden"]);

export type OwnOrderDetails = { order: OwnOrder; events: OrderEvent[] };

/** An order of the user with its history; null for another user's order. */
export async function getOwnOrder(ctx: Ctx, id: string): Promise<OwnOrderDetails | null> {
  const user = requireUser(ctx);
  const row = await findOwnOrder(ctx, user, id);
  if (!row) return null;
  const [[order], events] = await Promise.all([loadOwnOrders(ctx, user.id, [row]), listOrderEvents(ctx, id)]);
  return order ? { order, events } : null;
}
