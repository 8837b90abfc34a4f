import type { Ctx } from "@/context";
import { boundSql, constantSql, joinSql } from "@/db/bound-sql";
import { codeTerm } from "@/db/search-codes";
import { type ListingCardRow, loadListingCards } from "./listing-cards";
import { listListings } from "./queries";

const MAX_TEACHERS = 3;
/** Rows read of each kind: with at most five listings a teacher, they are of at least three teachers. */
const ROWS_READ = 15;

/**
 * Visible listings of other teachers for the subject and a level of the first of these listings: first those in its
 * county, then those online, newest first. One listing of each teacher, at most three. Leaves out the teachers of all
 * these listings and the visitor.
 */
export async function listSimilarTeachers(
  ctx: Ctx,
  listingIds: readonly string[],
): Promise<ListingCardRow[]> {
  const found = await listListings(ctx, listingIds);
  const [listing] = found;
  if (!listing) return [];
  const { subject, county, levels } = listing;
  const owners = [...found.map(({ owner }) => owner.id), ...(ctx.user ? [ctx.user.id] : [])];
  const anyLevel = levels.map((level) => `"${codeTerm.code("level", level)}"`).join(" OR ");
  const atLevel = anyLevel === "" ? "" : ` AND (${anyLevel})`;
  const matches = [
    ...(county ? [`"${codeTerm.subjectInCounty(subject, county)}"${atLevel}`] : []),
    `"${codeTerm.code("subject", subject)}" AND "${codeTerm.flag("online")}"${atLevel}`,
  ];
  const queries = matches.map(
    (match, rank) => boundSql`select * from (
      select entry.num as num, ${constantSql(rank)} as rank, -found.rowid as position, null as meters, entry.card as card
      from listings_fts found cross join search_entries entry on entry.position = found.rowid
      where found.listings_fts match ${match} and entry.expires_ts > ${ctx.now}
        and entry.card ->> 'ownerId' not in (select value from json_each(${JSON.stringify(owners)}))
      order by found.rowid desc limit ${constantSql(ROWS_READ)})`,
  );
  const cards = await loadListingCards(ctx, joinSql(queries, " union all "));
  const cardByOwner = new Map<string, ListingCardRow>();
  for (const card of cards) if (!cardByOwner.has(card.ownerId)) cardByOwner.set(card.ownerId, card);
  return [...cardByOwner.values()].slice(0, MAX_TEACHERS);
}
