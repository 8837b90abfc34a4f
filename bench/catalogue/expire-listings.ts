import { Database } from "bun:sqlite";
import { findDatabaseFile } from "../harness/workerd";

/** At 1,000,000 listings about 1,000 expire in this time (ms). The job that removes them runs every minute. */
const DURATION_MS = 2 * 3_600_000;
/** One in this many of the expired listings is promoted, and one is among the newest: searches read these first. */
const SHARE = 10;

/**
 * Lets `count` listings expire, evenly over the time before `now` (ms). Their search entries stay, as before the job
 * removes them. Besides promoted and new listings, those that would expire first are taken.
 */
export function expireListings(dataDir: string, count: number, now: number): void {
  const db = new Database(findDatabaseFile(dataDir));
  const shareCount = Math.floor(count / SHARE);
  try {
    db.run("create temp table expired (num integer primary key)");
    // Evenly spread over the rotation: every nth of the promotions that are running.
    db.run(
      `insert into expired select distinct listing_num from (
        select listing_num, ntile(max(?1, 1)) over (order by rotation_position) as tile
        from promotion_placements where ?1 > 0
      ) group by tile`,
      [shareCount],
    );
    db.run(
      `insert or ignore into expired select num from (
        select num, row_number() over (order by position desc) as rank
        from (select num, position from search_entries order by position desc limit ?1)
      ) where rank % ?2 = 0`,
      [shareCount * SHARE, SHARE],
    );
    db.run(
      `insert into expired select num from search_entries where num not in (select num from expired)
      order by expires_ts limit ?1 - (select count(*) from expired)`,
      [count],
    );
    db.run(
      `create temp table expiry as
      select num, ?1 - (row_number() over (order by num) - 1) * ?2 as ts from expired`,
      [now, Math.floor(DURATION_MS / Math.max(count, 1))],
    );
    for (const table of ["listings", "search_entries"]) {
      db.run(`update ${table} set expires_ts = expiry.ts from expiry where expiry.num = ${table}.num`);
    }
    db.run("pragma wal_checkpoint(truncate)");
  } finally {
    db.close();
  }
}
