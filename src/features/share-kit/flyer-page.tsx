import type { ListingDetails } from "@/features/listings";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { Enhanced } from "@/ui/enhanced";
import { toLangAttribute } from "@/ui/lang-attribute";
import { ListingLocation } from "@/ui/listing-location";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { PriceUnit } from "@/ui/price-unit";
import { QrCode } from "@/ui/qr-code";

/** Strips between the margins of the sheet: 27 mm each. */
const STRIPS = 7;

/** A sheet of A4 with tear-off strips. It has no phone number: learners write by the site. */
export function FlyerPage({
  listing,
  address,
}: {
  listing: ListingDetails;
  /** The listing's URL with its source. */
  address: string;
}) {
  const { t, url, locale } = usePage();
  const lang = toLangAttribute(listing.textLanguage, locale);
  const subject = t(`general.subjects.${listing.subject}`);
  const { id, profilePicture, pictureTs } = listing.owner;
  const name = formatFullName(listing.owner);
  const { host, pathname } = new URL(address);
  return (
    <div className="container page stack">
      <Breadcrumbs
        crumbs={[
          { label: t("general.nav.myListings"), href: url(paths.ownListings()) },
          { label: t("share-kit.heading"), href: url(paths.shareListing(listing.id)) },
        ]}
        current={t("share-kit.flyer.heading")}
      />
      <header className="page-head">
        <h1>{t("share-kit.flyer.heading")}</h1>
        <p className="page-head__lead">{t("share-kit.flyer.print")}</p>
      </header>
      <Enhanced name="print-button" texts={{ print: t("share-kit.flyer.printNow") }} immediate>
        {null}
      </Enhanced>
      <article className="flyer" aria-label={t("share-kit.flyer.sheet")}>
        <div className="flyer__poster">
          <p className="flyer__subject">
            <strong>{subject}</strong> {listing.levels.map((code) => t(`general.levels.${code}`)).join(", ")}
          </p>
          <p className="flyer__title" lang={lang}>
            {listing.title}
          </p>
          <p className="flyer__facts">
            <span>{name}</span>
            <ListingLocation listing={listing} />
          </p>
          {listing.price === null ? null : (
            <p className="flyer__price">
              <Money bani={listing.price} />
              <PriceUnit {...listing} />
            </p>
          )}
          <p className="flyer__text" lang={lang}>
            {listing.description.replaceAll(/\n{2,}/g, "\n")}
          </p>
          <div className="flyer__scan">
            <QrCode text={address} label={t("share-kit.qr.label")} />
            <div>
              <p className="flyer__call">{t("share-kit.flyer.scan")}</p>
              <p className="flyer__typed">
                {t("share-kit.flyer.type", { address: host + pathname, name, host })}
              </p>
            </div>
            {profilePicture ? (
              <img
                className="flyer__photo"
                src={paths.profilePicture(id, profilePicture, { version: pictureTs })}
                alt=""
              />
            ) : null}
          </div>
        </div>
        <ul className="flyer__strips">
          {Array.from({ length: STRIPS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the strips are all the same
            <li key={index} className="flyer__strip" aria-hidden={index > 0}>
              <p>
                <strong>{subject}</strong>
                <br />
                {t("share-kit.flyer.find", { host, name })}
              </p>
              <QrCode text={address} label={t("share-kit.qr.label")} />
            </li>
          ))}
        </ul>
      </article>
    </div>
  );
}
