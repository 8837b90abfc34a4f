import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type ListingCard, type ListingDetails, listingCards, searchScope } from "@/features/listings";
import { scopeLiteral } from "./entries";

const SHOWN = 4;
/** Above any time in ms: how far one kind of likeness stands before the next. */
const RANK = 10 ** 14;

/**
 * Other visible listings like this one, the likest first and the newest of those: same subject and county, then same
 * subject and first level anywhere, then same subject. Reads a few rows of each.
 */
export function findSimilar(
  ctx: Ctx,
  { num, subject, levels, county }: ListingDetails,
): Promise<ListingCard[]> {
  const [level] = levels;
  const likeness = [
    ...(county ? [searchScope({ subject, county })] : []),
    ...(level ? [searchScope({ subject, level })] : []),
    searchScope({ subject }),
  ];
  const kinds = likeness.map(
    (scope, rank) => sql`select * from (
      select num, ${sql.raw(String((rank + 1) * RANK))} - published_ts as place from search_entries
      where scope = ${scopeLiteral(scope)} and +expires_ts > ${ctx.now} and num <> ${num}
      order by published_ts desc, num desc limit ${SHOWN}
    )`,
  );
  return listingCards(ctx, {
    source: sql`select num, min(place) as place from (${sql.join(kinds, sql` union all `)})
      group by num order by 2 limit ${SHOWN}`,
  });
}
