import { rmSync } from "node:fs";
import type { ExecutionContext } from "@cloudflare/workers-types";
import { sql } from "drizzle-orm";
import { type LocalData, openLocalData } from "../../dev/launch/local-data";
import { connect } from "../../src/db/client";
import type { Bindings } from "../../src/env";
import { runSchedule } from "../../src/jobs";
import { DAY_MS, HOUR_MS } from "../../src/shared/dates";
import { createCountingDb } from "../../tests/helpers/counting-db";
import { benchData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { copyData, siteVars } from "../harness/app";

/** Most rows that a job reads for each row that is due, whatever is open. */
const MAX_ROWS_EACH = 200;
/** Open enquiries of one listing. A teacher has two listings. */
const EACH_LISTING = 10;
/** Teachers that one run of `pause-silent-teachers` takes. */
const DUE_TEACHERS = 20;

type Options = { enquiries: number; due: number };
type Measured = { rows: number; ms: number };

/**
 * Runs each job about messages and lessons with the same number of due rows, among a tenth of the open enquiries and among
 * all. Reads are run a second time to be counted, so the times are upper bounds.
 */
export async function run({ enquiries, due }: Options): Promise<Figure[]> {
  const { dataDir } = await benchData(enquiries / EACH_LISTING);
  const few = await measureJobs(dataDir, enquiries / 10, due);
  const many = await measureJobs(dataDir, enquiries, due);
  return Object.entries(many).map(([name, { rows, ms }]) => ({
    what: `${name}: rows read for each that is due`,
    value: rows,
    bound: MAX_ROWS_EACH,
    note: `${Math.round(ms)} ms; with a tenth: ${few[name]?.rows} rows, ${Math.round(few[name]?.ms ?? 0)} ms`,
  }));
}

async function measureJobs(dataDir: string, open: number, due: number): Promise<Record<string, Measured>> {
  const copy = copyData(dataDir, "open-enquiries");
  const data = await openLocalData(copy);
  const now = Date.now();
  try {
    await fill(data, { open, due, now });
    const dueRows = {
      "remind-unanswered": due,
      "refresh-replies": due,
      "offer-teachers": due,
      "pause-silent-teachers": DUE_TEACHERS,
      "send-appointment-notices": due,
    };
    const measured: Record<string, Measured> = {};
    for (const [name, count] of Object.entries(dueRows)) {
      // `refresh-replies` makes teachers due for `pause-silent-teachers`.
      if (name === "pause-silent-teachers") await setDueTeachers(data, now);
      const { rows, ms } = await measureJob(data, name, now);
      measured[name] = { rows: rows / count, ms };
    }
    return measured;
  } finally {
    await data.close();
    rmSync(copy, { recursive: true });
  }
}

async function measureJob({ db, media }: LocalData, name: string, now: number): Promise<Measured> {
  const { db: counting, ledger } = createCountingDb(db);
  const bindings = {
    ...siteVars,
    DB: counting,
    MEDIA: media,
    MAIL_QUEUE: { send: async () => {} },
    CF_VERSION_METADATA: { id: "bench", tag: "", timestamp: new Date(now).toISOString() },
  } as unknown as Bindings;
  const execution = { waitUntil() {}, passThroughOnException() {}, props: {} } as unknown as ExecutionContext;
  const started = performance.now();
  await runSchedule(name, bindings, execution, undefined, () => now);
  return { rows: ledger.rowsRead(), ms: performance.now() - started };
}

/**
 * Open enquiries of as many guests, each with a lesson. Half of them are younger than a day, the others were reminded,
 * offered and counted. The last ones are due.
 */
async function fill({ db: d1 }: LocalData, { open, due, now }: { open: number; due: number; now: number }) {
  const db = connect(d1 as unknown as Parameters<typeof connect>[0]);
  const isDue = sql`n > ${open - due}`;
  const isFresh = sql`n % 2`;
  const createdTs = sql`iif(${isDue}, ${now - 3 * DAY_MS}, ${now} - iif(${isFresh}, ${HOUR_MS}, ${4 * DAY_MS}) - n)`;
  const handledTs = sql`iif(${isDue} or ${isFresh}, null, ${now - DAY_MS})`;
  await db.run(sql`
    insert into enquiries (id, listing_id, teacher_id, guest_email, guest_name, guest_locale, confirmed_ts, state,
      created_ts, last_message_ts, reminded_ts, offered_ts, counts_from_ts, is_counted)
    with recursive row(n) as (select 1 union all select n + 1 from row where n < ${open})
    select printf('e%015d', n), listings.id, owner_id, 'guest' || n || '@example.test', 'Ilinca', 'ro', ${createdTs}, 'new',
      ${createdTs}, ${createdTs}, ${handledTs}, ${handledTs}, ${createdTs} + ${2 * DAY_MS}, ${handledTs} is not null
    from row join listings on num = 1 + n % ${open / EACH_LISTING}`);
  await db.run(sql`
    insert into appointments (id, enquiry_id, proposed_by, state, times, time, minutes, place, created_ts, updated_ts, notice_ts)
    with recursive row(n) as (select 1 union all select n + 1 from row where n < ${open})
    select printf('a%015d', n), printf('e%015d', n), 'learner', 'accepted', '[0]',
      ${now} + iif(${isDue}, ${20 * HOUR_MS}, ${5 * DAY_MS} + n), 60, 'online', 0, 0,
      ${now} + iif(${isDue}, ${-4 * HOUR_MS}, ${4 * DAY_MS} + n) from row`);
}

const setDueTeachers = async ({ db }: LocalData, now: number): Promise<void> => {
  await db
    .prepare(
      `update users set answer_check_ts = iif(id in (select owner_id from listings group by owner_id
        order by owner_id limit ${DUE_TEACHERS}), ?, null)`,
    )
    .bind(now)
    .run();
};
