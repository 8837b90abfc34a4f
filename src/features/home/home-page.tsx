import type { ListingCard as Card } from "@/features/listings";
import { PromotedBlock } from "@/features/search";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ListingCard } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";
import { SearchBox } from "@/ui/search-box";
import { Steps } from "@/ui/steps";
import { SubjectSign } from "@/ui/subject-picture";
import type { SubjectCount } from "./queries";

export type HomeView = {
  promoted: readonly Card[];
  newest: readonly Card[];
  subjects: readonly SubjectCount[];
  /** ms */
  now: number;
};

export function HomePage({ view }: { view: HomeView }) {
  const { t } = usePage();
  const { promoted, newest, subjects, now } = view;
  return (
    <>
      <section className="hero">
        <div className="container">
          <h1 className="hero__title">{t("home.hero")}</h1>
          <p className="hero__lead">{t("home.lead")}</p>
          <SearchBox />
        </div>
      </section>
      <div className="container page">
        {promoted.length > 0 ? <PromotedBlock title={t("home.promoted")} cards={promoted} now={now} /> : null}
        {subjects.length > 0 ? <Subjects subjects={subjects} /> : null}
        <Newest cards={newest} now={now} />
        <div className="with-aside section">
          <section>
            <h2>{t("home.how.title")}</h2>
            <Steps
              steps={["find", "write", "learn"].map((step) => ({
                title: t(`home.how.${step}`),
                text: t(`home.how.${step}Text`),
              }))}
            />
          </section>
          <Teach />
        </div>
      </div>
    </>
  );
}

function Subjects({ subjects }: { subjects: readonly SubjectCount[] }) {
  const { t, url, locale } = usePage();
  const number = new Intl.NumberFormat(locale);
  return (
    <section className="section">
      <div className="section__head">
        <h2>{t("home.subjects")}</h2>
      </div>
      <ul className="subject-grid list-plain">
        {subjects.map(({ subject, listings }) => (
          <li key={subject}>
            <a href={url(paths.listings({ subject }))}>
              <SubjectSign subject={subject} />
              <span>{t(`general.subjects.${subject}`)}</span>
              <span className="subject-grid__count">
                <span aria-hidden="true">{number.format(listings)}</span>
                <span className="visually-hidden">{t.count("general.counts.listings", listings)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Newest({ cards, now }: { cards: readonly Card[]; now: number }) {
  const { t, url } = usePage();
  if (cards.length === 0) {
    const offer = <LinkButton href={url(paths.createListing())}>{t("home.teach.action")}</LinkButton>;
    return (
      <section className="section">
        <EmptyState title={t("home.empty.title")} action={offer}>
          {t("home.empty.text")}
        </EmptyState>
      </section>
    );
  }
  return (
    <section className="section">
      <div className="section__head">
        <h2>{t("home.newest")}</h2>
        <a href={url(paths.listings())}>{t("home.newestAll")}</a>
      </div>
      <ul className="grid-cards list-plain">
        {cards.map((listing) => (
          <li key={listing.id}>
            <ListingCard listing={listing} now={now} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The other half of the market: an invitation to teachers. */
function Teach() {
  const { t, url } = usePage();
  return (
    <section className="panel panel--raised stack">
      <h2>{t("home.teach.title")}</h2>
      <p>{t("home.teach.text")}</p>
      <p className="muted small">{t("home.teach.pricing")}</p>
      <p>
        <LinkButton href={url(paths.createListing())}>{t("home.teach.action")}</LinkButton>
      </p>
    </section>
  );
}
