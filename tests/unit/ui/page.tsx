import en from "@locales/general/en.json";
import ro from "@locales/general/ro.json";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { Locale } from "@/shared/i18n/locales";
import { createTranslator } from "@/shared/i18n/translator";
import { type Page, PageProvider } from "@/ui/page-context";

export const translators = {
  en: createTranslator("en", { general: en }),
  ro: createTranslator("ro", { general: ro }),
};

/** Markup as a visitor gets it, on a page of the given facts; React's comment nodes are left out. */
export function renderOn(children: ReactNode, facts: Partial<Page> & { locale?: Locale } = {}): string {
  const locale = facts.locale ?? "en";
  const page = {
    t: translators[locale],
    visitor: null,
    shortlistCount: "",
    siteName: "Catedra",
    currentPath: "/tutoring?q=pian",
    signInHref: "/sign-in?next=%2Ftutoring%3Fq%3Dpian",
    localeHrefs: { en: "/tutoring?q=pian", ro: "/ro/tutoring?q=pian" },
    ...facts,
    locale,
  };
  return renderToString(<PageProvider page={page}>{children}</PageProvider>).replaceAll("<!-- -->", "");
}
