import { CELL_STEPS, codeTerm, type GeoCell } from "@/db/search-codes";
import { coverCircle, listRequiredWords, type QueryWord, toPriceRange } from "@/features/search";
import {
  type County,
  type Format,
  type Language,
  LEVELS,
  type Level,
  type Location,
  type Slot,
  SUBJECTS,
  type Subject,
} from "@/shared/codes";
import type { GridPoint } from "@/shared/geo";
import { FLAG_FILTERS, type FlagFilter, type SearchFilters } from "@/shared/schemas/search";
import { withoutMarks } from "@/shared/text";

// A key of `alert_filter_keys` names a subject, a place, a level and one detail; each may be open. A filter has the keys
// of all its combinations. A listing that matches the filter has at least one of these keys among its own. Keys are
// stored: a change of their form requires that all are computed again.

/** Stands for any value in a key. */
const ANY = "*";
/** Most keys of one filter. A filter with more combinations leaves its level, place or subject open. */
const MAX_KEYS = 64;

const toKey = (subject: string, place: string, level: string, detail: string): string =>
  [subject, place, level, detail].join("|");

/** A filter besides subject, place and level: a listing that matches has one of `values`. */
type Detail = {
  values: string[];
  /** The estimated share of all listings that match it. */
  share: number;
};

/** The keys of an alert's filters. None for filters that no listing matches, such as a minimum above the maximum. */
export function computeFilterKeys(filters: SearchFilters): string[] {
  const { near, radius, county } = filters;
  const words = listWordDetails(filters.q);
  const cells = near ? [toCellDetail(coverCircle(near, radius, MAX_CELLS), radius)] : [];
  const details = [...words, ...cells, ...listOtherDetails(filters)].filter(({ share }) => share < 1);
  const [detail] = details.toSorted((a, b) => a.share - b.share);
  const isByWord = detail !== undefined && words.includes(detail);
  const isByCell = detail !== undefined && cells.includes(detail);

  const values = detail?.values ?? [ANY];
  let subjects = listOrAny(filters.subject, SUBJECTS);
  // A listing has many words, so the keys of words leave the level open.
  let levels = isByWord ? [ANY] : listOrAny(filters.level, LEVELS);
  let places = county
    ? [county]
    : near && !isByCell
      ? coverCircle(near, radius, 1).map(codeTerm.cell)
      : [ANY];
  const hasTooMany = () => subjects.length * levels.length * places.length * values.length > MAX_KEYS;
  if (hasTooMany()) levels = [ANY];
  if (hasTooMany()) places = [ANY];
  if (hasTooMany()) subjects = [ANY];
  return subjects.flatMap((subject) =>
    places.flatMap((place) =>
      levels.flatMap((level) => values.map((value) => toKey(subject, place, level, value))),
    ),
  );
}

/** All codes filter nothing: each listing has one of them. */
const listOrAny = (chosen: readonly string[], all: readonly string[]): string[] =>
  chosen.length > 0 && chosen.length < all.length ? [...chosen] : [ANY];

/** What the keys of a listing depend on. */
export type KeyedListing = {
  subject: Subject;
  county: County;
  levels: readonly Level[];
  locations: readonly Location[];
  availability: readonly Slot[];
  formats: readonly Format[];
  languages: readonly Language[];
  flags: readonly FlagFilter[];
  /** Bani. */
  pricePerHour: number;
  point: GridPoint;
  /** The texts in which the search finds words. */
  texts: readonly string[];
};

/** The keys of all filters that a listing may match. */
export function computeListingKeys(listing: KeyedListing): string[] {
  const { subject, county, levels, point } = listing;
  const cells = CELL_STEPS.map((steps, level) =>
    codeTerm.cell({ level, y: Math.floor(point.y / steps), x: Math.floor(point.x / steps) }),
  );
  const widestCell = cells[CELL_STEPS.length - 1] ?? ANY;
  const details = [
    ANY,
    ...cells,
    ...listing.locations.map(codeTerm.location),
    ...listing.availability.map(codeTerm.slot),
    ...listing.formats.map(codeTerm.format),
    ...listing.languages.map(codeTerm.language),
    ...listing.flags.map(codeTerm.flag),
    ...listPriceTerms(listing.pricePerHour),
  ];
  const words = listWordTerms(listing.texts);
  return [subject, ANY].flatMap((subjectKey) =>
    [county, widestCell, ANY].flatMap((place) => [
      ...[...levels, ANY].flatMap((level) =>
        details.map((detail) => toKey(subjectKey, place, level, detail)),
      ),
      ...words.map((word) => toKey(subjectKey, place, ANY, word)),
    ]),
  );
}

/** Cells that cover the circle of a filter. */
const MAX_CELLS = 16;
/** About the area of a widest cell in Romania. */
const WIDEST_CELL_KM2 = 3_500;

const toCellDetail = (cells: readonly GeoCell[], radius: number): Detail => ({
  values: cells.map(codeTerm.cell),
  share: Math.min(1, (Math.PI * radius ** 2) / WIDEST_CELL_KM2),
});

const ONLINE_SHARE = 0.5;
const FLAG_SHARES: Record<FlagFilter, number> = {
  online: ONLINE_SHARE,
  verified: 0.3,
  trial: 0.2,
  receipt: 0.2,
};
/** The share of listings with one location; a listing has one or two of five. */
const LOCATION_SHARE = 0.35;
/** The share of listings with one time of the week. */
const SLOT_SHARE = 0.25;
const FORMAT_SHARES: Record<Format, number> = { individual: 1, group: 0.2 };
/** Almost all teachers teach in Romanian; English is the next. */
const LANGUAGE_SHARES: Partial<Record<Language, number>> = { ro: 1, en: 0.2 };
const OTHER_LANGUAGE_SHARE = 0.02;

const listOtherDetails = (filters: SearchFilters): Detail[] => [
  ...FLAG_FILTERS.filter((name) => filters[name]).map((name) => ({
    values: [codeTerm.flag(name)],
    share: FLAG_SHARES[name],
  })),
  ...listCodeDetail(filters.location.map(codeTerm.location), LOCATION_SHARE * filters.location.length),
  ...listCodeDetail(filters.when.map(codeTerm.slot), SLOT_SHARE * filters.when.length),
  ...listCodeDetail(
    filters.format.map(codeTerm.format),
    filters.format.reduce((sum, code) => sum + FORMAT_SHARES[code], 0),
  ),
  ...listCodeDetail(
    filters.teaches_in.map(codeTerm.language),
    filters.teaches_in.reduce((sum, code) => sum + (LANGUAGE_SHARES[code] ?? OTHER_LANGUAGE_SHARE), 0),
  ),
  ...listPriceDetails(filters),
];

const listCodeDetail = (values: string[], share: number): Detail[] =>
  values.length > 0 ? [{ values, share: Math.min(1, share) }] : [];

/** Prices by bands of 1, 2, 4, … 2,048 lei: all prices are below the end of the widest. */
const PRICE_LEVELS = 12;
const BANI_PER_LEU = 100;
/** Most lessons cost this much (lei an hour). */
const USUAL_PRICES = { low: 20, high: 220 };
/** Filters of unusual prices match few listings, but not none. */
const LOWEST_PRICE_SHARE = 0.02;

const toPriceTerm = (level: number, lei: number): string => `p${level}_${Math.floor(lei / 2 ** level)}`;

const listPriceTerms = (pricePerHour: number): string[] =>
  Array.from({ length: PRICE_LEVELS }, (_, level) =>
    toPriceTerm(level, Math.floor(pricePerHour / BANI_PER_LEU)),
  );

/**
 * The price range as at most about 20 bands. Its ends are rounded outwards by at most an eighth: of the width of the
 * range or, at the lower end, of the price.
 */
function listPriceDetails(filters: SearchFilters): Detail[] {
  const range = toPriceRange(filters);
  if (!range) return [];
  const low = Math.floor(range.lowest / BANI_PER_LEU);
  const high = Math.floor(range.highest / BANI_PER_LEU) + 1;
  if (range.lowest > range.highest) return [{ values: [], share: 0 }];
  const lowStep = toEighth(Math.min(low, high - low));
  const highStep = toEighth(high - low);
  const end = Math.ceil(high / highStep) * highStep;
  const values: string[] = [];
  for (let from = Math.floor(low / lowStep) * lowStep; from < end; ) {
    let level = 0;
    while (level + 1 < PRICE_LEVELS && from % 2 ** (level + 1) === 0 && from + 2 ** (level + 1) <= end)
      level++;
    values.push(toPriceTerm(level, from));
    from += 2 ** level;
  }
  const usual = USUAL_PRICES.high - USUAL_PRICES.low;
  const overlap = Math.min(high, USUAL_PRICES.high) - Math.max(low, USUAL_PRICES.low);
  return [{ values, share: Math.min(1, Math.max(overlap / usual, LOWEST_PRICE_SHARE)) }];
}

/** The power of two that is at most an eighth of a number, and at least 1. */
const toEighth = (lei: number): number => 2 ** Math.max(0, Math.floor(Math.log2(Math.max(lei, 1))) - 3);

/** Keys have the first letters of a word. */
const WORD_LETTERS = 5;
const SHORTEST_PREFIX = 3;
const WORD_SHARE = 0.01;

const toWordTerm = (word: string): string => `w${word.slice(0, WORD_LETTERS)}`;
const toPrefixTerm = (word: string): string => `x${word.slice(0, SHORTEST_PREFIX)}`;

/** The words of a text in ASCII, lower case. FTS5 has at least these of the words without other letters. */
const listPlainWords = (text: string): string[] =>
  withoutMarks(text)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

const listWordTerms = (texts: readonly string[]): string[] => {
  const words = texts.flatMap(listPlainWords);
  return [
    ...new Set([
      ...words.map(toWordTerm),
      ...words.filter((word) => word.length >= SHORTEST_PREFIX).map(toPrefixTerm),
    ]),
  ];
};

/**
 * The longest word that each match contains, because long words are rare. Words with letters beyond ASCII are no keys.
 */
function listWordDetails(q: string): Detail[] {
  if (q === "") return [];
  const plain = listRequiredWords(q).flatMap(({ text, isPrefix }): QueryWord[] => {
    const [word = "", ...more] = listPlainWords(text);
    return more.length === 0 && [...withoutMarks(text)].length === word.length
      ? [{ text: word, isPrefix }]
      : [];
  });
  const [longest] = plain.toSorted((a, b) => b.text.length - a.text.length);
  if (!longest) return [];
  const isShortPrefix = longest.isPrefix && longest.text.length < WORD_LETTERS;
  const value = isShortPrefix ? toPrefixTerm(longest.text) : toWordTerm(longest.text);
  return [{ values: [value], share: WORD_SHARE }];
}
