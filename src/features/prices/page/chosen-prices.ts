import { type County, type Level, SUBJECTS, type Subject } from "@/shared/codes";
import { findUsualPrice } from "@/shared/find-usual-price";
import { findLargestLevel, type PriceCells } from "@/shared/price-cells";
import { countyParams } from "@/shared/scope-params";
import type { Page } from "@/ui/page-context";
import type { IndexComparison, Month, SubjectMonth } from "../price-index";

export type ChosenPrices = {
  subject: Subject | null;
  level: Level | null;
  county: County | null;
  /** The last month that is shown; null for the newest. */
  month: Month | null;
};

/** The prices of all subjects, or of one. */
export type ShownIndex = IndexComparison | SubjectMonth[];

/** The month that is shown. */
export const getNewestMonth = (index: ShownIndex): Month =>
  Array.isArray(index) ? (index[0]?.month ?? "") : index.newest.month;

/** The subjects that have a price at the chosen level, or else at their most common one. */
export const listSubjectPrices = ({ level }: ChosenPrices, { newest }: IndexComparison) =>
  SUBJECTS.flatMap((subject) => {
    const largest = findLargestLevel(newest.subjects[subject] ?? {}, level ? [level] : []);
    return largest ? [{ subject, ...largest }] : [];
  });

/** The newest price of the chosen place and level, or of those that stand in for them. */
export function findSubjectPrice({ level, county }: ChosenPrices, [newest]: readonly SubjectMonth[]) {
  const cells: PriceCells = newest
    ? { country: newest.country, ...(county && { [county]: newest.county }) }
    : {};
  return findUsualPrice(cells, { levels: level ? [level] : [], county });
}

/** "in Cluj County", "in Romania". */
export const formatIndexPlace = ({ t }: Page, county: County | null): string =>
  county ? String(countyParams(t, county).inCounty) : t("prices.inRomania");
