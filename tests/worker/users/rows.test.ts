import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { listUsers, type UserFilter } from "@/features/users/list-users";
import { app, bindings, db } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createAdmin, createUser } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";

const { db: counting, ledger } = createCountingDb(bindings.DB);
const { now } = app.clock;
const USER_COUNT = 100_000;
const ALL: UserFilter = { q: "", role: null, disabled: null };

let ctx: ReturnType<typeof servicesAt>;
beforeAll(async () => {
  const admin = await createAdmin();
  ctx = { ...servicesAt(now, { ...bindings, DB: counting }), user: { ...admin, role: "a" } as never };
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
