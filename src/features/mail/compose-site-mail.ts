import type { Ctx } from "@/context";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { type ComposedMail, composeMail, type MailContent } from "./compose-mail";

/** The content of a mail with paths of this site, in the recipient's language. */
export type SiteMail = Omit<MailContent, "actionUrl" | "unsubscribeUrl"> & {
  locale: Locale;
  /** The mail contains it as an absolute URL in the recipient's locale. */
  actionPath?: string;
  /**
   * For mail that is not transactional: a path whose page ends such mail, and which a mail program may call by POST
   * without opening it (RFC 8058).
   */
  unsubscribePath?: string;
};

/** Composes a mail with absolute URLs of this site. */
export function composeSiteMail(
  ctx: Ctx,
  { locale, actionPath, unsubscribePath, ...mail }: SiteMail,
): ComposedMail & { unsubscribeUrl: string | null } {
  const toUrl = (path: string) => ctx.config.SITE_URL + localizePath(locale, path);
  const unsubscribeUrl = unsubscribePath ? toUrl(unsubscribePath) : null;
  const composed = composeMail(ctx.translator(locale), ctx.config.SITE_NAME, {
    ...mail,
    ...(actionPath ? { actionUrl: toUrl(actionPath) } : {}),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
  });
  return { ...composed, unsubscribeUrl };
}
