import type { Section } from "../row";

export const locales: Section = {
  number: "2",
  title: "Locales and URLs",
  atLeast: 29,
  rows: [
    {
      holds: "Every page answers without a prefix in English and under /ro in Romanian",
      by: {
        "worker/http/locale.test.ts": [
          "GET /ro/…: Romanian, whatever the choice",
          "GET an unprefixed page with the stored choice en: English, no redirect",
        ],
        "browser/crawl.spec.ts": "the whole site, from / and /ro",
      },
    },
    {
      holds: "/en/… answers 301 to the unprefixed path, query kept",
      by: { "worker/http/locale.test.ts": "GET %s, which is English by its path: 301 to %s" },
    },
    { holds: "/RO/…, /ro/ro/…, /xx/… are 404", by: { "worker/http/locale.test.ts": "GET %s: 404" } },
    {
      holds: "Trailing slashes lead by 301 to the path without one",
      by: { "worker/http/locale.test.ts": "GET %s, which ends in a slash: 301 to %s" },
    },
    {
      holds: "The cookie `locale` keeps the choice for a year, set by the switch, which keeps path and query",
      by: {
        "worker/http/locale.test.ts": "POST /locale stores the choice for a year and keeps path and query",
      },
    },
    {
      holds: "The switch leads nowhere else and takes no unknown language",
      by: {
        "worker/http/locale.test.ts": [
          "POST /locale with next %s stays here",
          "POST /locale with an unknown locale: 400, nothing stored",
        ],
      },
    },
    {
      holds: "Beside the switch's form a plain link with hreflang works without it",
      by: {
        "unit/ui/shell.test.tsx":
          "switches the language by a form that keeps the page, and by a link beside it that works without it",
      },
    },
    {
      holds: "An unprefixed page for the choice ro: 302 to /ro, query kept",
      by: {
        "worker/http/locale.test.ts":
          "GET an unprefixed page with the stored choice ro: 302 to the ro variant, query kept",
      },
    },
    {
      holds: "/ alone looks at Accept-Language as well",
      by: {
        "worker/http/locale.test.ts": [
          "GET / for a browser that speaks %s",
          "without a stored choice pages stay, whatever the browser speaks",
          "GET / with the stored choice en stays, though the browser speaks Romanian",
        ],
      },
    },
    {
      holds: "Data, files and forms are never redirected by language",
      by: { "worker/http/locale.test.ts": "data, files and forms are not redirected" },
    },
    {
      holds: "Crawlers and caches see one page for each address",
      by: {
        "worker/http/locale.test.ts": "without a stored choice pages stay, whatever the browser speaks",
        "worker/http/page-cache.test.ts": "a choice of language has its own pages, and its redirects stay",
      },
    },
    {
      holds: "No chain of redirects is a loop",
      by: { "worker/http/locale.test.ts": "no chain of redirects is a loop" },
    },
    { holds: "DEFAULT_LOCALE is en as shipped", by: { "worker/http/locale.test.ts": "DEFAULT_LOCALE=en" } },
    {
      holds: "DEFAULT_LOCALE=ro: 302 to /ro without a stored choice",
      by: {
        "worker/http/locale.test.ts":
          "DEFAULT_LOCALE=ro › without a stored choice every unprefixed page leads to /ro",
      },
    },
    {
      holds: "`<html lang>`, hreflang en, ro and x-default, own canonical and og:locale on every page",
      by: {
        "worker/http/locale.test.ts": "every page names itself, its variants and its language",
        "browser/crawl.spec.ts": "the whole site, from / and /ro",
      },
    },
    {
      holds: "Money and numbers are written by Intl in the page's language",
      by: {
        "unit/shared/format.test.ts": "money is whole lei where there are no bani, in the page's language",
      },
    },
    {
      holds: "Days and moments are written in the page's language and Bucharest's time",
      by: {
        "unit/shared/format.test.ts": "a moment is written in Bucharest's time, in summer and in winter",
      },
    },
    {
      holds: "Names are sorted as the page's language sorts them",
      by: { "unit/shared/format.test.ts": "names of a list are in the order of the page's language" },
    },
    {
      holds: "Typed days: mm/dd/yy in English, dd.mm.yyyy in Romanian",
      by: {
        "unit/shared/accounts.test.ts": "typed in %s, %j is %s",
        "worker/accounts/sign-up-pages.test.ts": "where a browser has no date input",
      },
    },
    {
      holds:
        "Calendars are the browser's own date inputs, which begin the week as its language does; none is drawn here",
      by: { "unit/ui/form.test.tsx": "of a day is the browser's own date input, with its calendar" },
    },
    {
      holds: "English counts have zero, one, other; Romanian one, few, other with “de”",
      by: { "unit/shared/plurals.test.ts": "%i" },
    },
    {
      holds: "Every count in Romanian texts has its three forms",
      by: { "unit/shared/texts.test.ts": "Romanian plurals have their three forms" },
    },
    {
      holds: "Both languages have the same texts, none empty, each placeholder in both",
      by: {
        "unit/shared/texts.test.ts": [
          "has the same keys in both languages",
          "leaves no text empty",
          "fills the same places in both languages",
        ],
      },
    },
    {
      holds: "Romanian is written with its own letters",
      by: { "unit/shared/texts.test.ts": "writes Romanian with its own letters" },
    },
    {
      holds: "Texts are loaded by page and language",
      by: {
        "worker/site/builds.test.ts": "GET /_locales/{page}/{locale}/data.json › %s: 200 in each language",
      },
    },
    {
      holds: "A page without a name for its texts warns on the console and nothing else",
      by: {
        "unit/shared/format.test.ts":
          "a page without a name for its texts is warned about, and has the others",
      },
    },
    {
      holds: "A missing text shows the other language's, and warns once",
      by: { "unit/shared/translator.test.ts": "a missing key shows the other locale's text, and warns once" },
    },
    {
      holds: "A text that no language has shows its key",
      by: { "unit/shared/translator.test.ts": "a key that nobody has is shown itself" },
    },
    {
      holds: "The language is chosen in the settings as well, for pages and mail",
      by: {
        "worker/settings/page.test.ts": "303 to the page in that language; kept in the cookie and for mail",
      },
    },
  ],
};
