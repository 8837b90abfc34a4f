import { createContext, type ReactNode, useContext } from "react";
import type { Role } from "@/shared/codes";
import { type Locale, localised } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import type { AvatarPicture } from "./avatar";

/** Who looks at the page, as far as header and pages need to know. */
export type PageVisitor = AvatarPicture & {
  firstName: string;
  role: Role;
  emailVerified: boolean;
  /** Conversations that hold something new to them. */
  unread: number;
};

export type Page = {
  locale: Locale;
  t: Translator;
  /** The path in the page's locale: every link of a page goes through it. */
  url(path: string): string;
  visitor: PageVisitor | null;
  siteName: string;
  /** Path and query as requested, without the locale prefix, for the language switch and `next`. */
  here: string;
  /** Where this page is found in each locale; the way to another one may go through the language switch. */
  localeHrefs: Record<Locale, string>;
  /**
   * Turnstile's public key, null where none is configured; undefined on a page whose head does not say `appCheck`, so
   * whose policy would keep the widget's script out.
   */
  appCheckKey?: string | null | undefined;
  /** Whether the visitor is asked what may be used beside what the site needs: see `ConsentBanner`. */
  asksConsent?: boolean;
  /** Renders a part, or returns the markup memoised under `deps`. See `MemoisedMarkup`. */
  memoise?: (deps: readonly unknown[], part: ReactNode) => string;
};

const PageContext = createContext<Page | null>(null);

export function PageProvider({ page, children }: { page: Omit<Page, "url">; children: ReactNode }) {
  const url = (path: string) => localised(page.locale, path);
  return <PageContext value={{ ...page, url }}>{children}</PageContext>;
}

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error("usePage outside of PageProvider");
  return page;
}
