import type { Ctx } from "@/context";
import { boundSql } from "@/db/bound-sql";
import type { County, Level, Subject } from "@/shared/codes";
import { findUsualPrice, type UsualPrice } from "@/shared/find-usual-price";
import type { PriceCells } from "@/shared/price-cells";

/** What teachers of a subject usually ask (`findUsualPrice`), at a level or one of several. Reads one row. */
export async function getUsualPrice(
  db: Pick<Ctx["db"], "read">,
  { subject, level, county }: { subject: Subject; level: Level | readonly Level[]; county: County | null },
): Promise<UsualPrice | null> {
  const [row] = await db.read<{ cells: string }>(boundSql`
    select ${cellsSql(county)} as cells from usual_prices where subject = ${subject}`);
  return row ? findUsualPrice(JSON.parse(row.cells), { levels: [level].flat(), county }) : null;
}

/** The cells of all subjects in the country and in one county. Reads a row for each subject. */
export async function listUsualPrices(
  db: Pick<Ctx["db"], "read">,
  county: County | null,
): Promise<{ [subject in Subject]?: PriceCells }> {
  const rows = await db.read<{ subject: Subject; cells: string }>(
    boundSql`select subject, ${cellsSql(county)} as cells from usual_prices`,
  );
  return Object.fromEntries(rows.map(({ subject, cells }) => [subject, JSON.parse(cells)]));
}

/** A subject's cells of the country and a county, as JSON. */
const cellsSql = (county: County | null) =>
  boundSql`json_object('country', cells -> '$.country', ${county ?? "county"}, cells -> ${`$.${county}`})`;
