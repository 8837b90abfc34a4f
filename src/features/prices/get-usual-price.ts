import type { Ctx } from "@/context";
import { boundSql } from "@/db/bound-sql";
import type { PriceCell, PriceCells } from "@/db/schema";
import { type County, LEVELS, type Level, type Subject } from "@/shared/codes";
import type { UsualPrice } from "@/shared/format-usual-price";

/** The cells of a place, by level. */
type LevelCells = NonNullable<PriceCells["country"]>;

/**
 * What teachers of a subject usually ask, in the county if it has enough teachers, otherwise in the country; null if these
 * are too few too. Of several levels it is that with the most teachers; no levels mean any. Reads one row.
 */
export async function getUsualPrice(
  db: Pick<Ctx["db"], "read">,
  { subject, level, county }: { subject: Subject; level: Level | readonly Level[]; county: County | null },
): Promise<UsualPrice | null> {
  const [row] = await db.read<{ country: string | null; county: string | null }>(boundSql`
    select cells -> '$.country' as country, cells -> ${`$.${county}`} as county
    from usual_prices where subject = ${subject}`);
  for (const scope of ["county", "country"] as const) {
    const cells: LevelCells = JSON.parse(row?.[scope] ?? "{}");
    const largest = findLargest(cells, [level].flat());
    if (largest) {
      const [teachers, q1, median, q3] = largest.cell;
      return { level: largest.level, teachers, q1, median, q3, scope };
    }
  }
  return null;
}

function findLargest(
  cells: LevelCells,
  levels: readonly Level[],
): { level: Level; cell: PriceCell } | undefined {
  return LEVELS.filter((level) => levels.length === 0 || levels.includes(level))
    .flatMap((level) => {
      const cell = cells[level];
      return cell ? [{ level, cell }] : [];
    })
    .sort((a, b) => b.cell[0] - a.cell[0])[0];
}
