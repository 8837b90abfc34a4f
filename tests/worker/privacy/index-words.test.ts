import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { runSchedule } from "@/jobs";
import { paths } from "@/shared/paths";
import { createTestApp, db } from "../../helpers/app";
import { makeListing } from "../../helpers/factories";
import { bearer, makeMember, PASSWORD, tokenOf } from "../accounts/people";

/** Pages of the full text index that hold these letters. */
const pagesWith = async (letters: string) => {
  const [row] = await db.all<{ n: number }>(
    sql`select count(*) as n from listings_fts_data where instr(hex(block), hex(${letters})) > 0`,
  );
  return row?.n ?? 0;
};

test("the job merge-words takes an erased listing's words out of an index too large for one batch", async () => {
  const app = createTestApp();
  const member = await makeMember(app, { role: "t" });
  await makeListing(app, member, { title: "Lecții cu zqxwords pe înțeles" });
  await db.run(sql`
    insert into listings_fts (rowid, title, teacher, description, codes)
    with recursive n(i) as (select 1000 union all select i + 1 from n where i < 7000)
    select i, hex(randomblob(4)), hex(randomblob(4)),
      (select group_concat(hex(randomblob(5)), ' ') from (select 1 from n m where m.i < 1060 + (n.i & 1))), 'sm'
    from n`);
  const [size] = await db.all<{ n: number }>(sql`select count(*) as n from listings_fts_data`);
  expect(size?.n).toBeGreaterThan(1000);
  expect(await pagesWith("qxwords")).toBe(1);
  const { token } = await tokenOf(app, member.email);
  const erased = await app.request(paths.authMe(), {
    method: "DELETE",
    json: { password: PASSWORD },
    ...bearer(token),
  });
  expect(erased.status).toBe(200);
  await runSchedule("merge-words", app.bindings, { waitUntil: () => {} });
  expect(await pagesWith("qxwords")).toBe(0);
  const [left] = await db.all<{ n: number }>(sql`select count(*) as n from listings_fts`);
  expect(left?.n).toBe(6001);
});
