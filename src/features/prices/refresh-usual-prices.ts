import { gte, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { boundSql, constantSql, integer } from "@/db/bound-sql";
import { usualPrices } from "@/db/schema";
import { codeTerm } from "@/db/search-codes";
import { NUMS_PER_KEY } from "@/db/search-positions";
import { type County, LEVELS, type Level, SUBJECTS, type Subject } from "@/shared/codes";
import { startOfDay, toDay } from "@/shared/dates";
import type { PriceCell, PriceCells } from "@/shared/price-cells";
import { publishPriceIndex } from "./publish-price-index";

/** Fewer teachers have no usual price: it would be close to the price of one of them. */
const MIN_TEACHERS = 10;
/**
 * Published numbers of teachers are rounded down to these steps, so that the difference of two of them never tells a
 * number below MIN_TEACHERS.
 */
const TEACHERS_STEP = 10;

/** Listings of a page. */
const PAGE_SIZE = 500;
/** Pages of one run, for a part of D1's 1,000 statements. The next run continues with the next subject. */
const MAX_PAGES = 400;

type PricedListing = {
  /** Position in `listings_by_price`. */
  position: number;
  price: number;
  county: County;
  /** Bit n is the nth code of LEVELS. */
  levels: number;
  ownerId: string;
  expiresTs: number;
};

/**
 * Job: computes the usual prices of all subjects that were not computed today, and publishes the price index of the month
 * before. Returns the number of subjects.
 */
export async function refreshUsualPrices(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  let pages = 0;
  let count = 0;
  for (const subject of await listDueSubjects(ctx)) {
    if (pages >= MAX_PAGES) break;
    const prices = new SubjectPrices();
    for (let after = 0; ; pages++) {
      const listings = await listByPrice(ctx, subject, after);
      for (const listing of listings) if (listing.expiresTs > ctx.now) prices.add(listing);
      after = listings.at(-1)?.position ?? 0;
      if (listings.length < PAGE_SIZE) break;
    }
    pages++;
    await storePrices(ctx, subject, prices.toCells());
    count++;
  }
  await publishPriceIndex(ctx);
  return count;
}

async function listDueSubjects({ db, now }: Pick<Ctx, "db" | "now">): Promise<Subject[]> {
  const computed = await db
    .select({ subject: usualPrices.subject })
    .from(usualPrices)
    .where(gte(usualPrices.computedTs, startOfDay(toDay(now))));
  const done = new Set(computed.map(({ subject }) => subject));
  return SUBJECTS.filter((subject) => !done.has(subject));
}

/**
 * Listings of a subject after a position, the cheapest first: the visible ones, and those that expired since a job
 * removed the last.
 */
const listByPrice = ({ db }: Pick<Ctx, "db">, subject: Subject, after: number) =>
  db.read<PricedListing>(boundSql`
    select found.rowid as position, entry.price_per_hour as price, entry.county, entry.levels, listings.owner_id as ownerId,
      entry.expires_ts as expiresTs
    from listings_by_price found
      cross join search_entries entry on entry.num = found.rowid & ${constantSql(NUMS_PER_KEY - 1)}
      join listings on listings.num = entry.num
    where found.listings_by_price match ${`"${codeTerm.code("subject", subject)}"`} and found.rowid > ${integer(after)}
    order by found.rowid limit ${constantSql(PAGE_SIZE)}`);

const storePrices = ({ db, now }: Pick<Ctx, "db" | "now">, subject: Subject, cells: PriceCells) =>
  db
    .insert(usualPrices)
    .values({ subject, computedTs: now, cells })
    .onConflictDoUpdate({
      target: usualPrices.subject,
      set: { computedTs: sql`excluded.computed_ts`, cells: sql`excluded.cells` },
    });

/**
 * The prices of one subject by place and level. Listings are added in the order of their prices, so the first of a teacher
 * in a cell is the teacher's price there. Memory: some 100 bytes for each listing, 20 MB for the 150,000 of a subject
 * among 1,000,000.
 */
class SubjectPrices {
  /** For each place and teacher, the levels that have the teacher's price. */
  readonly #seen = new Map<string, number>();
  readonly #prices = new Map<County | "country", Map<Level, number[]>>();

  add({ price, county, levels, ownerId }: PricedListing): void {
    for (const place of ["country", county] as const) {
      const key = `${place}:${ownerId}`;
      const seen = this.#seen.get(key) ?? 0;
      this.#seen.set(key, seen | levels);
      LEVELS.forEach((level, n) => {
        if (levels & ~seen & (1 << n)) this.#pricesOf(place, level).push(price);
      });
    }
  }

  toCells(): PriceCells {
    const cells: PriceCells = {};
    for (const [place, byLevel] of this.#prices)
      for (const [level, prices] of byLevel) {
        if (prices.length < MIN_TEACHERS) continue;
        cells[place] = { ...cells[place], [level]: toCell(prices) };
      }
    return cells;
  }

  #pricesOf(place: County | "country", level: Level): number[] {
    const byLevel = this.#prices.get(place) ?? new Map<Level, number[]>();
    this.#prices.set(place, byLevel);
    const prices = byLevel.get(level) ?? [];
    byLevel.set(level, prices);
    return prices;
  }
}

/** The cell of ascending prices. */
const toCell = (prices: readonly number[]): PriceCell => [
  prices.length - (prices.length % TEACHERS_STEP),
  computeQuantile(prices, 0.25),
  computeQuantile(prices, 0.5),
  computeQuantile(prices, 0.75),
];

/** The quantile of ascending prices by linear interpolation (Hyndman and Fan, type 7), rounded to the ban. */
function computeQuantile(prices: readonly number[], share: number): number {
  const at = (prices.length - 1) * share;
  const below = prices[Math.floor(at)] ?? 0;
  const above = prices[Math.ceil(at)] ?? 0;
  return Math.round(below + (above - below) * (at % 1));
}
