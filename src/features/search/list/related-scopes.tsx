import type { ReactNode } from "react";
import { countyName } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { placeParams, subjectParams } from "./list-metadata";
import type { Scope, ScopeCount } from "./scope-facts";

/** The ways on from a subject or county: the same subject elsewhere, or what else there is here. */
export function Siblings({ scope, siblings }: { scope: Scope; siblings: readonly ScopeCount[] }) {
  const { t, url } = usePage();
  const { subject, county } = scope;
  const title = subject
    ? county
      ? t("search.nearby.subjects", placeParams(t, county))
      : t("search.nearby.countiesOf", subjectParams(t, subject))
    : county
      ? t("search.nearby.subjectsOf", placeParams(t, county))
      : t("search.nearby.all");
  return (
    <>
      {siblings.length > 0 ? (
        <nav className="siblings" aria-label={title}>
          <h2 className="siblings__title">{title}</h2>
          <ul className="link-columns list-plain">
            {siblings.map((one) => (
              <li key={`${one.subject}:${one.county}`}>
                <ScopeLink
                  count={one}
                  href={url(paths.listings({ subject: one.subject, county: one.county }))}
                >
                  {subject && !county && one.county
                    ? countyName(one.county)
                    : t(`general.subjects.${one.subject}`)}
                </ScopeLink>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {subject && county ? (
        <p className="siblings__up">
          <a href={url(paths.listings({ subject }))}>
            {t("search.title.subject", subjectParams(t, subject))}
          </a>
          <a href={url(paths.listings({ county }))}>{t("search.title.county", placeParams(t, county))}</a>
        </p>
      ) : null}
    </>
  );
}

/** A link to a list with the number of its listings behind it. */
export function ScopeLink({
  href,
  count,
  children,
}: {
  href: string;
  count: ScopeCount;
  children: ReactNode;
}) {
  const { t } = usePage();
  return (
    <a className="scope-link" href={href}>
      {children}
      <span className="scope-link__count">
        <span aria-hidden="true">{t.number(count.listings)}</span>
        <span className="visually-hidden">{t.count("general.counts.listings", count.listings)}</span>
      </span>
    </a>
  );
}
