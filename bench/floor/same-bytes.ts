import type { D1Database } from "@cloudflare/workers-types";

/*
 * The second floor: a list page with the bytes of the app's page, over a copy of the app's database. One constant
 * statement, raw D1, template strings, no import from the app. The bench takes the texts from the app's page when it
 * starts (`page-template.ts`). Never deployed.
 */
type Bindings = {
  DB: D1Database;
  BEFORE: string;
  AFTER: string;
  /** JSON of `PageTemplate.card`. */
  CARD: string;
  CARDS: string;
};

const CARDS_OF_SCOPE = `select listings.id, listings.title, listings.subject, listings.levels, listings.county,
  listings.neighbourhood, listings.online, listings.locations, listings.price_per_hour, listings.published_ts,
  users.first_name || ' ' || users.last_name as teacher, users.reply_median_s,
  (select file from listing_images where listing_id = listings.id and position = 0 limit 1) as picture,
  (select search_counts.listings from search_counts where scope = ?2) as total
from (
  select entry.num, entry.position from listings_fts
  cross join search_entries entry on entry.position = listings_fts.rowid
  where listings_fts match ?1 and entry.expires_ts > ?3
  order by listings_fts.rowid desc limit ?4
) found
cross join listings on listings.num = found.num
cross join users on users.id = listings.owner_id`;

type Row = Record<string, string>;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string): string =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign) : text;

let template: string[] | undefined;

export default {
  async fetch(request: Request, bindings: Bindings): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const read = (name: string) => (searchParams.get(name) ?? "").replace(/\W/g, "");
    const [subject, county, level] = [read("subject"), read("county"), read("level")];
    const { results } = await bindings.DB.prepare(CARDS_OF_SCOPE)
      .bind(
        `"_s${subject}" AND "_l${level}" AND "_c${county}"`,
        `${subject}:${county}`,
        Date.now(),
        Number(bindings.CARDS),
      )
      .all<Row>();
    template ??= JSON.parse(bindings.CARD) as string[];
    let html = bindings.BEFORE;
    for (const row of results) {
      for (let n = 0; n < template.length; n++) {
        const part = template[n] ?? "";
        html += n % 2 ? escapeHtml(row[part] ?? "") : part;
      }
    }
    return new Response(html + bindings.AFTER, { headers: { "content-type": "text/html; charset=utf-8" } });
  },
};
