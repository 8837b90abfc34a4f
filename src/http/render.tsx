import { reactRenderer } from "@hono/react-renderer";
import type { Context, MiddlewareHandler } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import type { ReactElement, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { AppEnv } from "@/context";
import { LOCALES, type Locale, localizePath, UNPREFIXED_LOCALE } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { Document } from "@/ui/document";
import { DefaultLayout } from "@/ui/layouts";
import { type Page, PageProvider } from "@/ui/page-context";
import { getClientAssets, getClientBuild } from "./client-build";
import { findStoredConsent } from "./cookies";
import { toLocaleHref } from "./locale";
import { redactPath } from "./request-log";
import { isCrawler } from "./user-agent";

export type PageHead = {
  /** Title without the site's name. Empty on the home page. */
  title: string;
  description?: string;
  /** Canonical path (with its query) for search engines; by default the request's path. */
  canonical?: string;
  noindex?: boolean;
  /** Paths by language, for pages such as posts whose path differs between languages. */
  languages?: Partial<Record<Locale, string>>;
  /** Path of the page's own 1200×630 share image. */
  image?: string;
  type?: "article";
  feed?: { path: string; title: string };
  jsonLd?: object[];
  /** Whether the page's URL contains a token: the page is not cached, and other sites get no referrer. */
  secret?: boolean;
  /** Whether a form of the page contains an `AppCheckField`. */
  appCheck?: boolean;
  layout?: (props: { children: ReactNode }) => ReactNode;
};

/** Google's tag reports page URLs, so a page with a secret URL has no tag and doesn't ask for consent to it. */
const getMeasurementId = (c: Context<AppEnv>, head: PageHead): string =>
  head.secret || c.req.query("token") !== undefined ? "" : (c.get("ctx").config.GA_MEASUREMENT_ID ?? "");

/** Data of the page for all its components. */
function toPage(c: Context<AppEnv>, head: PageHead): Omit<Page, "url"> {
  const [ctx, path, markupCache] = [c.get("ctx"), c.get("path"), c.get("markupCache")];
  // Exactly one leading slash: two would be read as a host in links.
  const currentPath = path.replace(/^\/+/, "/") + new URL(c.req.url).search;
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
    currentPath,
    localeHrefs: Object.fromEntries(
      LOCALES.map((locale) => [locale, toLocaleHref(c, locale, head.languages?.[locale] ?? currentPath)]),
    ) as Page["localeHrefs"],
    showsConsentBanner: getMeasurementId(c, head) !== "" && findStoredConsent(c) === null,
    ...(head.appCheck ? { appCheckKey: ctx.config.TURNSTILE_SITE_KEY ?? null } : {}),
    memoise: (deps, part) =>
      markupCache.getOrCreate(JSON.stringify([ctx.locale, ...deps]), () =>
        renderToString(<PageProvider page={page}>{part}</PageProvider>),
      ),
  };
  return page;
}

/** Document and layout of a page, and its data for components. */
function Shell({ children, c, head }: { children: ReactNode; c: Context<AppEnv>; head: PageHead }) {
  const [ctx, nonce, path] = [c.get("ctx"), c.get("nonce"), c.get("path")];
  const absolute = (target: string) => ctx.config.SITE_URL + target;
  const inLocale = (locale: Locale) => absolute(localizePath(locale, head.canonical ?? path));
  const { canonical, alternates } = head.languages
    ? listLanguageUrls(head.languages, ctx.locale, absolute)
    : {
        canonical: inLocale(ctx.locale),
        alternates: { en: inLocale("en"), ro: inLocale("ro"), xDefault: inLocale(UNPREFIXED_LOCALE) },
      };
  const Layout = head.layout ?? DefaultLayout;
  const [assets, build] = [getClientAssets(), getClientBuild()];
  return (
    <PageProvider page={toPage(c, head)}>
      <Document
        title={head.title}
        siteName={ctx.config.SITE_NAME}
        locale={ctx.locale}
        description={head.description ?? ctx.t("general.site.description")}
        canonical={canonical}
        alternates={alternates}
        {...(head.type ? { type: head.type } : {})}
        {...(head.feed
          ? { feed: { href: localizePath(ctx.locale, head.feed.path), title: head.feed.title } }
          : {})}
        {...(head.noindex ? { robots: "noindex" } : {})}
        image={absolute(head.image ?? paths.siteShareImage())}
        jsonLd={head.jsonLd ?? []}
        styles={assets.styles}
        script={assets.script}
        preloadFonts={assets.fonts}
        pageData={{
          visitor: ctx.user?.id ?? "",
          apiBase: ctx.config.API_BASE,
          accessRefreshMs: ctx.config.ACCESS_REFRESH_MS,
          build: build.id,
          builtTs: build.timestamp,
          measurementId: getMeasurementId(c, head),
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
 * The URLs of a page that exists in some languages, each at its own path. In a language without its own version, the
 * canonical URL is the existing version's.
 */
function listLanguageUrls(
  languages: Partial<Record<Locale, string>>,
  shown: Locale,
  absolute: (path: string) => string,
) {
  const found = LOCALES.flatMap((locale) => {
    const path = languages[locale];
    return path === undefined ? [] : [[locale, absolute(localizePath(locale, path))] as const];
  });
  const alternates = Object.fromEntries(found) as Partial<Record<Locale, string>>;
  const first = found[0]?.[1] ?? absolute(localizePath(shown, paths.home()));
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

/** `c.render(body, { head })` renders a whole page to a string, so nothing is sent before all is known. */
export const pageRenderer: MiddlewareHandler<AppEnv> = reactRenderer(({ children, c, head }) => (
  <Shell c={c} head={head}>
    {children}
  </Shell>
));

/**
 * Answers with a page and its status. The title of a page with form errors begins with "Error". For an error page,
 * crawlers get only the status.
 */
export function renderPage(c: Context<AppEnv>, head: PageHead, body: ReactElement, status = 200) {
  const ctx = c.get("ctx");
  if (status >= 400 && isCrawler(c.req.header("user-agent"))) {
    ctx.log.info("error_for_crawler", { path: redactPath(c.get("path")), status });
    return c.body(null, status as 404);
  }
  c.header("cache-control", ctx.user || head.secret ? "private, no-store" : "private, no-cache");
  // Without a referrer, forms send `Origin: null`, and the same-origin check would refuse a signed-in user's form.
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
      noindex: head.noindex === true || head.secret === true || failed || isUnlisted(c),
    },
  });
}

/** Whether search engines must not index the page: it requires a sign-in, or its URL contains a token. */
function isUnlisted(c: Context<AppEnv>): boolean {
  return c.get("noindex") === true || c.req.query("token") !== undefined;
}
