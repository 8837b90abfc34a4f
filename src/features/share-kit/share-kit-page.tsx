import type { ListingDetails } from "@/features/listings";
import { formatFullName, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { QrCode } from "@/ui/qr-code";
import { ShareFields } from "@/ui/share-fields";
import { SitePage } from "@/ui/site-page";
import type { SharedAddresses } from "./shared-addresses";

/** What the owner of a listing shares it with. `addresses` is null unless it is published. */
export function ShareKitPage({
  listing,
  addresses,
}: {
  listing: ListingDetails;
  addresses: SharedAddresses | null;
}) {
  const { t, url, locale } = usePage();
  const { owner, subject, price, sessionMinutes } = listing;
  /** "Ana Pop, Mathematics, 80 lei / hour" */
  const facts = [
    formatFullName(owner),
    t(`general.subjects.${subject}`),
    price === null
      ? ""
      : `${formatLei(price, locale)} ${t(`general.card.${sessionMinutes === 60 ? "perHour" : "perSession"}`, { minutes: sessionMinutes })}`,
  ].filter(Boolean);
  return (
    <SitePage
      narrow
      breadcrumbs={
        <Breadcrumbs
          crumbs={[{ label: t("general.nav.myListings"), href: url(paths.ownListings()) }]}
          current={t("share-kit.heading")}
        />
      }
      heading={t("share-kit.heading")}
      lead={<a href={url(paths.listing(listing.id))}>{listing.title}</a>}
    >
      {addresses === null ? (
        <Notice tone="info">
          <p>
            {t("share-kit.unpublished")} <a href={url(paths.ownListings())}>{t("general.nav.myListings")}</a>
          </p>
        </Notice>
      ) : (
        <div className="stack stack--loose">
          <section className="section stack">
            <h2>{t("share-kit.link.title")}</h2>
            <ShareFields
              label={t("share-kit.link.label")}
              href={addresses.link}
              message={`${facts.join(", ")}. ${listing.title}: ${addresses.whatsapp}`}
            >
              <LinkButton href={toFacebookHref(addresses.facebook)} variant="secondary" size="small">
                {t("share-kit.link.facebook")}
              </LinkButton>
            </ShareFields>
          </section>
          <section className="section stack">
            <h2>{t("share-kit.flyer.title")}</h2>
            <p>{t("share-kit.flyer.text")}</p>
            <div className="row">
              <LinkButton href={url(paths.listingFlyer(listing.id))}>{t("share-kit.flyer.open")}</LinkButton>
            </div>
          </section>
          <section className="section stack">
            <h2>{t("share-kit.qr.title")}</h2>
            <p>{t("share-kit.qr.text")}</p>
            <QrCode text={addresses.qr} label={t("share-kit.qr.label")} />
            <div className="row">
              {(["svg", "png"] as const).map((format) => (
                <LinkButton
                  key={format}
                  href={url(paths.listingQrCode(listing.id, format))}
                  variant="secondary"
                  size="small"
                >
                  {t(`share-kit.qr.${format}`)}
                </LinkButton>
              ))}
            </div>
          </section>
          <p>
            {t("share-kit.views")}{" "}
            <a href={url(paths.analytics({ listing: listing.id }))}>{t("general.nav.analytics")}</a>
          </p>
        </div>
      )}
    </SitePage>
  );
}

/** https://developers.facebook.com/docs/sharing/web */
const toFacebookHref = (address: string): string =>
  `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`;
