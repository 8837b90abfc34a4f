import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { followUpNotes } from "@/db/schema";
import { findUserRecords } from "@/features/users/find-user-records";
import { listUsers, type UserFilter } from "@/features/users/list-users";
import { app, bindings, db } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createAdmin, createTeacher, createUser } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";

const { db: counting, ledger } = createCountingDb(bindings.DB);
const { now } = app.clock;
const USER_COUNT = 100_000;
const ALL: UserFilter = { q: "", role: null, disabled: null };

let ctx: ReturnType<typeof servicesAt>;
beforeAll(async () => {
  const admin = await createAdmin();
  ctx = {
    ...servicesAt(now, { ...bindings, DB: counting }),
    user: { ...admin, role: "a", emailVerified: true } as never,
  };
  // Every third user teaches, every two hundredth is disabled, and half are called Maria.
  await db.run(sql`
    insert into users (id, email, role, first_name, last_name, signup_ts, disabled_ts, disabled_by)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${USER_COUNT})
    select 'x' || substr('00000000000000' || n, -15), 'p' || n || '@multi.test', iif(n % 3, 'u', 't'),
      iif(n % 2, 'Maria', 'Ștefan'), 'Popescu' || (n % 100), ${now} - 1000000000 + n,
      iif(n % 200, null, ${now}), iif(n % 200, null, 'admin') from numbers`);
  await createUser({ firstName: "Zamfira", lastName: "Ţâru", email: "zamfira.taru@rar.test" });
});

async function page(filter: Partial<UserFilter>, after?: string) {
  ledger.clear();
  const page = await listUsers(ctx, { ...ALL, ...filter }, after);
  return { ...page, rows: ledger.rowsRead() };
}

it.each<Partial<UserFilter>>([
  {},
  { role: "u" },
  { role: "t" },
  { role: "a" },
  { disabled: true },
  { disabled: false },
  { disabled: true, role: "t" },
  { disabled: false, role: "t" },
  { q: "maria" },
  { q: "m" },
  { q: "pop" },
  { q: "maria popescu7" },
  { q: "maria", role: "t" },
  { q: "maria", role: "a" },
  { q: "stefan", disabled: true },
  { q: "multi", disabled: false, role: "u" },
  { q: "nobody at all" },
])(
  "a page of users among 100,000 reads about as many rows as it shows: %j, on every page",
  async (filter) => {
    let after: string | undefined;
    for (let n = 0; n < 4; n++) {
      const { users, next, rows } = await page(filter, after);
      expect(rows).toBeLessThanOrEqual(105);
      const times = users.map(({ signupTs }) => signupTs);
      expect(times).toEqual([...times].sort((a, b) => b - a));
      if (!next) break;
      after = next;
    }
  },
);

it("the notes about a user are found without reading all conversations, mails and reviews", async () => {
  const teacher = await createTeacher();
  const count = 2000;
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  await db.run(sql`insert into enquiries (id, teacher_id, guest_email, state, created_ts, last_message_ts)
    ${numbers} select 'enquiry' || n, ${teacher.id}, n || '@guest.test', 'new', n, n from numbers`);
  await db.run(sql`insert into mail_outbox (id, template, recipient, subject, text, html, created_ts, next_attempt_ts)
    ${numbers} select 'mail' || n, 'welcome', ${teacher.email}, 'S', 'T', 'H', n, n from numbers`);
  await db.run(sql`insert into reviews (id, teacher_id, guest_key, subject, rating, text, locale, lessons, author_role,
      state, created_ts)
    ${numbers} select 'review' || n, iif(n % 2, ${teacher.id}, ${ctx.user?.id}), n, 'm', 5, 'T', 'ro', '1', 'parent',
      'published', n from numbers`);
  const keys = ["enquiries_unanswered:enquiry7", "mail_undelivered:mail7", "review_reports:review7"];
  const others = ["enquiries_unanswered:other", "review_reports:review8", "reviews_pending:review"];
  await db
    .insert(followUpNotes)
    .values([...keys, ...others].map((key) => ({ key, sinceTs: 1, updatedTs: now })));
  ledger.clear();
  const { notes } = await findUserRecords(ctx, { ...teacher, emailVerified: true });
  expect(notes.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
  const read = ledger.statements.filter((statement) => statement.sql.includes("from follow_up_notes where"));
  expect(read).toHaveLength(1);
  expect(read[0]?.rowsRead).toBeLessThan(100);
});
