import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { runSchedule } from "@/jobs";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, PASSWORD, signInByEmail } from "../../helpers/accounts";
import { app, db, expectStatus } from "../../helpers/app";
import { createListing } from "../../helpers/factories";

/** Pages of each full-text index of listings that contain the given letters. */
const pagesWith = async (letters: string) => {
  const pages = (table: string) =>
    sql`(select count(*) from ${sql.identifier(table)} where instr(hex(block), hex(${letters})) > 0)`;
  return db.get(
    sql`select ${pages("listings_fts_data")} as newest, ${pages("listings_by_price_data")} as price`,
  );
};

test("job merge-text-indexes removes an erased listing's terms from an index too large for one batch", async () => {
  const member = await createUserWithPassword({ role: "t" });
  await createListing(member, { title: "Lecții cu zqxwords pe înțeles" });
  for (const columns of ["listings_fts (rowid, description)", "listings_by_price (rowid, words)"]) {
    await db.run(sql`
      insert into ${sql.raw(columns)}
      with recursive n(i) as (select 1000 union all select i + 1 from n where i < 7000)
      select i, (select group_concat(hex(randomblob(5)), ' ') from (select 1 from n m where m.i < 1060 + (n.i & 1)))
      from n`);
  }
  const [size] = await db.all<{ n: number }>(sql`select count(*) as n from listings_by_price_data`);
  expect(size?.n).toBeGreaterThan(1000);
  expect(await pagesWith("qxwords")).toEqual({ newest: 1, price: 1 });
  const { token } = await signInByEmail(member.email);
  await expectStatus(
    app.request(paths.authMe(), {
      method: "DELETE",
      json: { password: PASSWORD },
      ...bearer(token),
    }),
    200,
  );
  await runSchedule("merge-text-indexes", app.bindings, { waitUntil: () => {} });
  expect(await pagesWith("qxwords")).toEqual({ newest: 0, price: 0 });
  const [left] = await db.all<{ n: number }>(sql`select count(*) as n from listings_by_price`);
  expect(left?.n).toBe(6001);
});
