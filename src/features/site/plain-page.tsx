import { Fragment, type ReactNode } from "react";
import { ConsentForm, StoredData } from "@/features/privacy";
import type { ConsentSettings } from "@/shared/consent";
import { formatDay } from "@/shared/format";
import { paths } from "@/shared/paths";
import type { CompleteSeller } from "@/shared/schemas/pricing";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { OperatorDetails } from "@/ui/operator-details";
import { usePage } from "@/ui/page-context";
import { TextWithHelplines } from "@/ui/text-with-helplines";
import type { PlainPageContent, PlainSection } from "./plain-pages";

/** The operator's details from the settings. */
type Operator = {
  email: string;
  /** The seller of promotions; null until an admin has entered all of it. */
  seller: CompleteSeller | null;
  /** Whether the site uses Google's tag. */
  usesAnalytics: boolean;
  /** See `getSessionCookiePrefix`. */
  sessionCookiePrefix: string;
};

/** The visitor's cookie consent; null if they have not chosen. */
type ConsentChoice = { consent: ConsentSettings | null; isSaved: boolean };

/** Cookies in table order; `locales/site` describes each. */
const COOKIES = [
  "refresh_token",
  "refresh_token_copy",
  "device",
  "sign_up",
  "shortlist",
  "guest_contact",
  "confirmed_address",
  "pending_message",
  "kept_message",
  "admin_page",
  "locale",
  "user_consent_settings",
  "viewport",
];

const MAX_SECTIONS_WITHOUT_CONTENTS = 4;

type PlainPageProps = { page: PlainPageContent; operator: Operator; consentChoice: ConsentChoice };

export function PlainPage({ page, operator, consentChoice }: PlainPageProps) {
  const { t, locale, siteName } = usePage();
  const translate = (key: string) => t(`site.${page.name}.${key}`, { site: siteName });
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{translate("title")}</h1>
        <p className="page-head__lead">{translate("lead")}</p>
        <p className="small muted">{t("site.changed", { date: formatDay(page.changed, locale) })}</p>
      </header>
      {page.sections.length > MAX_SECTIONS_WITHOUT_CONTENTS ? (
        <nav className="prose" aria-labelledby="contents">
          <h2 id="contents">{t("site.contents")}</h2>
          <ul>
            {page.sections.map(({ id }) => (
              <li key={id}>
                <a href={`#${id}`}>{translate(`${id}.heading`)}</a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {page.sections.map((section) => (
        <Section
          key={section.id}
          section={section}
          translate={translate}
          operator={operator}
          consentChoice={consentChoice}
        />
      ))}
    </div>
  );
}

type SectionProps = Omit<PlainPageProps, "page"> & {
  section: PlainSection;
  translate: (key: string) => string;
};

function Section({ section, translate, operator, consentChoice }: SectionProps) {
  const { url } = usePage();
  const { id, part, links = [] } = section;
  const text = part === "analytics" ? `${id}.${operator.usesAnalytics ? "on" : "off"}` : `${id}.text`;
  return (
    <section className="section stack" id={id}>
      <div className="prose">
        <h2>{translate(`${id}.heading`)}</h2>
        <SectionText>{translate(text)}</SectionText>
      </div>
      {part === "operator" ? <OperatorDetails email={operator.email} seller={operator.seller} /> : null}
      {part === "storedData" ? <StoredData /> : null}
      {part === "cookieTable" ? (
        <DescriptionList
          items={COOKIES.map((name) => ({
            term: (
              <CookieName
                name={(name.startsWith("refresh_token") ? operator.sessionCookiePrefix : "") + name}
              />
            ),
            details: translate(`${id}.${name}`),
            key: name,
          }))}
        />
      ) : null}
      {part === "consentForm" ? (
        <ConsentSection consentChoice={consentChoice} usesAnalytics={operator.usesAnalytics} />
      ) : null}
      {links.length > 0 ? (
        <ul className="prose">
          {links.map((link) => (
            <li key={link.href}>
              <a href={link.href.startsWith("/") ? url(link.href) : link.href}>
                {translate(`${id}.${link.text}`)}
              </a>
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
    {name.split("_").map((word, index) => (
      <Fragment key={word}>
        {index > 0 ? "_" : ""}
        <wbr />
        {word}
      </Fragment>
    ))}
  </code>
);

function ConsentSection({
  consentChoice: { consent, isSaved },
  usesAnalytics,
}: {
  consentChoice: ConsentChoice;
  usesAnalytics: boolean;
}) {
  const { t } = usePage();
  return (
    <div className="stack">
      {isSaved ? (
        <Notice tone="success" live>
          <p>{t("privacy.consent.saved")}</p>
        </Notice>
      ) : null}
      <ConsentForm
        settings={consent}
        usesAnalytics={usesAnalytics}
        next={paths.cookieChoices({ done: "consent" })}
      />
    </div>
  );
}

/** The text of a section: each line is a paragraph; successive lines that begin with a dash are a list. */
function SectionText({ children }: { children: string }) {
  const blocks: { items: string[]; isList: boolean }[] = [];
  for (const line of children.split("\n")) {
    const isListItem = line.startsWith("- ");
    const last = blocks.at(-1);
    const item = isListItem ? line.slice(2) : line;
    if (isListItem && last?.isList) last.items.push(item);
    else blocks.push({ items: [item], isList: isListItem });
  }
  return blocks.map(({ items, isList }) => (
    <Fragment key={items[0]}>
      {isList ? (
        renderList(items)
      ) : (
        <p>
          <TextWithHelplines>{items.join("")}</TextWithHelplines>
        </p>
      )}
    </Fragment>
  ));
}

const renderList = (items: readonly string[]): ReactNode => (
  <ul>
    {items.map((item) => (
      <li key={item}>
        <TextWithHelplines>{item}</TextWithHelplines>
      </li>
    ))}
  </ul>
);
