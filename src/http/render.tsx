import { reactRenderer } from "@hono/react-renderer";
import type { Context, MiddlewareHandler } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import type { ReactElement, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { AppEnv } from "@/context";
import { LOCALES, type Locale, localised, UNPREFIXED_LOCALE } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { Document } from "@/ui/document";
import { DefaultLayout } from "@/ui/layouts";
import { type Page, PageProvider } from "@/ui/page-context";
import { clientAssets, clientBuild } from "./assets";
import { storedConsent } from "./cookies";
import { isCrawler } from "./crawlers";
import { localeHref } from "./locale";
import { loggedPath } from "./logged-path";

export type PageHead = {
  /** Without the site's name. Empty on the home page. */
  title: string;
  description?: string;
  /** Path (with the query that belongs to it) that search engines should know; the request's path by default. */
  canonical?: string;
  noindex?: boolean;
  /** Paths in each language the page exists in, where that is not the same path in all of them, as with posts. */
  languages?: Partial<Record<Locale, string>>;
  /** Path of a picture of 1200×630 of its own. */
  image?: string;
  type?: "article";
  feed?: { path: string; title: string };
  jsonLd?: object[];
  /** Whether the page's address holds a token: no copy of the page is kept, and no other site is told where one was. */
  secret?: boolean;
  /** Whether a form of the page holds an `AppCheckField`. */
  appCheck?: boolean;
  layout?: (props: { children: ReactNode }) => ReactNode;
};

/**
 * Google's tag reports a page's address, so a page whose address is a secret, or was one, has none, and asks nobody about it.
 */
const measurementOf = (c: Context<AppEnv>, head: PageHead): string =>
  head.secret || c.req.query("token") !== undefined ? "" : (c.get("ctx").config.GA_MEASUREMENT_ID ?? "");

/** The page's facts as every component sees them. */
function pageOf(c: Context<AppEnv>, head: PageHead): Omit<Page, "url"> {
  const [ctx, path, markupCache] = [c.get("ctx"), c.get("path"), c.get("markupCache")];
  // One slash in front: two would make a host of what follows wherever a link is built from it.
  const here = path.replace(/^\/+/, "/") + new URL(c.req.url).search;
  const { user } = ctx;
  const page: Omit<Page, "url"> = {
    locale: ctx.locale,
    t: ctx.t,
    visitor: user && {
      id: user.id,
      firstName: user.firstName,
      role: user.role,
      emailVerified: user.emailVerified,
      profilePicture: user.profilePicture,
      pictureTs: user.pictureTs,
      unread: user.unread,
    },
    siteName: ctx.config.SITE_NAME,
    here,
    localeHrefs: Object.fromEntries(
      LOCALES.map((locale) => [locale, localeHref(c, locale, head.languages?.[locale] ?? here)]),
    ) as Page["localeHrefs"],
    asksConsent: measurementOf(c, head) !== "" && storedConsent(c) === null,
    ...(head.appCheck ? { appCheckKey: ctx.config.TURNSTILE_SITE_KEY ?? null } : {}),
    memoise: (deps, part) =>
      markupCache.get(JSON.stringify([ctx.locale, ...deps]), () =>
        renderToString(<PageProvider page={page}>{part}</PageProvider>),
      ),
  };
  return page;
}

/** The shell of every page: document, layout, and the page's facts for its components. */
function Shell({ children, c, head }: { children: ReactNode; c: Context<AppEnv>; head: PageHead }) {
  const [ctx, nonce, path] = [c.get("ctx"), c.get("nonce"), c.get("path")];
  const absolute = (target: string) => ctx.config.SITE_URL + target;
  const inLocale = (locale: Locale) => absolute(localised(locale, head.canonical ?? path));
  const { canonical, alternates } = head.languages
    ? addressesOf(head.languages, ctx.locale, absolute)
    : {
        canonical: inLocale(ctx.locale),
        alternates: { en: inLocale("en"), ro: inLocale("ro"), xDefault: inLocale(UNPREFIXED_LOCALE) },
      };
  const Layout = head.layout ?? DefaultLayout;
  const [assets, build] = [clientAssets(), clientBuild()];
  return (
    <PageProvider page={pageOf(c, head)}>
      <Document
        title={head.title}
        siteName={ctx.config.SITE_NAME}
        locale={ctx.locale}
        description={head.description ?? ctx.t("general.site.description")}
        canonical={canonical}
        alternates={alternates}
        {...(head.type ? { type: head.type } : {})}
        {...(head.feed
          ? { feed: { href: localised(ctx.locale, head.feed.path), title: head.feed.title } }
          : {})}
        {...(head.noindex ? { robots: "noindex" } : {})}
        image={absolute(head.image ?? paths.siteShareImage())}
        jsonLd={head.jsonLd ?? []}
        styles={assets.styles}
        script={assets.script}
        preloadFonts={assets.fonts}
        facts={{
          visitor: ctx.user?.id ?? "",
          apiBase: ctx.config.API_BASE,
          accessRefreshMs: ctx.config.ACCESS_REFRESH_MS,
          build: build.id,
          builtTs: build.timestamp,
          measurementId: measurementOf(c, head),
          sent: c.req.method === "POST",
        }}
        nonce={nonce}
      >
        <Layout>{children}</Layout>
      </Document>
    </PageProvider>
  );
}

/**
 * The addresses of a page that exists in some languages only, each at a path of its own. Shown in a language that it is
 * not written in, it names the one that it is written in as the true one.
 */
function addressesOf(
  languages: Partial<Record<Locale, string>>,
  shown: Locale,
  absolute: (path: string) => string,
) {
  const found = LOCALES.flatMap((locale) => {
    const path = languages[locale];
    return path === undefined ? [] : [[locale, absolute(localised(locale, path))] as const];
  });
  const alternates = Object.fromEntries(found) as Partial<Record<Locale, string>>;
  const first = found[0]?.[1] ?? absolute(localised(shown, paths.home()));
  return {
    canonical: alternates[shown] ?? first,
    alternates: { ...alternates, xDefault: alternates[UNPREFIXED_LOCALE] ?? first },
  };
}

declare module "@hono/react-renderer" {
  interface Props {
    head: PageHead;
  }
}

/** `c.render(body, { head })`: a whole page rendered to a string, so that nothing is sent before all is known. */
export const pageRenderer: MiddlewareHandler<AppEnv> = reactRenderer(({ children, c, head }) => (
  <Shell c={c} head={head}>
    {children}
  </Shell>
));

/**
 * Answers a page with its real status. One that refuses what was sent says so first in its title; of one that says what
 * went wrong, a crawler gets the status alone.
 */
export function renderPage(c: Context<AppEnv>, head: PageHead, body: ReactElement, status = 200) {
  const ctx = c.get("ctx");
  if (status >= 400 && isCrawler(c.req.header("user-agent"))) {
    ctx.log.info("error_for_crawler", { path: loggedPath(c.get("path")), status });
    return c.body(null, status as 404);
  }
  c.header("cache-control", ctx.user || head.secret ? "private, no-store" : "private, no-cache");
  // Forms of a page without any referrer say `Origin: null`, which whoever is signed in could not send.
  if (head.secret) c.header("referrer-policy", ctx.user ? "same-origin" : "no-referrer");
  c.status(status as StatusCode);
  if (head.appCheck) c.set("appCheck", true);
  const failed = status >= 400;
  const sent = c.req.method === "POST";
  const title = failed && sent ? ctx.t("general.error.title", { title: head.title }) : head.title;
  return c.render(body, {
    head: {
      ...head,
      title,
      noindex: head.noindex === true || head.secret === true || failed || isPrivate(c),
    },
  });
}

/** Whether no search engine should list the page, whatever it shows: it needs a sign-in, or its address has a token. */
function isPrivate(c: Context<AppEnv>): boolean {
  const path = c.get("path");
  const needsSignIn = [paths.profile(), paths.admin()].some(
    (root) => path === root || path.startsWith(`${root}/`),
  );
  return needsSignIn || c.req.query("token") !== undefined;
}
