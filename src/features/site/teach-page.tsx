import { PackagePrices } from "@/features/promotions";
import type { Package } from "@/features/settings";
import { paths } from "@/shared/paths";
import { Badge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import type { ListingCardData } from "@/ui/listing-card";
import { CardGrid } from "@/ui/listing-card";
import { type Page, usePage } from "@/ui/page-context";
import { Steps } from "@/ui/steps";

const FACTS = ["free", "commission", "direct", "requests", "private", "documents"] as const;
const STEPS = ["account", "listing", "messages"] as const;

/** Explains to teachers what the site offers and costs, with one way to begin. */
export function TeachPage({ packages, now }: { packages: readonly Package[]; now: number }) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head stack">
        <h1>{t("site.teach.title")}</h1>
        <p className="page-head__lead">{t("site.teach.lead")}</p>
        <BeginButton />
      </header>
      <section className="section prose">
        <h2>{t("site.teach.facts.heading")}</h2>
        <ul>
          {FACTS.map((fact) => (
            <li key={fact}>{t(`site.teach.facts.${fact}`)}</li>
          ))}
        </ul>
        <p>
          <a href={url(paths.prices())}>{t("site.teach.prices")}</a>
        </p>
      </section>
      <section className="section stack">
        <h2>{t("site.teach.example.heading")}</h2>
        <p>{t("site.teach.example.text")}</p>
        <figure className="stack single-card">
          <figcaption>
            <Badge>{t("site.teach.example.label")}</Badge>
          </figcaption>
          <div inert>
            <CardGrid cards={[createExample(t)]} now={now} />
          </div>
        </figure>
      </section>
      <section className="section stack">
        <h2>{t("site.teach.steps.heading")}</h2>
        <Steps
          steps={STEPS.map((step) => ({
            title: t(`site.teach.steps.${step}.title`),
            text: t(`site.teach.steps.${step}.text`),
          }))}
        />
      </section>
      {packages.length > 0 ? (
        <section className="section stack">
          <h2>{t("site.teach.promotion.heading")}</h2>
          <p>{t("site.teach.promotion.text")}</p>
          <PackagePrices packages={packages} />
        </section>
      ) : null}
    </div>
  );
}

/** A new account for visitors, the listing form for teachers, and the change of role for learners. */
function BeginButton() {
  const { t, url, visitor } = usePage();
  const next = paths.createListing();
  const [href, label] =
    visitor === null
      ? [paths.signUp({ role: "t", next }), "signUp"]
      : visitor.role === "u"
        ? [`${paths.settings()}#teaching`, "becomeTeacher"]
        : [next, "create"];
  return (
    <p>
      <LinkButton href={url(href)}>{t(`site.teach.begin.${label}`)}</LinkButton>
    </p>
  );
}

/** A card as lists show it, with example content and the reader in place of a teacher. */
const createExample = (t: Page["t"]): ListingCardData => ({
  // Crawlers follow the link of the card, too: it leads to the form for a new listing.
  id: "create",
  ownerId: "example",
  title: t("site.teach.example.title"),
  textLanguage: t.locale,
  subject: "m",
  levels: ["m", "pe"],
  county: "cj",
  neighbourhood: "",
  online: true,
  locations: ["th"],
  price: 8000,
  sessionMinutes: 60,
  pricePerHour: 8000,
  teacherName: t("site.teach.example.teacher"),
  experienceYears: 10,
  qualification: null,
  picture: null,
  teacherPicture: null,
  reviewCount: 0,
  ratingSum: 0,
  checked: [],
  trial: "free",
  formats: ["individual"],
  publishedTs: null,
  replyMedianS: null,
  distanceKm: null,
});
