import type { County, Level, Location, Subject } from "@/shared/codes";
import { formatLei, formatNumber } from "@/shared/format";
import { paths } from "@/shared/paths";
import { AVATAR_SIZES } from "@/shared/picture-limits";
import { formatRating, summarizeRating } from "@/shared/rating";
import { formatReplyTime } from "@/shared/reply-time";
import { CardAvatar, getInitials, toSmallPicture } from "./avatar";
import { Badge } from "./badge";
import { CardPictureIcon, toIconHref } from "./card-icons";
import { HeartButton } from "./heart-button";
import { formatPlace, Places } from "./listing-location";
import { escapeMarkup, fillTemplate, placeholder } from "./markup-template";
import { type Page, usePage } from "./page-context";
import type { Picture } from "./pictures";
import { CardRating } from "./rating";
import { getSubjectPaper, SubjectPicture } from "./subject-picture";

export type ListingCardData = {
  id: string;
  ownerId: string;
  title: string;
  subject: Subject;
  levels: readonly Level[];
  county: County | null;
  neighbourhood: string;
  online: boolean;
  locations: readonly Location[];
  /** Bani an hour; null in a draft. */
  pricePerHour: number | null;
  teacherName: string;
  picture: Picture | null;
  /** Stands in for a missing picture of the listing, else it is next to the name. */
  teacherPicture: { extension: string; version: number | null } | null;
  /** The number of the teacher's published reviews, and the sum of their ratings. */
  reviewCount: number;
  ratingSum: number;
  /** Whether documents of the teacher were checked. */
  isChecked: boolean;
  /** ms; null if it was never published. */
  publishedTs: number | null;
  /** The teacher's median response time in seconds; null until there are enough answers. */
  replyMedianS: number | null;
  /** Distance from the searched location; null without one. */
  distanceKm: number | null;
};

const NEW_FOR_MS = 30 * 24 * 60 * 60 * 1000;
const LEVELS_SHOWN = 2;

type CardGridProps = {
  cards: readonly ListingCardData[];
  /** ms, `ctx.now`: decides which listings are new. */
  now: number;
  promoted?: boolean;
  /** The pictures of the first `eager` cards load immediately. */
  eager?: number;
  /** The id of a form on the page: each card gets a checkbox `listing_ids` of it. */
  selectForm?: string | undefined;
};

/**
 * Listings as a grid of cards. Each card links to its listing; the accessible link is the title. The worker fills
 * templates: one for all cards with the same parts.
 */
export function CardGrid({ cards, now, promoted = false, eager = 0, selectForm }: CardGridProps) {
  const page = usePage();
  const contents = cards.map((card, n) =>
    toCardContent(page, card, { now, promoted, eager: n < eager, selectForm }),
  );
  const { getTemplate } = page;
  if (!getTemplate) {
    return (
      <ul className="grid-cards list-plain">
        {contents.map((content, n) => (
          <Card key={cards[n]?.id} content={content} />
        ))}
      </ul>
    );
  }
  const markup = contents.map((content) => fillCard(getTemplate, content)).join("");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markup of React, filled with escaped texts
  return <ul className="grid-cards list-plain" dangerouslySetInnerHTML={{ __html: markup }} />;
}

/** Texts of a card; null for a part that it lacks. */
type CardTexts = Record<
  | "id"
  | "href"
  | "title"
  | "subjectName"
  | "levels"
  | "teacherName"
  | "place"
  | "distance"
  | "price"
  | "reply",
  string | null
> &
  Record<
    "src" | "srcSet" | "alt" | "icon" | "face" | "initials" | "average" | "reviews" | "noun",
    string | null
  >;

type CardContent = {
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

function toCardContent(
  { t, url, locale, isShortlisted }: Pick<Page, "t" | "url" | "locale" | "isShortlisted">,
  listing: ListingCardData,
  {
    now,
    promoted,
    eager,
    selectForm,
  }: { now: number } & Pick<CardContent, "promoted" | "eager" | "selectForm">,
): CardContent {
  const { levels, locations, pricePerHour, replyMedianS, publishedTs, teacherPicture } = listing;
  const picture = listing.picture ?? (teacherPicture && toTeacherPicture(listing.ownerId, teacherPicture));
  const rating = formatRating(t, summarizeRating(listing));
  return {
    texts: {
      id: listing.id,
      href: url(paths.listing(listing.id)),
      title: listing.title,
      subjectName: t(`general.subjects.${listing.subject}`),
      levels: levels.length > 0 ? formatLevels(t, levels) : null,
      teacherName: listing.teacherName,
      place: formatPlace(listing),
      // Distance doesn't matter for a listing that is only online.
      distance:
        locations.length > 0 && listing.distanceKm !== null ? formatDistance(t, listing.distanceKm) : null,
      price: pricePerHour === null ? null : formatLei(pricePerHour, locale),
      reply: replyMedianS === null ? null : formatReplyTime(t, replyMedianS),
      src: picture?.src ?? null,
      srcSet: picture?.srcSet ?? null,
      alt: picture?.alt ?? null,
      icon: picture ? null : toIconHref(listing.subject),
      ...toFace(listing),
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

/** The teacher's face next to the name: not again if it is the card's picture; initials without one. */
function toFace({
  ownerId,
  teacherName,
  picture,
  teacherPicture,
}: ListingCardData): Pick<CardTexts, "face" | "initials"> {
  if (!teacherPicture) return { face: null, initials: getInitials(teacherName) };
  return { face: picture && toSmallPicture(ownerId, teacherPicture), initials: null };
}

function fillCard(getTemplate: NonNullable<Page["getTemplate"]>, content: CardContent): string {
  const { texts, subject, online, isNew, isChecked, isSaved, promoted, eager, selectForm } = content;
  const names = Object.keys(texts) as (keyof CardTexts)[];
  const values: Record<string, string> = {};
  let present = "";
  for (const name of names) {
    const text = texts[name];
    present += text === null ? 0 : 1;
    if (text !== null) values[name] = escapeMarkup(text);
  }
  const hasPicture = texts.src !== null;
  const deps = [
    "card",
    present,
    online,
    isNew,
    isChecked,
    isSaved,
    promoted,
    selectForm,
    hasPicture ? eager : getSubjectPaper(subject),
  ];
  const template = getTemplate(deps, () => {
    const placeholders = names.map((name) => [name, texts[name] === null ? null : placeholder(name)]);
    return <Card content={{ ...content, texts: Object.fromEntries(placeholders) }} />;
  });
  return fillTemplate(template, values);
}

function Card({ content }: { content: CardContent }) {
  const { t } = usePage();
  const { texts, subject, promoted, online, isNew, isChecked } = content;
  return (
    <li>
      <article className={promoted ? "card card--promoted" : "card"}>
        <div className="card__picture">
          {texts.src === null ? (
            <SubjectPicture subject={subject}>
              <CardPictureIcon href={texts.icon} />
            </SubjectPicture>
          ) : (
            <CardPicture texts={texts} eager={content.eager} />
          )}
        </div>
        <div className="card__body">
          <p className="card__subject">
            {promoted ? <Badge tone="promoted">{t("general.card.promoted")}</Badge> : null}
            <span className="card__subject-name">{texts.subjectName}</span>
            {texts.levels === null ? null : <span>{texts.levels}</span>}
          </p>
          <h3 className="card__title">
            <a className="card__link" href={texts.href ?? undefined}>
              {texts.title}
            </a>
          </h3>
          <p className="card__teacher">
            {texts.face === null && texts.initials === null ? null : (
              <CardAvatar src={texts.face} initials={texts.initials} />
            )}
            {isChecked ? (
              <span>
                {texts.teacherName}
                <span className="card__checked">{t("general.card.checked")}</span>
              </span>
            ) : (
              texts.teacherName
            )}
          </p>
          <p className="card__place places">
            <Places place={texts.place} online={online} />
            {texts.distance === null ? null : <span className="card__distance">{texts.distance}</span>}
          </p>
          <p className="card__foot">
            {texts.price === null ? null : (
              <span className="card__price">
                <strong>{texts.price}</strong>
                {` ${t("general.card.perHour")}`}
              </span>
            )}
            {texts.reviews === null ? null : (
              <CardRating average={texts.average} reviews={texts.reviews} noun={texts.noun} />
            )}
            {isNew ? <Badge tone="positive">{t("general.card.new")}</Badge> : null}
          </p>
          {texts.reply === null ? null : <p className="card__reply">{texts.reply}</p>}
          {content.selectForm === undefined ? null : (
            <label className="card__select choice">
              <input type="checkbox" name="listing_ids" value={texts.id ?? ""} form={content.selectForm} />
              <span>
                {t("general.card.select")}
                <span className="visually-hidden">{`: ${texts.title}`}</span>
              </span>
            </label>
          )}
        </div>
        <HeartButton
          listingId={texts.id ?? ""}
          title={texts.title ?? ""}
          isSaved={content.isSaved}
          isTarget={!promoted}
        />
      </article>
    </li>
  );
}

/** The style sheet gives the picture its size. */
function CardPicture({ texts, eager }: { texts: CardTexts; eager: boolean }) {
  return (
    <img
      src={texts.src ?? undefined}
      srcSet={texts.srcSet ?? undefined}
      sizes="(min-width: 768px) 380px, 80px"
      alt={texts.alt ?? ""}
      loading={eager ? undefined : "lazy"}
      fetchPriority={eager ? "high" : undefined}
    />
  );
}

function formatLevels(t: Page["t"], levels: readonly Level[]): string {
  const names = levels.slice(0, LEVELS_SHOWN).map((level) => t(`general.levels.${level}`));
  const rest = levels.length - names.length;
  return names.join(", ") + (rest > 0 ? ` +${rest}` : "");
}

/** Whole km, because locations are rounded to about half a km. */
function formatDistance(t: Page["t"], km: number): string {
  return km < 1 ? t("general.card.near") : t("general.card.away", { n: Math.round(km) });
}
