import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { getShortlist, setGuestShortlist } from "@/http/cookies";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainRefusal } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { localizePathOnce } from "@/shared/i18n/locales";
import { paths, safeNext } from "@/shared/paths";
import { MAX_ACCOUNT_SHORTLIST } from "@/shared/shortlist";
import { toHeartId } from "@/shared/shortlist-form";
import { LinkButton } from "@/ui/button";
import { MessagePage } from "@/ui/message-page";
import { usePage } from "@/ui/page-context";
import { addToShortlist } from "./add-to-shortlist";
import { removeFromShortlist } from "./remove-from-shortlist";

export const shortlistRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/**
 * The form of the heart buttons. Returns to the page `next`, at the listing. Another site's form would arrive without
 * the cookie, and its response would replace the visitor's shortlist.
 */
shortlistRoutes.post(paths.shortlistEntry(":id"), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const listingId = idParam(c);
  const form = await readForm(c);
  const change = { ids: getShortlist(c), listingId };
  if (form.text("action") === "remove") saveShortlist(c, await removeFromShortlist(ctx, change));
  else {
    const added = await addToShortlist(ctx, change);
    if (!added.ok) return refuseAddition(c, added.refusal);
    saveShortlist(c, added.value);
  }
  // The browser may have prefetched pages that show the heart as it was.
  c.header("clear-site-data", '"prefetchCache", "prerenderCache"');
  const next = safeNext(form.text("next"), paths.shortlist());
  const target = next.includes("#") ? next : `${next}#${toHeartId(listingId)}`;
  return c.redirect(localizePathOnce(ctx.locale, target), 303);
});

/** The form's address, which the language switch of the page about a full shortlist leads to. */
shortlistRoutes.get(paths.shortlistEntry(":id"), (c) => {
  idParam(c);
  return c.redirect(localizePathOnce(c.var.ctx.locale, paths.shortlist()), 302);
});

function saveShortlist(c: C, ids: readonly string[]): void {
  if (!c.var.ctx.user) setGuestShortlist(c, ids);
}

function refuseAddition(c: C, refusal: Refusal) {
  if (refusal.reason !== "shortlist_full") throw new Refused(refusal);
  const head = { title: c.var.ctx.t("shortlist.full.title"), noindex: true };
  return renderPage(c, head, <FullPage message={explainRefusal(c, refusal)} />, ERROR_STATUS[refusal.code]);
}

function FullPage({ message }: { message: string }) {
  const { t, url, visitor, signInHref } = usePage();
  return (
    <MessagePage heading={t("shortlist.full.title")}>
      <p>{message}</p>
      {visitor ? null : <p>{t("shortlist.full.account", { max: MAX_ACCOUNT_SHORTLIST })}</p>}
      <div className="row">
        <LinkButton href={url(paths.shortlist())}>{t("shortlist.full.open")}</LinkButton>
        {visitor ? null : (
          <LinkButton href={signInHref} variant="secondary">
            {t("general.nav.signIn")}
          </LinkButton>
        )}
      </div>
    </MessagePage>
  );
}
