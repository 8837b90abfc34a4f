import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings, users } from "@/db/schema";
import { listOrders } from "@/features/payments-admin";
import { listUsers } from "@/features/users";
import type { County, StoredListingState, Subject } from "@/shared/codes";
import { withoutMarks } from "@/shared/text";

/** Results of each kind on the page. A link leads to the list of the kind, which has all. */
const MAX_RESULTS = 8;

/**
 * Users, listings and orders that a typed text names, for an admin. Each kind is read by an index, so the cost does not
 * grow with the site. Null for an empty text.
 */
export async function searchAll(ctx: Ctx, q: string) {
  requireAdmin(ctx);
  if (q === "") return null;
  const [foundUsers, foundOrders, foundListings] = await Promise.all([
    listUsers(ctx, { q, role: null, disabled: null }, undefined),
    listOrders(ctx, { state: null, q }, undefined),
    findListings(ctx, q),
  ]);
  return {
    users: foundUsers.users.slice(0, MAX_RESULTS),
    listings: foundListings,
    orders: foundOrders.orders.slice(0, MAX_RESULTS),
  };
}

export type AdminSearchResults = NonNullable<Awaited<ReturnType<typeof searchAll>>>;

export type FoundListing = {
  id: string;
  title: string;
  subject: Subject;
  county: County | null;
  state: StoredListingState;
  expiresTs: number | null;
  firstName: string;
  lastName: string;
};

/** The number of a listing, as typed: digits, perhaps after "#". */
const NUMBER = /^#?(\d{1,12})$/;
/** Further words are ignored. */
const MAX_WORDS = 8;

/**
 * A listing in any state by its id or number, and visible listings by the beginnings of the words of their title, the
 * newest first.
 */
function findListings(ctx: Ctx, q: string): Promise<FoundListing[]> {
  const number = Number(q.match(NUMBER)?.[1] ?? -1);
  const words = (
    withoutMarks(q)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, MAX_WORDS);
  // Quotes keep words from being read as operators of FTS5. No text contains the word "_".
  const match = `title : (${words.map((word) => `"${word}"*`).join(" AND ") || '"_"'})`;
  return ctx.db.all<FoundListing>(sql`
    select ${listings.id} as id, ${listings.title} as title, ${listings.subject} as subject,
      ${listings.county} as county, ${listings.state} as state, ${listings.expiresTs} as "expiresTs",
      ${users.firstName} as "firstName", ${users.lastName} as "lastName"
    from (
      select num from listings where id = ${q.toLowerCase()}
      union select num from listings where num = ${number}
      union select num from (
        select search_entries.num as num
        from (select rowid as position from listings_fts where listings_fts match ${match}
          order by rowid desc limit ${MAX_RESULTS}) matches
        cross join search_entries on search_entries.position = matches.position
      )
    ) found
    cross join ${listings} on ${listings.num} = found.num
    cross join ${users} on ${users.id} = ${listings.ownerId}
    order by ${listings.createdTs} desc`);
}
