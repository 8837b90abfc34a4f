import { sql } from "drizzle-orm";
import { listings, paymentEvents } from "@/db/schema";
import { app, db } from "../../helpers/app";

/** Every row of every table, and every object of the bucket, as text without diacritics, by location. */
export async function readStoredTexts(): Promise<Map<string, string>> {
  const { DB, MEDIA } = app.bindings;
  const { results } = await DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like '\\_cf\\_%' escape '\\' and name not like 'd1\\_%' escape '\\'",
  ).all<{ name: string }>();
  const texts = new Map<string, string>();
  for (const { name } of results) {
    // A contentless index has no readable columns. Its terms are in its shadow tables.
    if (["listings_fts", "listings_by_price", "listings_by_rating", "promotions_fts"].includes(name))
      continue;
    const { results: rows } = await DB.prepare(`select * from "${name}"`).all<Record<string, unknown>>();
    for (const [n, row] of rows.entries())
      texts.set(`${name} ${n}`, removeMarks(Object.values(row).map(toText).join("\n")));
  }
  const { objects } = await MEDIA.list();
  for (const { key } of objects)
    texts.set(`bucket ${key}`, removeMarks(`${key}\n${await (await MEDIA.get(key))?.text()}`));
  return texts;
}

const toText = (value: unknown): string =>
  Array.isArray(value) || value instanceof ArrayBuffer
    ? new TextDecoder("latin1").decode(new Uint8Array(value as ArrayBuffer))
    : String(value);

const removeMarks = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Locations that contain any of the words. */
export const findTerms = (all: Map<string, string>, terms: readonly string[]): string[] =>
  [...all].flatMap(([location, text]) =>
    terms.filter((word) => text.includes(removeMarks(word))).map((word) => `${location}: ${word}`),
  );

export const listPaymentEvents = (orderId: string) =>
  db.select().from(paymentEvents).where(sql`order_id = ${orderId}`);
export const listListingIds = async (userId: string) =>
  (await db.select({ id: listings.id }).from(listings).where(sql`owner_id = ${userId}`)).map(({ id }) => id);
