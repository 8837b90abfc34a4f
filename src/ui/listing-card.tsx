import type { Level } from "@/shared/codes";
import { CardAvatar } from "./avatar";
import { Badge } from "./badge";
import {
  CARD_TEXTS,
  type CardContent,
  type CardTexts,
  type ListingCardData,
  toCardContent,
} from "./card-content";
import { CardPictureIcon } from "./card-icons";
import { HeartButton } from "./heart-button";
import { Places } from "./listing-location";
import { escapeMarkup, fillTemplate, placeholder } from "./markup-template";
import { type Page, usePage } from "./page-context";
import { PriceUnit } from "./price-unit";
import { CardRating } from "./rating";
import { getSubjectPaper, SubjectPicture } from "./subject-picture";

type CardGridProps = {
  cards: readonly ListingCardData[];
  /** ms, `ctx.now`: decides which listings are new. */
  now: number;
  /** The levels of the search: a card names them first. */
  wantedLevels?: readonly Level[] | undefined;
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
export function CardGrid({
  cards,
  now,
  wantedLevels = [],
  promoted = false,
  eager = 0,
  selectForm,
}: CardGridProps) {
  const page = usePage();
  const contents = cards.map((card, n) =>
    toCardContent(page, card, { now, wantedLevels, promoted, eager: n < eager, selectForm }),
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

function fillCard(getTemplate: NonNullable<Page["getTemplate"]>, content: CardContent): string {
  const { texts, subject, online, isNew, isChecked, isSaved, promoted, eager, selectForm } = content;
  let present = "";
  const values: (string | null)[] = [];
  for (const name of CARD_TEXTS) {
    const text = texts[name];
    present += text === null ? 0 : 1;
    values.push(text === null ? null : escapeMarkup(text));
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
    const placeholders = CARD_TEXTS.map((name, n) => [name, texts[name] === null ? null : placeholder(n)]);
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
            <b>{texts.subjectName}</b>
          </p>
          <h3 className="card__title" lang={texts.lang ?? undefined}>
            <a className="card__link" href={texts.href ?? undefined}>
              {texts.title}
            </a>
          </h3>
          <p className="card__teacher">
            {texts.face === null ? null : <CardAvatar src={texts.face} />}
            {texts.teacherName}
            {isChecked ? <span className="card__checked">{t("general.card.checked")}</span> : null}
            {texts.experience === null ? null : <small>{texts.experience}</small>}
          </p>
          <p className="card__place places">
            <Places place={texts.place} online={online} />
            {texts.distance === null ? null : <span className="card__distance">{texts.distance}</span>}
          </p>
          <p className="card__foot">
            {texts.price === null ? null : (
              <span className="card__price">
                <strong>{texts.price}</strong>
                <PriceUnit minutes={texts.minutes} hourly={texts.hourly} />
              </span>
            )}
            {texts.reviews === null ? null : (
              <CardRating average={texts.average} reviews={texts.reviews} noun={texts.noun} />
            )}
            {isNew ? <Badge tone="positive">{t("general.card.new")}</Badge> : null}
          </p>
          {texts.levels === null ? null : <small>{texts.levels}</small>}
          {texts.reply === null ? null : <p className="card__reply">{texts.reply}</p>}
          {texts.offer === null ? null : <p className="card__offer">{texts.offer}</p>}
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
      sizes={texts.srcSet === null ? undefined : "(min-width: 768px) 380px, 80px"}
      alt={texts.alt ?? ""}
      loading={eager ? undefined : "lazy"}
      fetchPriority={eager ? "high" : undefined}
    />
  );
}
