import { EnquiryForm, type EnquiryFormProps, PhoneReveal, type PhoneState } from "@/features/enquiries";
import {
  type ListingCardRow as Card,
  type ListingDetails,
  listCurrentDocuments,
  toListingPicture,
  toSimilarSearch,
} from "@/features/listings";
import type { ListingPromotion } from "@/features/promotions";
import { type PublishedReviewPage, ReviewsSection } from "@/features/reviews";
import { formatListTitle } from "@/features/search";
import { formatFullName, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Breadcrumbs, type Crumb } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { HeartButton } from "@/ui/heart-button";
import { toLangAttribute } from "@/ui/lang-attribute";
import { CardGrid } from "@/ui/listing-card";
import { ListingLocation } from "@/ui/listing-location";
import { usePage } from "@/ui/page-context";
import { Pictures } from "@/ui/pictures";
import { ActionBar } from "./action-bar";
import { CheckedDocumentsSection } from "./checked-documents-section";
import type { Teacher } from "./find-teacher";
import { ListingDescriptionList } from "./listing-description-list";
import { ListingPrice } from "./listing-price";
import { OtherListings } from "./other-listings";
import { OwnerPanel } from "./owner-panel";
import { TeacherPanel } from "./teacher-panel";
import { TeacherSummary } from "./teacher-summary";

export type ListingView = {
  listing: ListingDetails;
  teacher: Teacher;
  /** The first reviews of the teacher, with the summary of all; null in a preview. */
  reviews: PublishedReviewPage | null;
  /** The teacher's other visible listings. */
  others: readonly Card[];
  similar: readonly Card[];
  crumbs: readonly Crumb[];
  /** Whether the visitor is the owner or an admin, who see state and actions. */
  manages: boolean;
  /** Whether submissions of the owner, who sees this page, are published without moderation. */
  isTrusted: boolean;
  /** The form to write to the teacher; null for the owner and admins. */
  enquiry: EnquiryFormProps | null;
  /** The state of the teacher's phone number; null if it can't be revealed. */
  phone: PhoneState | null;
  promotions: readonly ListingPromotion[];
  /** ms */
  now: number;
};

export function ListingPage({ view }: { view: ListingView }) {
  const { t, url, locale, visitor, isShortlisted } = usePage();
  const { listing, now } = view;
  const lang = toLangAttribute(listing.textLanguage, locale);
  const teacher = formatFullName(listing.owner);
  const isBlocked = view.enquiry?.blockedIn !== undefined;
  const enquiryTitle = isBlocked
    ? t("enquiries.inbox.blocked")
    : t("public-pages.listing.enquire.title", { teacher });
  const documents = listCurrentDocuments(listing.checked, now);
  const pictures = listing.images.map((image) =>
    toListingPicture(
      listing.id,
      image,
      image.alt || t("public-pages.listing.pictureAlt", { title: listing.title }),
    ),
  );
  return (
    <div className="container page">
      <Breadcrumbs crumbs={view.crumbs} current={listing.title} lang={lang} />
      {view.manages ? <OwnerPanel {...view} /> : null}
      <div className={view.manages ? "with-aside section" : "with-aside"}>
        <div>
          <header className="page-head">
            <p className="card__subject">
              <b>{t(`general.subjects.${listing.subject}`)}</b>
              <span>{listing.levels.map((code) => t(`general.levels.${code}`)).join(", ")}</span>
              {lang ? <span>{t(`public-pages.listing.textIn.${lang}`)}</span> : null}
            </p>
            <h1 lang={lang}>{listing.title}</h1>
            <TeacherSummary
              userId={listing.owner.id}
              name={teacher}
              teacher={view.teacher}
              documents={documents}
            >
              <p className="page-head__lead">
                <a href={url(paths.teacher(listing.owner.id))}>{teacher}</a>
              </p>
            </TeacherSummary>
            <p className="row">
              <ListingLocation listing={listing} />
              {view.enquiry ? (
                <HeartButton
                  listingId={listing.id}
                  title={listing.title}
                  isSaved={isShortlisted?.(listing.id) ?? false}
                  isTarget
                  withText
                />
              ) : null}
            </p>
          </header>
          <Pictures pictures={pictures} />
          <section className="section">
            <h2>{t("public-pages.listing.about")}</h2>
            <div className="prose pre-line" lang={lang}>
              {listing.description}
            </div>
          </section>
          <section className="section">
            <h2>{t("public-pages.listing.details.title")}</h2>
            <ListingDescriptionList listing={listing} />
            {listing.locations.some((code) => code !== "lh") ? (
              <p className="muted small">{t("public-pages.listing.place.note")}</p>
            ) : null}
          </section>
          <TeacherPanel teacher={view.teacher} hasDocuments={documents.length > 0}>
            {view.phone ? (
              <PhoneReveal listingId={listing.id} state={view.phone} />
            ) : view.teacher.hasPhone && visitor?.id === listing.owner.id ? (
              <p>
                {t("public-pages.listing.owner.phone")}{" "}
                <a href={`${url(paths.profile())}#field-teacher_information.phone_number`}>
                  {t("public-pages.listing.owner.changePhone")}
                </a>
              </p>
            ) : null}
          </TeacherPanel>
          <CheckedDocumentsSection documents={documents} />
          <OtherListings teacher={teacher} listings={view.others} />
          {view.reviews ? <ReviewsSection listing={listing} page={view.reviews} teacher={teacher} /> : null}
          {view.enquiry && !isBlocked ? (
            <ActionBar href="#enquiry" label={t("public-pages.listing.enquire.action")}>
              <ListingPrice listing={listing} />
            </ActionBar>
          ) : null}
        </div>
        <aside className="with-aside__aside" aria-label={enquiryTitle}>
          <div className="panel panel--raised stack">
            <ListingPrice listing={listing} />
            {listing.price === null ? null : (
              <p className="small muted">
                {t("public-pages.listing.monthly", { price: formatLei(toMonthly(listing.price), locale) })}
              </p>
            )}
            {view.enquiry ? (
              <div className="stack screen-only">
                <h2 id="enquiry">{enquiryTitle}</h2>
                <EnquiryForm {...view.enquiry} />
              </div>
            ) : null}
          </div>
        </aside>
      </div>
      {view.enquiry || view.similar.length > 0 ? (
        <SimilarListings cards={view.similar} listing={listing} now={now} />
      ) : null}
      {view.enquiry ? (
        <p className="section small screen-only">
          <a href={url(paths.reportListing(listing.id))} rel="nofollow">
            {t("public-pages.listing.report")}
          </a>
        </p>
      ) : null}
    </div>
  );
}

/** Replaces the page of a listing that is paused, expired or deleted. */
export function UnavailablePage({
  listing,
  similar,
  now,
}: {
  listing: ListingDetails;
  similar: readonly Card[];
  now: number;
}) {
  const { t, url } = usePage();
  const kind = listing.state === "deleted" ? "gone" : "unavailable";
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t(`public-pages.listing.${kind}.title`)}</h1>
        <p className="page-head__lead">{t(`public-pages.listing.${kind}.text`)}</p>
        <div className="page-head__actions">
          <LinkButton href={url(paths.listings(toSimilarSearch(listing)))}>
            {t("public-pages.listing.unavailable.action")}
          </LinkButton>
        </div>
      </header>
      <SimilarListings cards={similar} listing={listing} now={now} />
    </div>
  );
}

/** Similar listings, and a link to the search for more: alone without any. */
function SimilarListings({
  cards,
  listing,
  now,
}: {
  cards: readonly Card[];
  listing: ListingDetails;
  now: number;
}) {
  const { t, url } = usePage();
  const { subject, levels, county, locations } = listing;
  const scope = { subject, county: locations.length > 0 ? county : null };
  const more = (
    <a href={url(paths.listings(toSimilarSearch(listing)))}>{formatListTitle(t, scope, levels)}</a>
  );
  if (cards.length === 0) return <p className="section screen-only">{more}</p>;
  return (
    <section className="section screen-only">
      <div className="section__head">
        <h2>{t("public-pages.listing.similar.title")}</h2>
        {more}
      </div>
      <CardGrid cards={cards} now={now} />
    </section>
  );
}

/** What a lesson a week costs in a month (bani): 52 weeks in 12 months, rounded to 10 lei. */
const toMonthly = (price: number): number => Math.round((price * 52) / 12 / 1000) * 1000;
