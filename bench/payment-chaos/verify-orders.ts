import { migrate, openLocalData } from "../../dev/launch/local-data";
import type { LedgerEntry } from "../../dev/stubs/ledger";

interface Row {
  id: string;
  state: string;
  amount: number;
  refunded: number;
  paid: number;
  withdrawn: number;
  promotions: number;
  running: number;
  /** Whether its promotion is as long as was paid for; null when it was stopped meanwhile. */
  whole: number | null;
  invoices: number;
  payments: number;
  /** Refunds of ours that Stripe was not asked for yet. */
  pending: number;
}

/** What the site knows of each order, money in bani. */
const ORDERS = `
  select o.id, o.state, o.amount, o.refunded_amount as refunded, o.paid_ts is not null as paid,
    o.withdrawn_ts is not null as withdrawn,
    (select count(*) from promotions p where p.order_id = o.id) as promotions,
    (select count(*) from promotions p where p.order_id = o.id and p.stopped_ts is null) as running,
    (select p.ends_ts - p.starts_ts = o.days * 86400000 from promotions p where p.order_id = o.id and not exists (
      select 1 from audit_log a where a.subject = 'order:' || o.id and a.action in ('order.dispute_won', 'order.refund_failed')
    )) as whole,
    (select coalesce(sum(iif(kind = 'credit_note', -amount, amount)), 0) from invoices where order_id = o.id) as invoices,
    (select count(*) from invoices where order_id = o.id and kind = 'invoice' and not reissued) as payments,
    (select count(*) from refunds r where r.order_id = o.id and r.state = 'pending') as pending
  from orders o order by o.id`;

/** Two promotions of a listing that overlap: days paid for twice. */
const OVERLAPS = `
  select count(*) as n from promotions a join promotions b
    on a.listing_id = b.listing_id and a.placement = b.placement and a.id < b.id
  where a.stopped_ts is null and b.stopped_ts is null and a.starts_ts < b.ends_ts and b.starts_ts < a.ends_ts`;

/** Promotions that wait without a reason: no promotion before them, no withdrawal period, no open dispute. */
const HOLES = `
  select count(*) as n from promotions p join orders o on o.id = p.order_id
  where p.stopped_ts is null and p.starts_ts > unixepoch('subsec') * 1000
    and (o.immediate_start or p.starts_ts <> o.paid_ts + 14 * 86400000)
    and not exists (
      select 1 from promotions q where q.listing_id = p.listing_id and q.placement = p.placement
        and q.stopped_ts is null and q.ends_ts = p.starts_ts
    )
    and not exists (select 1 from orders d where d.listing_id = p.listing_id and d.state = 'disputed')`;

const GAPS = `select coalesce(max(number), 0) - count(*) as n from invoices`;

/** All that reconciliation may change, as one text; the same text twice says that nothing changed. */
const EVERYTHING = `
  select group_concat(line, char(10)) as text from (
    select id || state || refunded_amount || coalesce(paid_ts, '') as line from orders
    union all select id || starts_ts || ends_ts || coalesce(stopped_ts, '') from promotions
    union all select id || state from refunds
    union all select number || kind || amount from invoices
    union all select id || outcome from payment_events
  )`;

export interface Verification {
  /** Counts and sums to print. */
  figures: Record<string, number>;
  /** Errors in words; empty when everything agrees. */
  wrong: string[];
}

/** Compares the site's records with the Stripe stub's ledger. The worker must not run. */
export async function verifyOrders(dataDir: string, ledger: readonly LedgerEntry[]): Promise<Verification> {
  return withData(dataDir, async (db) => {
    const { results: rows } = await db.prepare(ORDERS).all<Row>();
    const number = async (sql: string) => (await db.prepare(sql).first<{ n: number }>())?.n ?? 0;
    const paidFor = new Map<string, LedgerEntry[]>();
    for (const entry of ledger) {
      paidFor.set(entry.order ?? "", [...(paidFor.get(entry.order ?? "") ?? []), entry]);
    }
    const known = new Set(rows.map(({ id }) => id));
    const wrong = [
      ...[...paidFor.keys()].filter((id) => !known.has(id)).map((id) => `paid, but no order: ${id}`),
      ...rows.flatMap((row) => listErrors(row, paidFor.get(row.id) ?? [])),
    ];
    const overlaps = await number(OVERLAPS);
    if (overlaps > 0) wrong.push(`${overlaps} promotions overlap another one of their listing`);
    const holes = await number(HOLES);
    if (holes > 0) wrong.push(`${holes} promotions have a gap before them`);
    const gaps = await number(GAPS);
    if (gaps !== 0) wrong.push(`the invoices' numbers have ${gaps} gaps`);
    const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
    const sumAtStripe = (of: (entry: LedgerEntry) => number) =>
      ledger.reduce((total, entry) => total + of(entry), 0);
    return {
      wrong,
      figures: {
        orders: rows.length,
        "paid, at the Stripe stub": paidFor.size,
        "paid, by the site": sum(({ paid }) => paid),
        "promotions, stopped ones too": sum(({ promotions }) => promotions),
        invoices: await number("select count(*) as n from invoices"),
        "refunds by the site": await number("select count(*) as n from refunds where state = 'sent'"),
        "stored events": await number("select count(*) as n from payment_events"),
        "net bani at the Stripe stub": sumAtStripe((entry) => entry.charged - entry.refunded - entry.lost),
        "net bani by the orders": sum((row) => (row.paid ? row.amount - row.refunded : 0)),
        "net bani by the invoices": sum(({ invoices }) => invoices),
      },
    };
  });
}

function listErrors(row: Row, entries: readonly LedgerEntry[]): string[] {
  const [entry, ...more] = entries;
  const checks: [boolean, string][] = entry ? checkPaid(row, entry) : checkUnpaid(row);
  checks.push(
    [more.length > 0, `was paid ${entries.length} times`],
    [row.pending > 0, "has a refund that was not sent"],
    [row.payments !== (entry ? 1 : 0), `has ${row.payments} invoices`],
  );
  return checks
    .filter(([isWrong]) => isWrong)
    .map(([, message]) => `order ${row.id} (${row.state}) ${message}`);
}

const checkUnpaid = (row: Row): [boolean, string][] => [
  [
    row.paid > 0 || !["created", "open", "expired", "failed"].includes(row.state),
    "counts as paid, but was not paid",
  ],
  [row.promotions > 0, "has a promotion without payment"],
  [row.invoices !== 0 || row.refunded !== 0, "has invoices or refunds without payment"],
];

function checkPaid(row: Row, { charged, refunded, disputed, lost }: LedgerEntry): [boolean, string][] {
  const back = refunded + lost;
  const allBack = back === charged;
  const stopped = allBack || disputed > 0 || row.withdrawn > 0;
  const state =
    disputed > 0 ? "disputed" : allBack ? "refunded" : back > 0 ? "partially_refunded" : "fulfilled";
  return [
    [row.paid === 0, "was paid, but counts as unpaid"],
    [row.amount !== charged, `amounts to ${row.amount}, but ${charged} were charged`],
    [row.state !== state, `should be ${state}`],
    [row.refunded !== back, `has ${row.refunded} refunded, but ${back} at the Stripe stub`],
    [
      row.invoices !== charged - back,
      `has invoices of ${row.invoices}, but ${charged - back} remain charged`,
    ],
    // A payment refunded before its event arrived, or received too late, never led to a promotion.
    [row.promotions !== 1 && !(allBack && row.promotions === 0), `has ${row.promotions} promotions`],
    [row.running !== (stopped ? 0 : 1), stopped ? "is still promoted" : "is no longer promoted"],
    [row.whole === 0, "is promoted for other days than it was paid for"],
  ];
}

/** All payment data of the site. The worker must not run. */
export const digest = (dataDir: string): Promise<string> =>
  withData(dataDir, async (db) => (await db.prepare(EVERYTHING).first<{ text: string }>())?.text ?? "");

/** Ages open checkouts and pending refunds by an hour, so that they are due. The worker must not run. */
export const advanceOneHour = (dataDir: string): Promise<void> =>
  withData(dataDir, async (db) => {
    await db.batch([
      db.prepare(
        `update orders set created_ts = created_ts - 3600000, checkout_expires_ts = checkout_expires_ts - 3600000
        where state in ('created', 'open')`,
      ),
      db.prepare("update refunds set created_ts = created_ts - 3600000 where state = 'pending'"),
    ]);
  });

/** Runs something on the database, migrated first. */
export async function withData<T>(
  dataDir: string,
  work: (db: Awaited<ReturnType<typeof openLocalData>>["db"]) => Promise<T>,
): Promise<T> {
  const data = await openLocalData(dataDir);
  try {
    await migrate(data.db);
    return await work(data.db);
  } finally {
    await data.close();
  }
}
