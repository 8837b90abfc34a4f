import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { ActionButton, LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { LinkedListing } from "./renew-by-link";

export type RenewLinkState =
  | { kind: "asks"; listing: LinkedListing; token: string }
  /** As text: the link was used, is unknown or too old, or a limit was reached. */
  | { kind: "refused"; message: string }
  | { kind: "done"; listingId: string };

/** The page of a reminder's link. Opening it changes nothing, because mail programs open links automatically. */
export function RenewLinkPage({ state }: { state: RenewLinkState }) {
  const { t } = usePage();
  return (
    <div className="container container--narrow page">
      <div className="stack">
        <h1>
          {state.kind === "asks"
            ? t("listings.renewal.heading", { title: state.listing.title })
            : t(`listings.renewal.${state.kind}Heading`)}
        </h1>
        <State state={state} />
      </div>
    </div>
  );
}

function State({ state }: { state: RenewLinkState }) {
  const { t, url, locale } = usePage();
  const all = (
    <LinkButton href={url(paths.ownListings())} variant={state.kind === "done" ? "secondary" : "primary"}>
      {t("listings.own.heading")}
    </LinkButton>
  );
  switch (state.kind) {
    case "asks": {
      const { listing, token } = state;
      const date = formatDate(listing.expiresTs, locale);
      return (
        <>
          <p>{t(`listings.renewal.${listing.over ? "expired" : "until"}`, { date })}</p>
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
    case "refused":
      return (
        <>
          <Notice tone="danger" live>
            <p>{state.message}</p>
          </Notice>
          <div className="row">{all}</div>
        </>
      );
    case "done":
      return (
        <>
          <Notice tone="success" live>
            <p>{t("listings.renewal.done")}</p>
          </Notice>
          <div className="row">
            <LinkButton href={url(paths.listing(state.listingId))}>{t("listings.renewal.see")}</LinkButton>
            {all}
          </div>
        </>
      );
  }
}
