import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql } from "@/db/bound-sql";
import { codeTerm } from "@/db/search-codes";
import type { County, Level, Subject } from "@/shared/codes";
import { type ListingCardRow, loadListingCards } from "./listing-cards";
import type { ListingDetails } from "./queries";

/** A fitting listing costs at most this much more an hour. */
const MAX_PRICE_FACTOR = 1.2;
/** The newest rows online that fit are taken: a teacher may have some of a subject, one in each county. */
const ONLINE_TAKEN = 30;
/** At most so many rows of each kind are compared to find those that fit. */
const ROWS_READ = 1000;

const SUBJECT = `'"${codeTerm.code("subject", "" as Subject)}' || subject || '`;
const ONLINE = ` AND "${codeTerm.flag("online")}"`;
const IN_COUNTY = `${SUBJECT}${codeTerm.county("" as County)}' || county || '"'`;
/**
 * The columns of a listing as full text queries: what is in its county, unless it is online only; what is online. "same" is
 * online exactly if the listing is, "any" also fits who may take lessons in the county or online.
 */
const MATCHES = {
  same: [
    constantSql(`iif(locations = '[]', null, ${IN_COUNTY} || iif(online, '${ONLINE}', ''))`),
    constantSql(`iif(online, ${SUBJECT}"${ONLINE}', null)`),
  ],
  any: [constantSql(`iif(locations = '[]', null, ${IN_COUNTY})`), constantSql(`${SUBJECT}"${ONLINE}'`)],
} as const;

/**
 * Visible listings of other teachers that fit whom the first of these listings fits: same subject, all of its levels,
 * at most a fifth more expensive; online if it is online, else in its county. Those in the county first, then newest;
 * one of each teacher. `levels` replace those of the listing where the learner's are known, and one of them is enough. So
 * is one of the listing's with the fit "any", and what is online or in the county fits whatever the listing offers.
 * Leaves out the teachers of all these listings, the visitor, and the users of the query `excluded`. The listings are
 * known by their ids only, so that they are read in the same batch. `listing` is for one that may be erased.
 */
export async function listSimilarListings(
  ctx: Pick<Ctx, "db" | "now"> & { user: { id: string } | null },
  listingIds: readonly string[],
  max: number,
  {
    excluded = null,
    levels = null,
    fit = "same",
    listing,
  }: {
    excluded?: BoundSql | null;
    levels?: readonly Level[] | null;
    fit?: keyof typeof MATCHES;
    listing?: ComparedListing;
  } = {},
): Promise<ListingCardRow[]> {
  const first = listing ? toRow(listing) : boundSql`from listings where id = ${listingIds[0] ?? null}`;
  // Null for a draft without a level, so that nothing matches.
  const levelTerms = boundSql`(select ' AND (' || group_concat(${`"${codeTerm.code("level", "" as Level)}`} || value || '"',
      ${fit === "any" || levels ? " OR " : " AND "}) || ')' from json_each(coalesce(${levels && JSON.stringify(levels)}, levels)))`;
  const [inCounty, online] = MATCHES[fit];
  const buildQuery = (rank: number, match: BoundSql, taken: number) => boundSql`
    select num, ${constantSql(rank)} as rank, -position as position, card, card ->> 'ownerId' as owner
    from (
      select entry.* from listings_fts found cross join search_entries entry on entry.position = found.rowid
      where found.listings_fts match coalesce((select ${match} || ${levelTerms} ${first}), ${`"${codeTerm.none}"`})
      order by found.rowid desc limit ${constantSql(ROWS_READ)}
    )
    where expires_ts > ${ctx.now}
      and price_per_hour <= ${MAX_PRICE_FACTOR} * (select price_per_hour ${first})
      and owner is not ${ctx.user?.id ?? null} and owner not in (
        select owner_id from listings where id in (select value from json_each(${JSON.stringify(listingIds)})))
      and owner not in (${excluded ?? constantSql("select null where false")})
    limit ${constantSql(taken)}`;
  // A teacher has one listing of a subject in a county. If these are enough, those online are not read.
  const needsOnline = boundSql`(select count(distinct owner) from in_county) < ${constantSql(max)}`;
  const onlineIfNeeded = boundSql`iif(${needsOnline}, ${online}, null)`;
  return loadListingCards(
    ctx,
    boundSql`with in_county as materialized (${buildQuery(0, inCounty, max)})
      select num, rank, position, null as meters, card from (
        select *, row_number() over (partition by owner order by rank, position) as turn
        from (select * from in_county union all select * from (${buildQuery(1, onlineIfNeeded, ONLINE_TAKEN)})))
      where turn = 1 order by rank, position limit ${constantSql(max)}`,
  );
}

/** What similar listings are compared with. */
export type ComparedListing = Pick<
  ListingDetails,
  "subject" | "levels" | "county" | "locations" | "online"
> & {
  pricePerHour: number;
};

const toRow = ({ subject, levels, county, locations, online, pricePerHour }: ComparedListing): BoundSql =>
  boundSql`from (select ${subject} as subject, ${JSON.stringify(levels)} as levels, ${county} as county,
    ${JSON.stringify(locations)} as locations, ${Number(online)} as online, ${pricePerHour} as price_per_hour)`;

/** The highest price of similar listings, in whole lei an hour. */
export const toSimilarPrice = (pricePerHour: number): number =>
  Math.floor((MAX_PRICE_FACTOR * pricePerHour) / 100);

/** The search for more listings of this kind. */
export const toSimilarSearch = ({
  subject,
  levels,
  county,
  locations,
}: Pick<ListingDetails, "subject" | "levels" | "county" | "locations">) => ({
  subject,
  level: levels,
  county: locations.length > 0 ? county : null,
  online: locations.length === 0,
});
