import type { Ctx } from "@/context";
import { boundSql } from "@/db/bound-sql";
import type { County, Level, Subject } from "@/shared/codes";
import {
  findLevelPrices,
  findUsualPrice,
  type LevelPrices,
  type UsualPrice,
} from "@/shared/find-usual-price";
import type { PriceCells } from "@/shared/price-cells";

/** What teachers of a subject usually ask (`findUsualPrice`), at a level or one of several. Reads one row. */
export async function getUsualPrice(
  db: Pick<Ctx["db"], "read">,
  { subject, level, county }: { subject: Subject; level: Level | readonly Level[]; county: County | null },
): Promise<UsualPrice | null> {
  return findUsualPrice(await getCells(db, subject, county), { levels: [level].flat(), county });
}

/** What they usually ask at each level. Reads one row. */
export const getLevelPrices = async (
  db: Pick<Ctx["db"], "read">,
  { subject, county }: { subject: Subject; county: County | null },
): Promise<LevelPrices | null> => findLevelPrices(await getCells(db, subject, county), county);

async function getCells(
  db: Pick<Ctx["db"], "read">,
  subject: Subject,
  county: County | null,
): Promise<PriceCells> {
  const [row] = await db.read<{ cells: string }>(boundSql`
    select ${cellsSql(county)} as cells from usual_prices where subject = ${subject}`);
  return JSON.parse(row?.cells ?? "{}");
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
