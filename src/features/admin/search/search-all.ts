import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { listings, users } from "@/db/schema";
import { searchInvoices } from "@/features/invoices";
import { listOrders } from "@/features/payments-admin";
import { DOCUMENT_FORMS } from "@/features/settings";
import { listUsers } from "@/features/users";
import type { County, StoredListingState, Subject } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { withoutMarks } from "@/shared/text";
import { MENU_PAGES } from "../admin-nav";
import { listMails } from "../mails/list-mails";

/** Users and orders on the page, with a link to all. Listings have none: as many visible ones, and as many hidden ones. */
const MAX_RESULTS = 8;
/** Pending and rejected listings whose titles are compared, the last changed ones of each state. */
const MAX_COMPARED = 200;

/**
 * Admin pages, users, listings, orders, invoices and mails that a typed text names, for an admin. Each kind is read by an
 * index, so the cost does not grow with the site. Null for an empty text.
 */
export async function searchAll(ctx: Ctx, q: string) {
  requireAdmin(ctx);
  if (q === "") return null;
  const [foundUsers, foundOrders, foundListings, invoices, foundMails] = await Promise.all([
    listUsers(ctx, { q, role: null, disabled: null }, undefined),
    listOrders(ctx, { state: null, q }, undefined),
    findListings(ctx, q),
    searchInvoices(ctx, q),
    q.includes("@") ? listMails(ctx, { to: q.toLowerCase() }) : null,
  ]);
  return {
    pages: findPages(ctx.t, q).slice(0, MAX_RESULTS),
    users: foundUsers.users.slice(0, MAX_RESULTS),
    listings: foundListings,
    orders: foundOrders.orders.slice(0, MAX_RESULTS),
    invoices,
    /** To the typed address. */
    mails: foundMails?.mails.slice(0, MAX_RESULTS) ?? [],
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
  isOwnerDisabled: number;
  ownerId: string;
  firstName: string;
  lastName: string;
};

/** The number of a listing, as typed: digits, perhaps after "#". */
const NUMBER = /^#?(\d{1,12})$/;
/** Further words are ignored. */
const MAX_WORDS = 8;

/** Splits a text into words in lower case, without marks. */
const toWords = (text: string): string[] =>
  withoutMarks(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether each word begins a word of the text. */
function hasWords(text: string, words: readonly string[]): boolean {
  const textWords = toWords(text);
  return words.every((word) => textWords.some((textWord) => textWord.startsWith(word)));
}

/**
 * Pages of the menu whose name has the words. A page of settings may have them in its lead too, if its name has one of
 * them.
 */
function findPages(t: Translator, q: string): { title: string; path: string }[] {
  const words = toWords(q);
  if (words.length === 0) return [];
  const settings = DOCUMENT_FORMS.map(({ texts, path }) => ({
    title: t(`${texts}.title`),
    lead: t(`${texts}.lead`),
    path: path(),
  }));
  return [
    ...MENU_PAGES.map(([name, path]) => ({ title: t(`admin.nav.${name}`), lead: "", path })),
    ...settings,
  ].filter(
    ({ title, lead }) => hasWords(`${title} ${lead}`, words) && words.some((word) => hasWords(title, [word])),
  );
}

/**
 * A listing in any state by its id or number; visible, pending and rejected listings by the beginnings of the words of
 * their title. The newest come first.
 */
async function findListings(ctx: Ctx, q: string): Promise<FoundListing[]> {
  const number = Number(q.match(NUMBER)?.[1] ?? -1);
  const words = toWords(q).slice(0, MAX_WORDS);
  const hidden = await findHiddenListings(ctx, words);
  // Quotes keep words from being read as operators of FTS5. No text contains the word "_".
  const match = `title : (${words.map((word) => `"${word}"*`).join(" AND ") || '"_"'})`;
  return ctx.db.all<FoundListing>(sql`
    select ${listings.id} as id, ${listings.title} as title, ${listings.subject} as subject,
      ${listings.county} as county, ${listings.state} as state, ${listings.expiresTs} as "expiresTs",
      ${users.disabledTs} is not null as "isOwnerDisabled", ${users.id} as "ownerId", ${users.firstName} as "firstName", ${users.lastName} as "lastName"
    from (
      select num from listings where id = ${q.toLowerCase()}
      union select num from listings where num = ${number}
      union select value from json_each(${JSON.stringify(hidden)})
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

/** The numbers of pending and rejected listings, which no full text index contains. */
async function findHiddenListings(ctx: Ctx, words: readonly string[]): Promise<number[]> {
  if (words.length === 0) return [];
  const lastChangedSql = (state: StoredListingState) => sql`select * from (
    select num, title from listings indexed by listings_changed where state = ${state}
    order by updated_ts desc limit ${MAX_COMPARED})`;
  const rows = await ctx.db.all<{ num: number; title: string }>(
    sql`${lastChangedSql("pending")} union all ${lastChangedSql("rejected")}`,
  );
  return rows
    .filter(({ title }) => hasWords(title, words))
    .slice(0, MAX_RESULTS)
    .map(({ num }) => num);
}
