import { boundSql, constantSql } from "@/db/bound-sql";
import { countScope, hasOnlyCommonFilters } from "@/db/search-codes";
import type { Subject } from "@/shared/codes";
import { FLAG_FILTERS, type Near, type SearchFilters } from "@/shared/schemas/search";
import { circle, coverRing } from "../distance/geo-cells";
import { toCodeFilters } from "../matching/query-terms";
import { buildPriceOrderQuery, entryConditionsSql } from "../matching/result-slices";
import { type CellCounts, createCellCounts, listCountedSubjects } from "./cell-counts";
import { countNearby } from "./count-nearby";
import { readExpiredNums } from "./expired-entries";
import { splitIntoBands, toPriceRange } from "./price-bands";
import { type CountContext, readCounts, type ScopeRange } from "./read-counts";
import { createSignatureTest, forEachSignature, hasStoredCounts } from "./signatures";

/** The total is exact up to this number; beyond, it is "1,000+". */
export const MAX_COUNTED = 1000;
/** Maximum cells that cover a circle when its matches are read one by one. */
const COUNT_CELLS = 400;
/**
 * Matches are read past the limit for expired ones among them, up to this share. If more have expired, matches are read
 * again.
 */
const EXPIRED_SHARE = 0.02;

/** The number of matches of a search; `maxCount + 1` means any larger number. `cellCounts` may already hold counts. */
export async function countMatches(
  ctx: CountContext,
  filters: SearchFilters,
  maxCount: number = MAX_COUNTED,
  cellCounts: CellCounts = createCellCounts(ctx, filters),
): Promise<number> {
  const count = await countAll(ctx, filters, maxCount, cellCounts);
  return Math.min(Math.max(count, 0), maxCount + 1);
}

function countAll(
  ctx: CountContext,
  filters: SearchFilters,
  maxCount: number,
  cellCounts: CellCounts,
): Promise<number> {
  const { near, radius } = filters;
  if (!hasStoredCounts(filters))
    return near ? countTermsNearby(ctx, filters, near, maxCount) : countByReading(ctx, filters, maxCount);
  return near ? countNearby(cellCounts, near, radius, maxCount) : sumStoredCounts(ctx, filters);
}

/**
 * Terms that name codes also match the listings with these codes. If those are more than `maxCount`, nothing else is
 * read: near a large town, reading the matches would cost a thousand rows.
 */
async function countTermsNearby(
  ctx: CountContext,
  filters: SearchFilters,
  near: Near,
  maxCount: number,
): Promise<number> {
  const byCodes = toCodeFilters(filters);
  if (byCodes && hasStoredCounts(byCodes)) {
    const count = await countNearby(createCellCounts(ctx, byCodes), near, filters.radius, maxCount);
    if (count > maxCount) return count;
  }
  return countByReading(ctx, filters, maxCount);
}

/** Sums stored counts and subtracts expired listings that are still counted. One statement. */
async function sumStoredCounts(ctx: CountContext, filters: SearchFilters): Promise<number> {
  const subjects = listCountedSubjects(filters);
  const ranges = subjects.flatMap((subject) => listScopeRanges(filters, subject));
  const { counts, expired } = await readCounts(ctx, filters, ranges, true);
  const matches = createSignatureTest(filters);
  let total = -expired;
  for (const { listings, signatureCounts } of counts) {
    if (signatureCounts === "") total += listings;
    forEachSignature(signatureCounts, (signature, count) => {
      if (matches(signature)) total += count;
    });
  }
  return total;
}

/** Scopes of a subject (or all) and county (or all): one, or a few price bands. They do not overlap. */
function listScopeRanges(filters: SearchFilters, subject: Subject | undefined): ScopeRange[] {
  const county = filters.county ?? undefined;
  const withSignatures =
    filters.level.length > 0 ||
    filters.location.length > 0 ||
    filters.format.length > 0 ||
    FLAG_FILTERS.some((name) => filters[name]);
  const range = toPriceRange(filters);
  if (!range) {
    const toScope = hasOnlyCommonFilters(filters) ? countScope.county : countScope.allProperties;
    const scope = toScope(subject, county);
    return [{ first: scope, last: scope, withSignatures }];
  }
  const toScope = (band: number, value: number) => countScope.price(subject, county, band, value);
  return splitIntoBands(range).map(({ band, from, to }) => ({
    first: toScope(band, from),
    last: toScope(band, to),
    withSignatures,
  }));
}

/**
 * Counts by reading up to `maxCount + 1` matches in the order by price, where a price range is exact, without expired
 * ones. If there are fewer in the cells inside the circle, those that cross it follow: there, each entry is read for
 * its exact distance.
 */
async function countByReading(ctx: CountContext, filters: SearchFilters, maxCount: number): Promise<number> {
  const spare = Math.ceil(maxCount * EXPIRED_SHARE);
  const [first, expiredNums] = await Promise.all([
    readMatches(ctx, filters, maxCount + 1 + spare),
    readExpiredNums(ctx, filters),
  ]);
  // Compared here: SQLite counts each look-up among the expired ones as a row read.
  const count = ({ nums, crossing }: ReadMatches) =>
    nums.filter((num) => !expiredNums.has(num)).length + crossing;
  const total = count(first);
  if (total > maxCount || !first.isLimited) return total;
  return count(await readMatches(ctx, filters, maxCount + 1 + expiredNums.size));
}

/** `nums` may include expired listings; `crossing` are further matches without them. */
type ReadMatches = { nums: number[]; crossing: number; isLimited: boolean };

/** At most `limit` matches. One statement. */
async function readMatches(
  { db, now }: CountContext,
  filters: SearchFilters,
  limit: number,
): Promise<ReadMatches> {
  const { near, radius } = filters;
  const cover = near && coverRing(circle(near, radius), COUNT_CELLS);
  const listCells = (overlap: "inside" | "crossing") =>
    cover?.filter((covering) => covering.overlap === overlap).map(({ cell }) => cell);
  const inside = boundSql`${buildPriceOrderQuery(filters, listCells("inside"))} limit ${limit}`;
  const crossing = cover
    ? boundSql`(select count(*) from (
        select 1 from (${buildPriceOrderQuery(filters, listCells("crossing"))}) cross join search_entries entry using (num)
        where ${entryConditionsSql(filters, now)} limit (select ${limit} - n from inside)))`
    : constantSql("0");
  const [row] = await db.read<{ nums: string | null; n: number; crossing: number }>(boundSql`
    with inside (nums, n) as materialized (select group_concat(num), count(*) from (${inside}))
    select nums, n, ${crossing} as crossing from inside`);
  const { nums, n, crossing: further } = row ?? { nums: null, n: 0, crossing: 0 };
  return { nums: nums?.split(",").map(Number) ?? [], crossing: further, isLimited: n + further === limit };
}
