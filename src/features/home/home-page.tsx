import { LatestPosts, type PostCard } from "@/features/blog";
import { SearchBox } from "@/features/home/search-box";
import type { ListingCardRow } from "@/features/listings";
import { CountyLinks, PromotedBlock, type ScopeCount, ScopeLink } from "@/features/search";
import { type Testimonial, TestimonialQuote } from "@/features/testimonials";
import { HOME_SECTIONS, paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { CardGrid } from "@/ui/listing-card";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";
import { Steps } from "@/ui/steps";
import { SubjectIcon } from "@/ui/subject-picture";

export type HomeView = {
  promoted: readonly ListingCardRow[];
  newest: readonly ListingCardRow[];
  /** Subjects that have listings, with their counts. */
  subjects: readonly ScopeCount[];
  counties: readonly ScopeCount[];
  testimonials: readonly Testimonial[];
  posts: readonly PostCard[];
  /** ms */
  now: number;
};

export function HomePage({ view }: { view: HomeView }) {
  const { t, url } = usePage();
  const { promoted, newest, subjects, counties, testimonials, posts, now } = view;
  return (
    <>
      <section className="hero">
        <div className="container">
          <h1 className="hero__title">{t("home.hero")}</h1>
          <p className="hero__lead">{t("home.lead")}</p>
          <MemoisedMarkup deps={["home-search"]}>{() => <SearchBox />}</MemoisedMarkup>
          <p className="row">
            <a href={url(paths.plan())}>{t("general.footer.plan")}</a>
            <a href={url(paths.prices())}>{t("general.footer.prices")}</a>
          </p>
        </div>
      </section>
      <div className="container page">
        {promoted.length > 0 ? <PromotedBlock title={t("home.promoted")} cards={promoted} now={now} /> : null}
        {subjects.length > 0 ? (
          <MemoisedMarkup deps={["home-subjects", subjects]}>
            {() => <Subjects subjects={subjects} />}
          </MemoisedMarkup>
        ) : null}
        <NewestListings cards={newest} now={now} />
        <LatestPosts posts={posts} />
        {counties.length > 0 ? (
          <MemoisedMarkup deps={["home-counties", counties]}>
            {() => <Counties counties={counties} />}
          </MemoisedMarkup>
        ) : null}
        <MemoisedMarkup deps={["home-instructions"]}>{() => <Instructions />}</MemoisedMarkup>
        {testimonials.length > 0 ? <Testimonials testimonials={testimonials} /> : null}
      </div>
    </>
  );
}

function Subjects({ subjects }: { subjects: readonly ScopeCount[] }) {
  const { t, url } = usePage();
  return (
    <section className="section" id={HOME_SECTIONS.subjects}>
      <div className="section__head">
        <h2>{t("home.subjects")}</h2>
      </div>
      <ul className="subject-grid list-plain">
        {subjects.map((count) =>
          count.subject ? (
            <li key={count.subject}>
              <ScopeLink href={url(paths.listings({ subject: count.subject }))} count={count}>
                <SubjectIcon subject={count.subject} />
                <span>{t(`general.subjects.${count.subject}`)}</span>
              </ScopeLink>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}

/** Every county that has listings. */
function Counties({ counties }: { counties: readonly ScopeCount[] }) {
  const { t } = usePage();
  return (
    <section className="section" id={HOME_SECTIONS.counties}>
      <div className="section__head">
        <h2>{t("home.counties")}</h2>
      </div>
      <CountyLinks counts={counties} />
    </section>
  );
}

function NewestListings({ cards, now }: { cards: readonly ListingCardRow[]; now: number }) {
  const { t, url } = usePage();
  if (cards.length === 0) {
    const createListing = <LinkButton href={url(paths.teach())}>{t("home.teach.action")}</LinkButton>;
    return (
      <section className="section">
        <EmptyState title={t("home.empty.title")} action={createListing}>
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
      <CardGrid cards={cards} now={now} />
    </section>
  );
}

function TeacherInvitation() {
  const { t, url } = usePage();
  return (
    <section className="panel panel--raised stack">
      <h2>{t("home.teach.title")}</h2>
      <p>{t("home.teach.text")}</p>
      <p className="muted small">{t("home.teach.pricing")}</p>
      <p>
        <LinkButton href={url(paths.teach())}>{t("home.teach.action")}</LinkButton>
      </p>
    </section>
  );
}

/** How to find a teacher, and the invitation to become one. */
function Instructions() {
  const { t } = usePage();
  return (
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
      <TeacherInvitation />
    </div>
  );
}

/** A few published testimonials. */
function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const { t, url } = usePage();
  return (
    <section className="section">
      <div className="section__head">
        <h2>{t("home.testimonials")}</h2>
        <a href={url(paths.testimonials())}>{t("home.testimonialsAll")}</a>
      </div>
      <ul className="quotes list-plain">
        {testimonials.map((testimonial) => (
          <li key={testimonial.id}>
            <TestimonialQuote testimonial={testimonial} />
          </li>
        ))}
      </ul>
    </section>
  );
}
