import { reactRenderer } from "@hono/react-renderer";
import type { Context, MiddlewareHandler } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import type { AppEnv } from "@/context";
import { isMinor } from "@/shared/dates";
import { localizePath } from "@/shared/i18n/locales";
import { type PageData, toPageDataAttributes } from "@/shared/page-data";
import { paths } from "@/shared/paths";
import { withoutTracking } from "@/shared/without-tracking";
import { Document } from "@/ui/document";
import { DefaultLayout } from "@/ui/layouts";
import { type Page, PageProvider } from "@/ui/page-context";
import { getAssetPath, getVersion } from "./client-build";
import { findStoredConsent, getShortlist } from "./cookies";
import { toLocaleHref } from "./locale";
import { type PageHead, toDocumentHead } from "./page-head";
import { redactPath } from "./request-log";
import { splitUrl } from "./request-url";
import { isCrawler } from "./user-agent";

/** Google's tag reports page URLs, so a page with a secret URL has no tag and doesn't ask for consent to it. */
const getMeasurementId = (c: Context<AppEnv>, head: PageHead): string =>
  head.secret || c.req.query("token") !== undefined ? "" : (c.get("ctx").config.GA_MEASUREMENT_ID ?? "");

/** Links of a page that depend on its address. */
type Address = Pick<Page, "currentPath" | "localeHrefs" | "signInHref">;

function toAddress(c: Context<AppEnv>, head: PageHead): Address {
  const { locale } = c.get("ctx");
  // Exactly one leading slash: two would be read as a host in links.
  const currentPath = c.get("path").replace(/^\/+/, "/") + withoutTracking(splitUrl(c.req.url).search);
  // Not back to sign-in pages and mailed links, whose token must not get into another URL.
  const next = /^\/(sign-|verify-|$)|[?&]token=/.test(currentPath) ? undefined : currentPath;
  return {
    currentPath,
    signInHref: localizePath(locale, paths.signIn({ next })),
    localeHrefs: {
      en: toLocaleHref(c, "en", head.languages?.en ?? currentPath),
      ro: toLocaleHref(c, "ro", head.languages?.ro ?? currentPath),
    },
  };
}

/** Data of the page for all its components. */
function toPage(c: Context<AppEnv>, head: PageHead): Omit<Page, "url"> {
  const [ctx, markupCache] = [c.get("ctx"), c.get("markupCache")];
  const { user } = ctx;
  const shortlist = new Set(getShortlist(c));
  const page: Omit<Page, "url"> = {
    locale: ctx.locale,
    t: ctx.t,
    visitor: user && {
      id: user.id,
      firstName: user.firstName,
      role: user.role,
      emailVerified: user.emailVerified,
      // Computed only where it is shown.
      get isMinor() {
        return isMinor(user.birthDate, ctx.now);
      },
      profilePicture: user.profilePicture,
      pictureTs: user.pictureTs,
      unread: user.unread,
      requestsToAnswer: user.requestsToAnswer,
    },
    shortlistCount: shortlist.size === 0 ? "" : String(shortlist.size),
    isShortlisted: (listingId) => shortlist.has(listingId),
    siteName: ctx.config.SITE_NAME,
    subjectIcons: getAssetPath("client/images/subjects.svg"),
    ...toAddress(c, head),
    adminMenu: c.get("adminMenu"),
    hasResults: head.hasResults === true,
    showsConsentBanner: getMeasurementId(c, head) !== "" && findStoredConsent(c) === null,
    ...(head.appCheck ? { appCheckKey: ctx.config.TURNSTILE_SITE_KEY ?? null } : {}),
    memoise: (deps, render) =>
      markupCache.getOrCreate(JSON.stringify([ctx.locale, ...deps]), () =>
        withoutPreloads(renderToString(<PageProvider page={page}>{render()}</PageProvider>)),
      ),
  };
  return page;
}

/** React puts links that belong into the page's head, such as preloads of pictures, before the markup. */
const withoutPreloads = (markup: string): string => markup.replace(/^(?:<link [^>]*>)*/, "");

/** Data for the page's scripts, as attributes of its body. */
function toPageData(c: Context<AppEnv>, head: PageHead): PageData {
  const { config, user } = c.get("ctx");
  const version = getVersion(c.env);
  return {
    visitor: user?.id ?? "",
    apiBase: config.API_BASE,
    accessRefreshMs: config.ACCESS_REFRESH_MS,
    build: version.id,
    builtTs: version.timestamp,
    measurementId: getMeasurementId(c, head),
    sent: c.req.method === "POST",
    isAfterDeletion: head.isAfterDeletion === true,
    isAfterSending: head.isAfterSending === true,
  };
}

declare module "@hono/react-renderer" {
  interface Props {
    head: PageHead;
  }
}

/** `c.render(body, { head })` renders a page to a string, so nothing is sent before all is known. */
export const pageRenderer: MiddlewareHandler<AppEnv> = reactRenderer(({ children, c, head }) => {
  const Layout = head.layout ?? DefaultLayout;
  return (
    <PageProvider page={toPage(c, head)}>
      <Document {...toDocumentHead(c, head)} bodyData={toPageDataAttributes(toPageData(c, head))}>
        <Layout>{children}</Layout>
      </Document>
    </PageProvider>
  );
});

/**
 * Answers with a page and its status. The title of a page with form errors begins with "Error". For an error page,
 * crawlers get only the status.
 */
export function renderPage(
  c: Context<AppEnv>,
  head: PageHead,
  body: ReactElement,
  status = 200,
): Response | Promise<Response> {
  const ctx = c.get("ctx");
  if (status >= 400 && isCrawler(c.req.header("user-agent"))) {
    ctx.log.info("error_for_crawler", { path: redactPath(c.get("path")), status });
    return c.body(null, status as 404);
  }
  const loadAdminMenu = c.get("loadAdminMenu");
  // Other layouts have no menu. After a server error, the database may be the cause.
  if (loadAdminMenu && !head.layout && !c.get("adminMenu")) {
    return loadAdminMenu().then((menu) => {
      c.set("adminMenu", menu);
      return renderPage(c, head, body, status);
    });
  }
  const isStored = !ctx.user && !head.secret && !head.noStore;
  c.header("cache-control", isStored ? "private, no-cache" : "private, no-store");
  // The Back button shows a page from the browser's cache without asking again, unless the shortlist changed meanwhile.
  if (isStored) c.header("vary", "Cookie", { append: true });
  // The referrer is the origin alone, without the token. With `no-referrer`, forms would send `Origin: null`, which the
  // same-origin check refuses.
  if (head.secret) c.header("referrer-policy", "strict-origin");
  c.header("speculation-rules", `"${paths.speculationRules()}"`);
  c.status(status as StatusCode);
  if (head.appCheck) c.set("appCheck", true);
  const failed = status >= 400;
  const isPost = c.req.method === "POST";
  const title = failed && isPost ? ctx.t("general.error.title", { title: head.title }) : head.title;
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
