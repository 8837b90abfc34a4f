import { type SearchDemand, SearchDemandPanel } from "@/features/counted-searches";
import { countyName } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { Badge, StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Money } from "@/ui/money";
import { Notice, type NoticeTone } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { PriceUnit } from "@/ui/price-unit";
import { SubjectPicture } from "@/ui/subject-picture";
import { Time } from "@/ui/time";
import { ModerationNotice, RevisionNotice } from "../revisions/moderation-notices";
import { expiresSoon, ListingActions } from "./listing-actions";
import { type OwnListing, STATISTICS_DAYS } from "./own-listings";
import type { TeacherHome } from "./teacher-home";
import { MissingSteps, Today } from "./teacher-home-panels";

/** Groups of the list, in the order of their urgency. */
const GROUPS = ["todo", "waiting", "live", "paused", "stopped"] as const;
type GroupName = (typeof GROUPS)[number];

function getGroup({ state, revision }: OwnListing): GroupName {
  if (state === "suspended" || state === "deleted") return "stopped";
  const needsAction = state === "rejected" || state === "draft" || state === "expired";
  if (needsAction || revision?.stateReasons) return "todo";
  if (state === "pending") return "waiting";
  return state === "paused" ? "paused" : "live";
}

const DONE_TONES: Record<string, NoticeTone> = { unverified: "warning", unchanged: "info" };

export type OwnListingsView = {
  listings: readonly OwnListing[];
  /** Whether the user's submissions are published without moderation. */
  isTrusted: boolean;
  /** Null for learners and admins. */
  home: TeacherHome | null;
  /** What learners search for, in the subjects and counties of the listings. */
  demand: readonly SearchDemand[];
  /** ms */
  now: number;
  /** The action just completed: a key of `listings.done`. */
  done: string | null;
  /** The listing of the action, if it is published now. */
  publishedId: string | null;
  /** The message of a refused action. */
  refusalMessage: string | null;
};

export function OwnListingsPage({
  view: { listings, isTrusted, home, demand, now, done, publishedId, refusalMessage },
}: {
  view: OwnListingsView;
}) {
  const { t, url, visitor } = usePage();
  const canTeach = visitor?.role !== "u";
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t("listings.own.heading")}</h1>
        {listings.length > 0 ? (
          <div className="page-head__actions">
            <LinkButton href={url(paths.analytics())} variant="secondary">
              {t("general.nav.analytics")}
            </LinkButton>
            <LinkButton href={url(paths.ownOrders())} variant="secondary">
              {t("general.nav.promotions")}
            </LinkButton>
            <LinkButton href={url(paths.createListing())}>{t("listings.own.create")}</LinkButton>
          </div>
        ) : null}
      </header>
      <div className="stack stack--loose">
        {refusalMessage ? (
          <Notice tone="danger" live>
            {refusalMessage}
          </Notice>
        ) : null}
        {done ? (
          <Notice tone={DONE_TONES[done] ?? "success"} live>
            <p>{t(`listings.done.${done}`)}</p>
            {publishedId ? (
              <p className="row">
                <a href={url(paths.listing(publishedId))}>{t("listings.own.view")}</a>
                <a href={url(paths.shareListing(publishedId))}>{t("listings.actions.share")}</a>
              </p>
            ) : null}
          </Notice>
        ) : null}
        {home ? <Today home={home} expiring={listExpiring(listings, now)} /> : null}
        {listings.length === 0 ? (
          <EmptyState
            title={t("listings.own.empty")}
            action={
              <LinkButton href={url(paths.createListing())}>
                {t("listings.firstSteps.listing.title")}
              </LinkButton>
            }
          >
            {t(canTeach ? "listings.own.emptyText" : "listings.own.emptyLearner")}
          </EmptyState>
        ) : null}
        {GROUPS.map((name) => (
          <ListingGroup
            key={name}
            name={name}
            isTrusted={isTrusted}
            now={now}
            listings={listings.filter((listing) => getGroup(listing) === name)}
          />
        ))}
        {home ? (
          <MissingSteps
            home={home}
            draftId={findId(listings, "draft")}
            publishedId={findId(listings, "published")}
          />
        ) : null}
        <SearchDemandPanel demand={demand} />
      </div>
    </div>
  );
}

const findId = (listings: readonly OwnListing[], state: OwnListing["state"]): string | undefined =>
  listings.find((listing) => listing.state === state)?.id;

/** Published listings that expire soon, the first to expire first. */
const listExpiring = (listings: readonly OwnListing[], now: number) =>
  listings
    .filter((listing) => listing.state === "published" && expiresSoon(listing, now))
    .toSorted((a, b) => (a.expiresTs ?? 0) - (b.expiresTs ?? 0));

function ListingGroup({
  name,
  listings,
  isTrusted,
  now,
}: Pick<OwnListingsView, "isTrusted"> & {
  name: GroupName;
  listings: readonly OwnListing[];
  /** ms */
  now: number;
}) {
  const { t } = usePage();
  if (listings.length === 0) return null;
  return (
    <section className="section">
      <div className="section__head">
        <h2>{t(`listings.own.groups.${name}`)}</h2>
      </div>
      <ul className="entry-list">
        {listings.map((listing) => (
          <ListingEntry key={listing.id} listing={listing} isTrusted={isTrusted} now={now} />
        ))}
      </ul>
    </section>
  );
}

function ListingEntry({
  listing,
  isTrusted,
  now,
}: Pick<OwnListingsView, "isTrusted" | "now"> & { listing: OwnListing }) {
  const { t, url } = usePage();
  const subject = t(`general.subjects.${listing.subject}`);
  const title = listing.title || t("listings.own.untitled", { subject });
  const isRemoved = listing.state === "deleted";
  const isPromoted = listing.promotedFromTs !== null && listing.promotedFromTs <= now && !isRemoved;
  const isHidden = listing.state !== "published";
  const details = [
    subject,
    listing.county ? countyName(listing.county) : null,
    listing.online ? t("general.card.online") : null,
  ].filter(Boolean);
  return (
    <li className="entry entry--open" id={listing.id}>
      <div className="entry__main">
        <div className="entry__head">
          <Thumbnail listing={listing} />
          <div>
            <p className="entry__title">
              {listing.state === "draft" || isRemoved ? (
                title
              ) : (
                <a href={url(paths.listing(listing.id))}>{title}</a>
              )}
            </p>
            <p className="entry__meta">
              {details.join(" · ")}
              {listing.price === null ? null : (
                <>
                  {" · "}
                  <Money bani={listing.price} />
                  <PriceUnit {...listing} />
                </>
              )}
            </p>
            <StateDates listing={listing} now={now} />
          </div>
        </div>
        {isRemoved ? <RemovalNotice id={listing.id} /> : <Statistics listing={listing} />}
        {listing.state === "rejected" || listing.state === "suspended" ? (
          <ModerationNotice
            listing={listing}
            suspended={listing.state === "suspended"}
            ownedId={listing.id}
          />
        ) : null}
        {listing.revision && !isRemoved ? (
          <RevisionPanel id={listing.id} revision={listing.revision} />
        ) : null}
        {isPromoted && isHidden ? (
          <Notice tone="warning">
            <p>{t("listings.own.hiddenPromotion")}</p>
          </Notice>
        ) : null}
        {listing.state === "paused" && listing.stateReasons ? (
          <Notice tone="warning" title={t("general.moderationReasons.unanswered")}>
            <p>
              {t("listings.unanswered")}{" "}
              <a href={url(paths.inbox({ box: "waiting" }))}>{t("listings.toMessages")}</a>
            </p>
          </Notice>
        ) : null}
        <ListingActions
          listing={listing}
          isTrusted={isTrusted}
          now={now}
          needsFix={listing.state === "rejected" || Boolean(listing.revision?.stateReasons)}
        />
      </div>
      <div className="entry__side">
        {isPromoted && !isHidden ? <Badge tone="promoted">{t("general.card.promoted")}</Badge> : null}
        {isRemoved ? (
          <Badge tone="danger">{t("listings.moderation.removedState")}</Badge>
        ) : (
          <StateBadge kind="listing" state={listing.state} />
        )}
      </div>
    </li>
  );
}

/** Leads to the reasons for a removal, where the owner objects. */
function RemovalNotice({ id }: { id: string }) {
  const { t, url } = usePage();
  return (
    <Notice tone="warning" title={t("listings.moderation.removed")}>
      <p>
        <a href={url(paths.listingObjection(id))}>{t("listings.moderation.decision")}</a>
      </p>
    </Notice>
  );
}

/** The listing's first picture, or its subject's. Decorative: the title is next to it. */
function Thumbnail({ listing: { picture, subject } }: { listing: OwnListing }) {
  return (
    <div className="entry__picture">
      {picture === null ? (
        <SubjectPicture subject={subject} />
      ) : (
        <img src={picture} alt="" width={64} height={64} loading="lazy" />
      )}
    </div>
  );
}

/** Recent statistics of a listing, with a link to all of them. Hidden for a listing that was never viewed. */
function Statistics({ listing: { id, state, statistics } }: { listing: OwnListing }) {
  const { t, url } = usePage();
  if (state !== "published" && statistics.views === 0 && statistics.enquiries === 0) return null;
  const { views, enquiries } = statistics;
  return (
    <p className="entry__meta">
      {t.count("listings.own.statistics.days", STATISTICS_DAYS)}{" "}
      <a href={url(paths.analytics({ days: STATISTICS_DAYS, listing: id }))}>
        {[
          t.count("listings.own.statistics.views", views),
          t.count("listings.own.statistics.enquiries", enquiries),
        ].join(" · ")}
      </a>
    </p>
  );
}

/** A revision, with its state. */
function RevisionPanel({ id, revision }: { id: string; revision: NonNullable<OwnListing["revision"]> }) {
  return (
    <>
      <RevisionNotice revision={revision} ownedId={id} />
      <div className="panel stack stack--tight">
        <p>
          <strong>{revision.title}</strong>
        </p>
        <p className="pre-line">{revision.description}</p>
      </div>
    </>
  );
}

/** The date that belongs to the listing's state, and the period of its promotion. */
function StateDates({ listing, now }: { listing: OwnListing; now: number }) {
  const { t } = usePage();
  const { state, expiresTs, submittedTs, updatedTs, promotedFromTs, promotedUntilTs } = listing;
  const [key, ts] =
    state === "pending"
      ? ["pending", submittedTs]
      : state === "expired"
        ? ["expired", expiresTs]
        : state === "published"
          ? ["until", expiresTs]
          : state === "paused"
            ? ["paused", expiresTs]
            : ["changed", updatedTs];
  return (
    <p className="entry__meta">
      {ts === null ? null : (
        <>
          {t(`listings.own.dates.${key}`)} <Time ts={ts} />
        </>
      )}
      {promotedUntilTs && state !== "deleted" ? (
        <>
          {" · "}
          {promotedFromTs !== null && promotedFromTs > now ? (
            <>
              {t("listings.own.dates.promotionBegins")} <Time ts={promotedFromTs} />,{" "}
              {t("listings.own.dates.promotionEnds")}
            </>
          ) : (
            t("listings.own.dates.promoted")
          )}{" "}
          <Time ts={promotedUntilTs} />
        </>
      ) : null}
    </p>
  );
}
