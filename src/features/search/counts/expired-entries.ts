import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql } from "@/db/bound-sql";
import { countScope } from "@/db/search-codes";
import type { County, Subject } from "@/shared/codes";
import { fromGridPoint } from "@/shared/geo";
import type { SearchFilters } from "@/shared/schemas/search";
import { circle, computeMeters } from "../distance/geo-cells";
import { toPriceRange } from "./price-bands";
import { createSignatureTest } from "./signatures";

/** Scopes of half an hour with expired listings: two days. A job removes expired listings every minute. */
const MAX_EXPIRY_SCOPES = 100;

/** A search entry that has expired and is not removed yet. */
type ExpiredEntry = {
  num: number;
  subject: Subject;
  county: County;
  levels: number;
  locations: number;
  flags: number;
  price: number;
  y: number;
  x: number;
};

type ExpiryScope = { signatureCounts: string };

/**
 * Scopes of the times until now, as rows like those of stored counts, without a scope: each has the entries of half
 * an hour, so a thousand entries cost few rows. The last one may have entries that expire later.
 */
export function buildExpiredQuery(now: number, { subject, county }: SearchFilters): BoundSql {
  const toScope = (expiresTs: number) =>
    countScope.expiry(subject.length === 1 ? subject[0] : undefined, county ?? undefined, expiresTs);
  return boundSql`select * from (select null as scope, listings, signature_counts as "signatureCounts"
    from search_counts where scope between ${toScope(0)} and ${toScope(now)}
    order by scope desc limit ${constantSql(MAX_EXPIRY_SCOPES)})`;
}

/** The number of expired entries in rows of `buildExpiredQuery` that match the filters. */
export const countExpiredMatches = (
  scopes: readonly ExpiryScope[],
  filters: SearchFilters,
  now: number,
): number => listExpiredEntries(scopes, now).filter(createEntryTest(filters)).length;

/** The listings with expired entries, at least those of the filters' subject and county. */
export async function readExpiredNums(
  { db, now }: Pick<Ctx, "db" | "now">,
  filters: SearchFilters,
): Promise<ReadonlySet<number>> {
  const scopes = await db.read<ExpiryScope>(buildExpiredQuery(now, filters));
  return new Set(listExpiredEntries(scopes, now).map(({ num }) => num));
}

/** Parses signatures such as `{"1795359342000.m.cj.36.3.1.9000.27420.41210.17": 1}`. */
function listExpiredEntries(scopes: readonly ExpiryScope[], now: number): ExpiredEntry[] {
  const signatures = scopes.flatMap(({ signatureCounts }) => Object.keys(JSON.parse(signatureCounts)));
  return signatures.flatMap((signature) => {
    const [expiresTs, subject, entryCounty, ...numbers] = signature.split(".") as [
      string,
      Subject,
      County,
      ...string[],
    ];
    if (Number(expiresTs) > now) return [];
    const [levels = 0, locations = 0, flags = 0, price = 0, y = 0, x = 0, num = 0] = numbers.map(Number);
    return [{ num, subject, county: entryCounty, levels, locations, flags, price, y, x }];
  });
}

function createEntryTest(filters: SearchFilters): (entry: ExpiredEntry) => boolean {
  const { near, radius } = filters;
  const range = toPriceRange(filters);
  const matchesSignature = createSignatureTest(filters);
  const maxMeters = near && circle(near, radius).to;
  return ({ subject, county, levels, locations, flags, price, y, x }) =>
    (filters.subject.length === 0 || filters.subject.includes(subject)) &&
    matchesSignature({ levels, locations, flags, county }) &&
    (!range || (price >= range.lowest && price <= range.highest)) &&
    (!near || !maxMeters || computeMeters(near, fromGridPoint({ y, x })) < maxMeters);
}
