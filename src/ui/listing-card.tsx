import { MapPin, MessageCircleReply, Video } from "lucide-react";
import type { ReactNode } from "react";
import { type County, countyName, type Level, type Location, type Subject } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { formatReplyTime } from "@/shared/reply-time";
import { Badge } from "./badge";
import { MemoisedMarkup } from "./memoised-markup";
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
  /** ms; null if it was never published. */
  publishedTs: number | null;
  /** The teacher's median response time in seconds; null until there are enough answers. */
  replyMedianS: number | null;
  /** Distance from the searched location; null without one. */
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
 * A listing in a list. `now` (ms, `ctx.now`) decides whether it is new; `eager` loads the picture immediately (for the
 * first few on a page). The whole card links to the listing; the accessible link is the title.
 */
export function ListingCard({ listing, now, eager = false, headingLevel = 3 }: CardProps) {
  const content = toCardContent(listing, now);
  const values = [...Object.values(content), headingLevel];
  const body = <CardBody listing={content} headingLevel={headingLevel} />;
  // React adds a preload for an eager image to the page's head, which it can't do in memoised markup.
  return eager && listing.picture ? (
    <Card listing={content} eager>
      <MemoisedMarkup deps={["card-body", ...values]}>{body}</MemoisedMarkup>
    </Card>
  ) : (
    <MemoisedMarkup deps={["card", ...values]}>
      <Card listing={content} eager={false}>
        {body}
      </Card>
    </MemoisedMarkup>
  );
}

/** What a card shows of a listing. */
type CardContent = Omit<ListingCardData, "publishedTs" | "distanceKm" | "promoted"> & {
  promoted: boolean;
  /** Whole km, because locations are rounded to about half a km; 0 for less than one. */
  km: number | null;
  isNew: boolean;
};

/** Only what the card shows, so that equal cards share their memoised markup. */
function toCardContent(listing: ListingCardData, now: number): CardContent {
  const { id, title, subject, levels, county, neighbourhood, online, locations, pricePerHour } = listing;
  const { teacherName, picture, replyMedianS, promoted = false, publishedTs, distanceKm } = listing;
  // Distance doesn't matter for a listing that is only online.
  const far = locations.length > 0 ? distanceKm : null;
  return {
    ...{ id, title, subject, levels, county, neighbourhood, online, locations, pricePerHour },
    ...{ teacherName, picture, replyMedianS, promoted },
    km: far === null ? null : far < 1 ? 0 : Math.round(far),
    isNew: publishedTs !== null && now - publishedTs < NEW_FOR_MS,
  };
}

function Card({ listing, eager, children }: { listing: CardContent; eager: boolean; children: ReactNode }) {
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
      {children}
    </article>
  );
}

function CardBody({ listing, headingLevel }: { listing: CardContent; headingLevel: 2 | 3 }) {
  const { t, url } = usePage();
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
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
        <ListingLocation listing={listing} />
        {listing.km === null ? null : <Distance km={listing.km} />}
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
        {listing.isNew ? <Badge tone="positive">{t("general.card.new")}</Badge> : null}
      </p>
      {listing.replyMedianS === null ? null : (
        <p className="card__reply">
          <MessageCircleReply size={16} aria-hidden="true" />
          {formatReplyTime(t, listing.replyMedianS)}
        </p>
      )}
    </div>
  );
}

function LevelNames({ levels }: { levels: readonly Level[] }) {
  const { t } = usePage();
  if (levels.length === 0) return null;
  const names = levels.slice(0, LEVELS_SHOWN).map((level) => t(`general.levels.${level}`));
  const rest = levels.length - names.length;
  return (
    <span>
      {names.join(", ")}
      {rest > 0 ? ` +${rest}` : ""}
    </span>
  );
}

function Distance({ km }: { km: number }) {
  const { t } = usePage();
  const text = km === 0 ? t("general.card.near") : t("general.card.away", { n: km });
  return <span className="card__distance">{text}</span>;
}

/** "Cluj, Zorilor" and/or "online", with icons. */
export function ListingLocation({
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
