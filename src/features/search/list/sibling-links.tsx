import { paths } from "@/shared/paths";
import { countyParams, subjectParams } from "@/shared/scope-params";
import { usePage } from "@/ui/page-context";
import type { ScopeCount } from "../counts/list-scope-counts";
import type { Scope } from "../counts/scopes";
import { CountyLinks } from "./county-links";
import { formatListTitle } from "./list-metadata";
import { ScopeLink } from "./scope-link";

/** Links from a subject or county to its sibling scopes and up to its subject and county. */
export function SiblingLinks({ scope, siblings }: { scope: Scope; siblings: readonly ScopeCount[] }) {
  const { t, url } = usePage();
  const { subject, county } = scope;
  const title = subject
    ? county
      ? t("search.siblings.subjects", countyParams(t, county))
      : t("search.siblings.countiesOf", subjectParams(t, subject))
    : county
      ? t("search.siblings.subjectsOf", countyParams(t, county))
      : t("search.siblings.all");
  return (
    <>
      {siblings.length > 0 ? (
        <nav aria-label={title}>
          <h2 className="siblings__title">{title}</h2>
          {subject && !county ? (
            <CountyLinks counts={siblings} />
          ) : (
            <ul className="link-columns list-plain">
              {siblings.map((sibling) => (
                <li key={sibling.subject}>
                  <ScopeLink
                    count={sibling}
                    href={url(paths.listings({ subject: sibling.subject, county: sibling.county }))}
                  >
                    {t(`general.subjects.${sibling.subject}`)}
                  </ScopeLink>
                </li>
              ))}
            </ul>
          )}
        </nav>
      ) : null}
      {subject && county ? (
        <p className="siblings__up">
          <a href={url(paths.listings({ subject }))}>{formatListTitle(t, { subject, county: null })}</a>
          <a href={url(paths.listings({ county }))}>{formatListTitle(t, { subject: null, county })}</a>
        </p>
      ) : null}
    </>
  );
}
