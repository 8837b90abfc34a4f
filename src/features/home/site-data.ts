import type { Ctx } from "@/context";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/**
 * Structured data about the site and its operator, on the home page. https://schema.org/WebSite,
 * https://schema.org/Organization
 */
export function siteData({ config, locale, t }: Pick<Ctx, "config" | "locale" | "t">): object[] {
  const { SITE_URL: site, SITE_NAME: name } = config;
  const url = site + localizePath(locale, paths.home());
  // The template's braces must not be encoded: https://schema.org/SearchAction
  const search = `${site}${localizePath(locale, paths.listings())}?q={search_term_string}`;
  return [
    {
      "@context": "https://schema.org",
      "@type": "WebSite",
      name,
      url,
      inLanguage: locale,
      description: t("home.description"),
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: search },
        "query-input": "required name=search_term_string",
      },
    },
    {
      "@context": "https://schema.org",
      "@type": "Organization",
      name,
      url: site + paths.home(),
      logo: site + paths.favicon(),
    },
  ];
}
