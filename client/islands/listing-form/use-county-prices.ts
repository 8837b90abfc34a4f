import { apiFetch } from "@client/http";
import { useEffect, useState } from "react";
import type { County, Level, Subject } from "@/shared/codes";
import type { UsualPrice } from "@/shared/find-usual-price";
import { paths } from "@/shared/paths";
import type { PriceCells } from "@/shared/price-cells";

type Chosen = { subject: Subject | undefined; levels: readonly Level[]; county: County | null };

/**
 * The usual prices of the subject, with those of the chosen county: the page has only those of the county with which it
 * was opened.
 */
export function useCountyPrices(
  usualPrices: { [subject in Subject]?: PriceCells },
  { subject, levels, county }: Chosen,
): PriceCells | null {
  const [openedCounty] = useState(county);
  const [fetched, setFetched] = useState<{ key: string; cells: PriceCells }>();
  const isMissing = subject !== undefined && county !== null && county !== openedCounty && levels.length > 0;
  const key = isMissing ? JSON.stringify([subject, county, levels]) : "";
  useEffect(() => {
    if (key === "") return;
    let isCurrent = true;
    const [chosenSubject, chosenCounty, chosenLevels]: [Subject, County, Level[]] = JSON.parse(key);
    void Promise.all(chosenLevels.map((level) => fetchCell(chosenSubject, chosenCounty, level))).then(
      (cells) => {
        if (isCurrent) setFetched({ key, cells: { [chosenCounty]: Object.fromEntries(cells.flat()) } });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  const cells = subject && usualPrices[subject];
  if (!cells) return null;
  return isMissing && fetched?.key === key ? { ...cells, ...fetched.cells } : cells;
}

/** The price of a level in the county, or nothing if the county has too few teachers, or the call fails. */
async function fetchCell(subject: Subject, county: County, level: Level) {
  try {
    const { content } = await apiFetch<{ content: UsualPrice }>(paths.apiPrices({ subject, county, level }));
    const { teachers, q1, median, q3, scope } = content;
    return scope === "county" ? [[level, [teachers, q1, median, q3]]] : [];
  } catch {
    return [];
  }
}
