import type { Context } from "hono";
import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { findMediaType, idParam, readForm } from "@/http/requests";
import { explainRefusal, seeOther } from "@/http/responses";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { ActionButton, LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { toLimitMessage } from "../listing-quota";
import { getByRenewalLink, type RenewableListing, renewByLink } from "./renew-by-link";

/** The page of a reminder's link. Must precede the owner actions, because `renew` has the same URL. */
export const renewalRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

renewalRoutes.get(paths.renewByLink(":id"), async (c) => {
  const id = idParam(c);
  const token = c.req.query("token");
  if (c.req.query("done")) return showRenewalPage(c, { step: "done", listingId: id });
  if (!token) return seeOther(c, paths.ownListings());
  const renewable = await getByRenewalLink(c.var.ctx, id, token);
  return renewable.ok
    ? showRenewalPage(c, { step: "confirm", listing: renewable.value, token })
    : showRefusal(c, renewable.refusal);
});

/** A request without a token is the owner's action of the list of listings. */
renewalRoutes.post(paths.renewByLink(":id"), async (c, next) => {
  const id = idParam(c);
  const token = findMediaType(c) === null ? "" : (await readForm(c)).text("token");
  if (!token) return next();
  const renewed = await renewByLink(c.var.ctx, id, token);
  return renewed.ok ? seeOther(c, paths.renewByLink(id, { done: true })) : showRefusal(c, renewed.refusal);
});

function showRefusal(c: C, refusal: Refusal) {
  const { t } = c.var.ctx;
  const message =
    refusal.reason === "invalid_token"
      ? t("listings.renewal.refused")
      : (toLimitMessage(t, refusal) ?? explainRefusal(c, refusal));
  return showRenewalPage(c, { step: "refused", message }, ERROR_STATUS[refusal.code]);
}

function showRenewalPage(c: C, view: RenewalView, status = 200) {
  const head = { title: c.var.ctx.t("listings.renewal.title"), secret: true };
  return renderPage(c, head, <RenewalPage view={view} />, status);
}

type RenewalView =
  | { step: "confirm"; listing: RenewableListing; token: string }
  | { step: "refused"; message: string }
  | { step: "done"; listingId: string };

/** Opening the page changes nothing, because mail programs open links automatically. */
function RenewalPage({ view }: { view: RenewalView }) {
  const { t } = usePage();
  return (
    <div className="container container--narrow page">
      <div className="stack">
        <h1>
          {view.step === "confirm"
            ? t("listings.renewal.heading", { title: view.listing.title })
            : t(`listings.renewal.${view.step}Heading`)}
        </h1>
        <RenewalStep view={view} />
      </div>
    </div>
  );
}

function RenewalStep({ view }: { view: RenewalView }) {
  const { t, url, locale } = usePage();
  if (view.step === "confirm") {
    const { listing, token } = view;
    const date = formatDate(listing.expiresTs, locale);
    return (
      <>
        <p>{t(`listings.renewal.${listing.isExpired ? "expired" : "until"}`, { date })}</p>
        {listing.state === "paused" ? <p>{t("listings.renewal.paused")}</p> : null}
        <p className="muted">{t("listings.renewal.free")}</p>
        <div>
          <ActionButton action={url(paths.renewByLink(listing.id))} fields={{ token }}>
            {t("listings.renewal.confirm")}
          </ActionButton>
        </div>
      </>
    );
  }
  const isDone = view.step === "done";
  return (
    <>
      <Notice tone={isDone ? "success" : "danger"} live>
        <p>{isDone ? t("listings.renewal.done") : view.message}</p>
      </Notice>
      <div className="row">
        {isDone ? (
          <LinkButton href={url(paths.listing(view.listingId))}>{t("listings.renewal.view")}</LinkButton>
        ) : null}
        <LinkButton href={url(paths.ownListings())} variant={isDone ? "secondary" : "primary"}>
          {t("listings.own.heading")}
        </LinkButton>
      </div>
    </>
  );
}
