import { createContext, type ReactNode, useContext } from "react";
import type { Role } from "@/shared/codes";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import type { AvatarPicture } from "./avatar";

/** The visitor of the page, as far as header and pages need to know. */
export type PageVisitor = AvatarPicture & {
  firstName: string;
  role: Role;
  emailVerified: boolean;
  /** Whether the account's birth date is less than 18 years ago. */
  isMinor: boolean;
  /** Conversations with unread messages, or that wait for the answer of the visitor, a teacher. */
  unread: number;
  /** Open requests that fit the listings of a teacher, who has not answered them. */
  requestsToAnswer: number;
};

/** The menu of the admin area. Its routes set it, because the worker starts without their code. */
export type AdminMenu = {
  Menu: () => ReactNode;
  /** The number of open tasks, as text, by the page's key in `admin.nav`. None is left out. */
  counts: Readonly<Record<string, string>>;
};

export type Page = {
  locale: Locale;
  t: Translator;
  /** Adds the page's locale to a path; every link of a page uses it. */
  url(path: string): string;
  visitor: PageVisitor | null;
  /** The number of listings on the visitor's shortlist, for the header; "" for none. */
  shortlistCount: string;
  /** Whether a listing is on it. Undefined in the browser. */
  isShortlisted?: (listingId: string) => boolean;
  siteName: string;
  /** The path of the icons of all subjects, to which cards refer. Undefined in the browser. */
  subjectIcons?: string;
  /** Requested path and query without the locale prefix, for the language switch and `next`. */
  currentPath: string;
  /** The sign-in page, which returns to this page. */
  signInHref: string;
  /** This page's href in each locale; it may go through the language switch. */
  localeHrefs: Record<Locale, string>;
  /**
   * Turnstile's public key, null if not configured. Undefined on a page whose head lacks `appCheck`, because its
   * security policy blocks the widget's script.
   */
  appCheckKey?: string | null | undefined;
  /** Whether the page has an element `RESULTS_ID`, to which a skip link leads. */
  hasResults?: boolean;
  /** On pages of the admin area. */
  adminMenu?: AdminMenu | undefined;
  /** Whether to show `ConsentBanner`. */
  showsConsentBanner?: boolean;
  /** Renders a part, or returns the markup memoised under `deps`. Undefined in the browser. See `MemoisedMarkup`. */
  memoise?: (deps: readonly unknown[], render: () => ReactNode) => string;
};

const PageContext = createContext<Page | null>(null);

export function PageProvider({ page, children }: { page: Omit<Page, "url">; children: ReactNode }) {
  const url = (path: string) => localizePath(page.locale, path);
  return <PageContext value={{ ...page, url }}>{children}</PageContext>;
}

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error("usePage outside of PageProvider");
  return page;
}
