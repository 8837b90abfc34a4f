import type { D1Database } from "@cloudflare/workers-types";
import { computeFilterKeys } from "../../src/features/alerts/matching/filter-keys";
import { parseAlertQuery, toAlertQuery } from "../../src/features/alerts/matching/save-alert-filters";
import { COUNTY_CODES, LEVELS, SUBJECTS } from "../../src/shared/codes";
import { parseSearch } from "../../src/shared/schemas/search";

const ALERTS_PER_BATCH = 2_000;
const SYLLABLES = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo"];

/** Numbers from 0 to 1, the same in each run. */
function createRandom(): () => number {
  let seed = 17;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}

/**
 * Queries of alerts, a quarter each: popular searches that many share; and searches for one subject in one county, or
 * around one town, that differ in price, words or place. The latter have hardly any filters in common.
 */
function createQueries(count: number): string[] {
  const random = createRandom();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() ** 2 * list.length)] as T;
  const word = () => Array.from({ length: 3 }, () => pick(SYLLABLES)).join("");
  const kinds = [
    () =>
      `subject=${pick(SUBJECTS)}&county=${pick(COUNTY_CODES)}${random() < 0.5 ? `&level=${pick(LEVELS)}` : ""}`,
    () => {
      const min = Math.round(random() * 15_000) / 100;
      return `subject=m&county=b&min=${min}&max=${(min + 1 + random() * 20).toFixed(2)}`;
    },
    () => `subject=m&county=b&q=${word()}+${word()}`,
    () =>
      `subject=m&near=${(44.35 + random() * 0.2).toFixed(3)},${(26 + random() * 0.25).toFixed(3)}&radius=${1 + Math.floor(random() * 4)}`,
  ];
  return Array.from({ length: count }, (_, n) =>
    toAlertQuery(parseSearch(new URLSearchParams(kinds[n % kinds.length]?.())).filters),
  );
}

/**
 * Replaces all alerts by `count` confirmed alerts of guests that are due at `now` (ms). Returns the number of filters.
 */
export async function fillAlerts(db: D1Database, count: number, now: number): Promise<number> {
  for (const table of ["alerts", "alert_filters", "alert_queue"])
    await db.prepare(`delete from ${table}`).run();
  const queries = createQueries(count);
  for (let from = 0; from < count; from += ALERTS_PER_BATCH) {
    const batch = queries.slice(from, from + ALERTS_PER_BATCH);
    const keys = [...new Set(batch)].map((query) => [query, computeFilterKeys(parseAlertQuery(query))]);
    const json = JSON.stringify(keys);
    await db.batch([
      db
        .prepare("insert or ignore into alert_filters (query) select value ->> 0 from json_each(?)")
        .bind(json),
      db
        .prepare(
          `insert or ignore into alert_filter_keys (key, filters_id)
           select key.value, alert_filters.id from json_each(?) found
           join alert_filters on alert_filters.query = found.value ->> 0, json_each(found.value -> 1) key`,
        )
        .bind(json),
      db
        .prepare(
          `insert into alerts (id, filters_id, email, locale, frequency, created_ts, confirmed_ts, next_digest_ts, sent_seq, opened_ts)
           select printf('%016d', ?1 + item.key), alert_filters.id, 'guest' || (?1 + item.key) || '@example.test',
             'ro', 'daily', ?2, ?2, ?2, 0, ?2
           from json_each(?3) item join alert_filters on alert_filters.query = item.value`,
        )
        .bind(from, now, JSON.stringify(batch)),
    ]);
  }
  return (await db.prepare("select count(*) as n from alert_filters").first<number>("n")) ?? 0;
}
