import { MapPin, MessageCircleReply, Video } from "lucide-react";
import { type County, countyName, type Level, type Location, type Subject } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { replyTime } from "@/shared/reply-time";
import { Badge } from "./badge";
import { Kept } from "./kept";
import { Money } from "./money";
import { usePage } from "./page-context";
import type { Picture } from "./pictures";
import { SubjectPicture } from "./subject-picture";

export type ListingCardData = {
  id: string;
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
  /** ms; null before it was ever published. */
  publishedTs: number | null;
  /** How soon its teacher answers as a rule, in seconds; null until enough was answered. */
  replyMedianS: number | null;
  /** From the place that somebody searched around; null where nobody did. */
  distanceKm: number | null;
  promoted?: boolean;
};

const NEW_FOR_MS = 30 * 24 * 60 * 60 * 1000;
const LEVELS_SHOWN = 2;

type CardProps = {
  listing: ListingCardData;
  now: number;
  eager?: boolean;
  headingLevel?: 2 | 3;
};

/**
 * A listing in a list. `now` (ms, `ctx.now`) tells whether it is new; `eager` loads the picture at once (the first
 * few of a page). The whole card leads to the listing; its accessible link is the title.
 */
export function ListingCard(card: CardProps) {
  const { listing, now, eager = false, headingLevel = 3 } = card;
  return (
    <Kept by={["card", listing, isNew(listing, now), eager, headingLevel]}>
      <Card {...card} />
    </Kept>
  );
}

const isNew = ({ publishedTs }: ListingCardData, now: number): boolean =>
  publishedTs !== null && now - publishedTs < NEW_FOR_MS;

function Card({ listing, now, eager = false, headingLevel = 3 }: CardProps) {
  const { t, url } = usePage();
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <article className={listing.promoted ? "card card--promoted" : "card"}>
      <div className="card__picture">
        {listing.picture ? (
          <img
            src={listing.picture.src}
            srcSet={listing.picture.srcSet}
            sizes="(min-width: 768px) 380px, 80px"
            width={listing.picture.width}
            height={listing.picture.height}
            alt={listing.picture.alt}
            loading={eager ? "eager" : "lazy"}
            fetchPriority={eager ? "high" : "auto"}
            decoding="async"
          />
        ) : (
          <SubjectPicture subject={listing.subject} />
        )}
      </div>
      <div className="card__body">
        <p className="card__subject">
          {listing.promoted ? <Badge tone="promoted">{t("general.card.promoted")}</Badge> : null}
          <span className="card__subject-name">{t(`general.subjects.${listing.subject}`)}</span>
          <LevelNames levels={listing.levels} />
        </p>
        <Heading className="card__title">
          <a className="card__link" href={url(paths.listing(listing.id))}>
            {listing.title}
          </a>
        </Heading>
        <p className="card__teacher">{listing.teacherName}</p>
        <p className="card__place">
          <Place listing={listing} />
          {/* One that is only online is as near as any. */}
          {listing.distanceKm === null || listing.locations.length === 0 ? null : (
            <Distance km={listing.distanceKm} />
          )}
        </p>
        <p className="card__foot">
          {listing.pricePerHour === null ? null : (
            <span className="card__price">
              <strong>
                <Money bani={listing.pricePerHour} />
              </strong>{" "}
              {t("general.card.perHour")}
            </span>
          )}
          {isNew(listing, now) ? <Badge tone="positive">{t("general.card.new")}</Badge> : null}
        </p>
        {listing.replyMedianS === null ? null : (
          <p className="card__reply">
            <MessageCircleReply size={16} aria-hidden="true" />
            {replyTime(t, listing.replyMedianS)}
          </p>
        )}
      </div>
    </article>
  );
}

function LevelNames({ levels }: { levels: readonly Level[] }) {
  const { t } = usePage();
  if (levels.length === 0) return null;
  const names = levels.slice(0, LEVELS_SHOWN).map((level) => t(`general.levels.${level}`));
  const rest = levels.length - names.length;
  return (
    <span className="card__levels">
      {names.join(", ")}
      {rest > 0 ? ` +${rest}` : ""}
    </span>
  );
}

/** In whole km: places are known to half of one. */
function Distance({ km }: { km: number }) {
  const { t } = usePage();
  const text = km < 1 ? t("general.card.near") : t("general.card.away", { n: Math.round(km) });
  return <span className="card__distance">{text}</span>;
}

/** "Cluj, Zorilor" and/or "online", with signs; a listing may be both. */
export function Place({
  listing,
}: {
  listing: Pick<ListingCardData, "county" | "neighbourhood" | "online" | "locations">;
}) {
  const { t } = usePage();
  const inPerson = listing.locations.length > 0 && listing.county;
  return (
    <span className="places">
      {inPerson && listing.county ? (
        <span className="place">
          <MapPin size={16} aria-hidden="true" />
          {[countyName(listing.county), listing.neighbourhood].filter(Boolean).join(", ")}
        </span>
      ) : null}
      {listing.online ? (
        <span className="place">
          <Video size={16} aria-hidden="true" />
          {t("general.card.online")}
        </span>
      ) : null}
    </span>
  );
}
