import { type County, countyName, type Subject } from "@/shared/codes";
import { localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { Crumb } from "@/ui/breadcrumbs";

/** Breadcrumbs from the home page to a subject and county, as far as both are known. */
export function listBreadcrumbs(
  t: Translator,
  { subject, county }: { subject?: Subject | null; county?: County | null },
): Crumb[] {
  const toCrumb = (label: string, path: string): Crumb => ({ label, href: localizePath(t.locale, path) });
  return [
    toCrumb(t("search.crumbs.home"), paths.home()),
    toCrumb(t("search.crumbs.list"), paths.listings()),
    ...(subject ? [toCrumb(t(`general.subjects.${subject}`), paths.listings({ subject }))] : []),
    ...(county
      ? [toCrumb(countyName(county), paths.listings({ ...(subject ? { subject } : {}), county }))]
      : []),
  ];
}

/** Breadcrumbs for search engines; `site` is the site's origin. https://schema.org/BreadcrumbList */
export function buildBreadcrumbData(site: string, crumbs: readonly Crumb[], current?: string): object {
  const items = [
    ...crumbs.map(({ label, href }) => ({ name: label, item: site + href })),
    ...(current ? [{ name: current }] : []),
  ];
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: items.map((item, n) => ({ "@type": "ListItem", position: n + 1, ...item })),
  };
}
