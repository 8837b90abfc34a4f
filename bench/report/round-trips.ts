import { openLocalData } from "../../dev/launch/local-data";
import { paths } from "../../src/shared/paths";
import { benchData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { MANY_LISTS } from "../harness/list-paths";
import { createRowCounter } from "../row-counter";
import { siteVars } from "../serve-bundle";

/** Lists of the 648 that are read. */
const LISTS = 24;
const LISTINGS = 8;

/** D1 calls of a page: the most of several pages of a kind. A batch is one call. */
export async function listRoundTripFigures(listings: number): Promise<Figure[]> {
  const { dataDir, now } = await benchData(listings);
  const data = await openLocalData(dataDir);
  try {
    const readPage = createRowCounter(data.db, siteVars, now);
    const figure = async (kind: string, pages: readonly string[]): Promise<Figure> => {
      const counts: number[] = [];
      for (const path of pages) counts.push((await readPage(path)).roundTrips);
      return { what: `D1 round trips, ${kind}`, value: Math.max(...counts), bound: 1, aim: 1 };
    };
    const listingIds = Array.from(
      { length: LISTINGS },
      (_, n) => `k${String(1000 + 37 * n).padStart(15, "0")}`,
    );
    return [
      await figure("list", MANY_LISTS.slice(0, LISTS)),
      await figure("listing", listingIds.map(paths.listing)),
      await figure("home", [paths.home()]),
    ];
  } finally {
    await data.close();
  }
}
