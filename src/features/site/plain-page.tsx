import { Fragment, type ReactNode } from "react";
import { ConsentForm, StoredData } from "@/features/privacy";
import type { ConsentSettings } from "@/shared/consent";
import { formatDay } from "@/shared/format";
import { paths } from "@/shared/paths";
import type { Seller } from "@/shared/schemas/pricing";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { PlainPageContent as Page, PlainSection } from "./plain-pages";
import { PlainText } from "./plain-text";

/** The operator's details from the settings. */
type Operator = {
  email: string;
  /** The seller of promotions; null until an admin enters it. */
  seller: Pick<Seller, "name" | "tax_id" | "registration_number" | "address"> | null;
  /** Whether Google's tag counts visits. */
  analytics: boolean;
};

/** The visitor's cookie consent; `saved` if it was just saved. */
type Choice = { consent: ConsentSettings | null; saved: boolean };

/** Cookies in table order; `locales/site` describes each. */
const COOKIES = ["refresh_token", "refresh_token_copy", "locale", "user_consent_settings", "viewport"];

type PlainPageProps = { page: Page; operator: Operator; choice: Choice };

export function PlainPage({ page, operator, choice }: PlainPageProps) {
  const { t, locale, siteName } = usePage();
  const say = (key: string) => t(`site.${page.name}.${key}`, { site: siteName });
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{say("title")}</h1>
        <p className="page-head__lead">{say("lead")}</p>
        <p className="small muted">{t("site.changed", { date: formatDay(page.changed, locale) })}</p>
      </header>
      <nav className="prose" aria-labelledby="contents">
        <h2 id="contents">{t("site.contents")}</h2>
        <ul>
          {page.sections.map(({ id }) => (
            <li key={id}>
              <a href={`#${id}`}>{say(`${id}.heading`)}</a>
            </li>
          ))}
        </ul>
      </nav>
      {page.sections.map((section) => (
        <Section key={section.id} section={section} say={say} operator={operator} choice={choice} />
      ))}
    </div>
  );
}

type SectionProps = Omit<PlainPageProps, "page"> & { section: PlainSection; say: (key: string) => string };

function Section({ section, say, operator, choice }: SectionProps) {
  const { url } = usePage();
  const { id, part, links = [] } = section;
  const text = part === "analytics" ? `${id}.${operator.analytics ? "on" : "off"}` : `${id}.text`;
  return (
    <section className="section stack" id={id}>
      <div className="prose">
        <h2>{say(`${id}.heading`)}</h2>
        <PlainText>{say(text)}</PlainText>
      </div>
      {part === "operator" ? <OperatorFacts operator={operator} /> : null}
      {part === "stored" ? <StoredData /> : null}
      {part === "table" ? (
        <DescriptionList
          items={COOKIES.map((name) => ({
            term: <CookieName name={name} />,
            details: say(`${id}.${name}`),
            key: name,
          }))}
        />
      ) : null}
      {part === "choices" ? <Choices choice={choice} /> : null}
      {links.length > 0 ? (
        <ul className="prose">
          {links.map((link) => (
            <li key={link.href}>
              <a href={link.href.startsWith("/") ? url(link.href) : link.href}>{say(`${id}.${link.text}`)}</a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** A cookie's name that may wrap between its words. */
const CookieName = ({ name }: { name: string }) => (
  <code>
    {name.split("_").map((word, place) => (
      <Fragment key={word}>
        {place > 0 ? "_" : ""}
        <wbr />
        {word}
      </Fragment>
    ))}
  </code>
);

function Choices({ choice: { consent, saved } }: { choice: Choice }) {
  const { t } = usePage();
  return (
    <div className="stack">
      {saved ? (
        <Notice tone="success" live>
          <p>{t("privacy.consent.saved")}</p>
        </Notice>
      ) : null}
      <ConsentForm settings={consent} next={paths.cookieChoices({ done: "consent" })} />
    </div>
  );
}

/** The operator's name and contact, which Law 365/2002, art. 5 requires to be easy to find. */
function OperatorFacts({ operator: { email, seller } }: { operator: Operator }): ReactNode {
  const { t, siteName } = usePage();
  const of = (name: "tax_id" | "registration_number" | "address") =>
    seller && { term: t(`site.operator.${name}`), details: seller[name] };
  return (
    <DescriptionList
      items={[
        { term: t("site.operator.name", { site: siteName }), details: seller?.name ?? siteName },
        of("tax_id"),
        of("registration_number"),
        of("address"),
        { term: t("site.operator.email"), details: <a href={`mailto:${email}`}>{email}</a> },
      ]}
    />
  );
}
