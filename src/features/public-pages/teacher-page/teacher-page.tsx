import { type ListingCardRow, listCurrentDocuments } from "@/features/listings";
import { PagedReviews, type PublishedReviewPage } from "@/features/reviews";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Breadcrumbs, type Crumb } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { CardGrid } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";
import { ShareFields } from "@/ui/share-fields";
import { CheckedDocumentsSection } from "../listing-page/checked-documents-section";
import { TeacherPanel } from "../listing-page/teacher-panel";
import { TeacherSummary } from "../listing-page/teacher-summary";
import type { PublicTeacher } from "./find-public-teacher";

const LISTINGS_ID = "lessons";

export type TeacherView = {
  teacher: PublicTeacher;
  listings: readonly ListingCardRow[];
  /** What the page says without a visible listing. */
  absence: "own" | "ownPending" | "none" | "never";
  reviews: PublishedReviewPage;
  crumbs: readonly Crumb[];
  /** The page's URL, to share. */
  address: string;
  /** ms */
  now: number;
};

/** A teacher's public page: who they are, their visible listings and their reviews. */
export function TeacherPage({ view }: { view: TeacherView }) {
  const { teacher, listings, reviews, crumbs, now } = view;
  const { t, url, visitor } = usePage();
  const name = formatFullName(teacher);
  const documents = listCurrentDocuments(teacher.checked, now);
  const [first, second] = listings;
  return (
    <div className="container page">
      <Breadcrumbs crumbs={crumbs} current={name} />
      <header className="page-head">
        <TeacherSummary userId={teacher.id} name={name} teacher={teacher} documents={documents}>
          <h1>{name}</h1>
        </TeacherSummary>
        <div className="page-head__actions">
          {visitor?.id === teacher.id ? (
            <LinkButton href={url(paths.profile())} variant="secondary">
              {t("public-pages.teacher.edit")}
            </LinkButton>
          ) : first ? (
            // A message is about a listing, so the learner chooses one of several.
            <LinkButton href={second ? `#${LISTINGS_ID}` : `${url(paths.listing(first.id))}#enquiry`}>
              {t("public-pages.listing.enquire.title", { teacher: name })}
            </LinkButton>
          ) : null}
        </div>
      </header>
      <div className="teacher-about">
        <TeacherPanel teacher={teacher} hasDocuments={documents.length > 0} />
        <CheckedDocumentsSection documents={documents} />
      </div>
      <section className="section" id={LISTINGS_ID}>
        {first ? (
          <>
            <div className="section__head">
              <h2>{t("public-pages.teacher.listings", { teacher: name })}</h2>
              {second ? <p className="muted">{t("public-pages.teacher.choose")}</p> : null}
            </div>
            <CardGrid cards={listings} now={now} />
          </>
        ) : (
          <NoListings absence={view.absence} teacher={teacher} />
        )}
      </section>
      <div className="teacher-about">
        {reviews.summary.count === 0 ? null : (
          <section className="section" id="reviews">
            <h2>{t("reviews.display.heading")}</h2>
            <PagedReviews
              page={reviews}
              teacher={name}
              toHref={(cursor) => `${url(paths.teacher(teacher.id, cursor))}#reviews`}
            />
          </section>
        )}
        {first ? <ShareSection name={name} address={view.address} /> : null}
      </div>
      {first && visitor?.id !== teacher.id ? (
        <p className="section small">
          <a href={url(paths.reportListing(first.id))} rel="nofollow">
            {t("public-pages.teacher.report")}
          </a>
        </p>
      ) : null}
    </div>
  );
}

/** What to do next: the teacher publishes a listing, visitors find another teacher of the county. */
function NoListings({
  absence,
  teacher: { county },
}: Pick<TeacherView, "absence"> & {
  teacher: PublicTeacher;
}) {
  const { t, url } = usePage();
  const isOwner = absence.startsWith("own");
  return (
    <EmptyState
      title={t(`public-pages.teacher.${absence}.title`)}
      action={
        <LinkButton href={url(isOwner ? paths.ownListings() : paths.listings({ county }))}>
          {t(isOwner ? "general.nav.myListings" : "public-pages.listing.unavailable.action")}
        </LinkButton>
      }
    >
      {t(`public-pages.teacher.${absence}.text`)}
    </EmptyState>
  );
}

function ShareSection({ name, address }: { name: string; address: string }) {
  const { t } = usePage();
  return (
    <section className="section stack">
      <h2>{t("public-pages.teacher.share.title")}</h2>
      <ShareFields
        label={t("public-pages.teacher.share.label")}
        href={address}
        message={`${name}: ${address}`}
      />
    </section>
  );
}
