import type { County, Format, Level, Location, SessionMinutes, Subject, Trial } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { formatLei, formatNumber } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { AVATAR_SIZES } from "@/shared/picture-limits";
import { formatRating, summarizeRating } from "@/shared/rating";
import { formatReplyTime } from "@/shared/reply-time";
import { toSmallPicture } from "./avatar";
import { toIconHref } from "./card-icons";
import { toLangAttribute } from "./lang-attribute";
import { formatPlace } from "./listing-location";
import type { Page } from "./page-context";
import type { Picture } from "./pictures";
import { toPriceUnit } from "./price-unit";

export type ListingCardData = {
  id: string;
  ownerId: string;
  title: string;
  /** The language of the title; null if it is not known. */
  textLanguage: Locale | null;
  subject: Subject;
  levels: readonly Level[];
  county: County | null;
  neighbourhood: string;
  online: boolean;
  locations: readonly Location[];
  /** Bani for one session and for an hour; null in a draft. */
  price: number | null;
  sessionMinutes: SessionMinutes;
  pricePerHour: number | null;
  teacherName: string;
  /** Whole years of teaching. */
  experienceYears: number;
  /** The first of the teacher's qualifications. */
  qualification: string | null;
  picture: Picture | null;
  /** Stands in for a missing picture of the listing, else it is next to the name. */
  teacherPicture: { extension: string; version: number | null } | null;
  /** The number of the teacher's published reviews, and the sum of their ratings. */
  reviewCount: number;
  ratingSum: number;
  /** Whether documents of the teacher were checked. */
  isChecked: boolean;
  trial: Trial;
  formats: readonly Format[];
  /** ms; null if it was never published. */
  publishedTs: number | null;
  /** The teacher's median response time in seconds; null until there are enough answers. */
  replyMedianS: number | null;
  /** Distance from the searched location; null without one. */
  distanceKm: number | null;
};

/** A listing is new from its first publication. */
const NEW_FOR_MS = 7 * DAY_MS;
const LEVELS_SHOWN = 2;

/** Names of a card's texts. */
export const CARD_TEXTS = [
  "id",
  "href",
  "title",
  "lang",
  "subjectName",
  "levels",
  "teacherName",
  "experience",
  "place",
  "distance",
  "price",
  "minutes",
  "hourly",
  "reply",
  "offer",
  "src",
  "srcSet",
  "alt",
  "icon",
  "face",
  "average",
  "reviews",
  "noun",
] as const;

/** Texts of a card; null for a part that it lacks. */
export type CardTexts = Record<(typeof CARD_TEXTS)[number], string | null>;

export type CardContent = {
  texts: CardTexts;
  /** For the paper of a card without a picture. */
  subject: Subject;
  online: boolean;
  isNew: boolean;
  isChecked: boolean;
  isSaved: boolean;
  promoted: boolean;
  eager: boolean;
  selectForm: string | undefined;
};

export function toCardContent(
  {
    t,
    url,
    locale,
    subjectIcons,
    isShortlisted,
  }: Pick<Page, "t" | "url" | "locale" | "subjectIcons" | "isShortlisted">,
  listing: ListingCardData,
  {
    now,
    wantedLevels,
    promoted,
    eager,
    selectForm,
  }: { now: number; wantedLevels: readonly Level[] } & Pick<CardContent, "promoted" | "eager" | "selectForm">,
): CardContent {
  const { levels, locations, price } = listing;
  const { replyMedianS, publishedTs, teacherPicture } = listing;
  const picture = listing.picture ?? (teacherPicture && toTeacherPicture(listing.ownerId, teacherPicture));
  const rating = formatRating(t, summarizeRating(listing));
  return {
    texts: {
      id: listing.id,
      href: url(paths.listing(listing.id)),
      title: listing.title,
      lang: toLangAttribute(listing.textLanguage, locale) ?? null,
      subjectName: t(`general.subjects.${listing.subject}`),
      levels: levels.length > 0 ? formatLevels(t, levels, wantedLevels) : null,
      teacherName: listing.teacherName,
      experience: formatExperience(t, listing),
      place: formatPlace(listing),
      // Distance doesn't matter for a listing that is only online.
      distance:
        locations.length > 0 && listing.distanceKm !== null ? formatDistance(t, listing.distanceKm) : null,
      price: price === null ? null : formatLei(price, locale),
      ...toPriceUnit(listing, locale),
      reply: replyMedianS === null ? null : formatReplyTime(t, replyMedianS),
      offer: formatOffer(t, listing),
      src: picture?.src ?? null,
      srcSet: picture?.srcSet ?? null,
      alt: picture?.alt ?? null,
      icon: picture ? null : toIconHref(subjectIcons, listing.subject),
      // Not a second time if it is the card's picture.
      face: listing.picture && teacherPicture && toSmallPicture(listing.ownerId, teacherPicture),
      average: rating?.average ?? null,
      reviews: rating?.average ? formatNumber(listing.reviewCount, locale) : (rating?.count ?? null),
      noun: rating?.average ? t.count("general.card.reviews", listing.reviewCount) : null,
    },
    subject: listing.subject,
    online: listing.online,
    isNew: rating === null && publishedTs !== null && now - publishedTs < NEW_FOR_MS,
    isChecked: listing.isChecked,
    isSaved: isShortlisted?.(listing.id) ?? false,
    promoted,
    eager,
    selectForm,
  };
}

/** The teacher's picture in place of a missing picture of the listing. Decorative. */
function toTeacherPicture(
  ownerId: string,
  { extension, version }: NonNullable<ListingCardData["teacherPicture"]>,
): Pick<Picture, "src" | "srcSet" | "alt"> {
  const [, ...sizes] = AVATAR_SIZES;
  const [small, large] = sizes.map((width) => paths.profilePicture(ownerId, extension, { version, width }));
  return { src: large ?? "", srcSet: `${small} ${sizes[0]}w, ${large} ${sizes[1]}w`, alt: "" };
}

/** Two levels and the number of the others, but all that were filtered for, which are first. */
function formatLevels(t: Page["t"], levels: readonly Level[], wanted: readonly Level[]): string {
  const isWanted = (level: Level) => wanted.includes(level);
  const found = wanted.length > 0 ? levels.filter(isWanted) : wanted;
  const sorted = found.length > 0 ? [...found, ...levels.filter((level) => !isWanted(level))] : levels;
  const names = sorted
    .slice(0, Math.max(LEVELS_SHOWN, found.length))
    .map((level) => t(`general.levels.${level}`));
  const rest = levels.length - names.length;
  return names.join(", ") + (rest > 0 ? ` +${rest}` : "");
}

/** "12 years of teaching · Gradul didactic I" */
function formatExperience(t: Page["t"], { experienceYears, qualification }: ListingCardData): string | null {
  if (experienceYears === 0) return qualification;
  const years = t.count("general.card.experience", experienceYears);
  return qualification === null ? years : `${years} · ${qualification}`;
}

/** What most listings don't have: a free or reduced first lesson, and groups. */
function formatOffer(t: Page["t"], { trial, formats }: ListingCardData): string | null {
  const offers = [
    ...(trial === "none" ? [] : [t(`general.trials.${trial}`)]),
    ...(formats.includes("group") ? [t("general.formats.group")] : []),
  ];
  return offers.join(" · ") || null;
}

/** Whole km, because locations are rounded to about half a km. */
function formatDistance(t: Page["t"], km: number): string {
  return km < 1 ? t("general.card.near") : t("general.card.away", { n: Math.round(km) });
}
