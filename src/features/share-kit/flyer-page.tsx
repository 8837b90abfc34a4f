import type { ListingDetails } from "@/features/listings";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { truncateText } from "@/shared/text";
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

/** Characters of the title on a strip. */
const MAX_STRIP_TITLE = 36;
/** Characters of a title that takes at most two lines of the sheet. */
const MAX_TWO_LINE_TITLE = 44;
/** Characters of the description that fit into the sheet below a title of two lines, or of three. */
const MAX_TEXT_BELOW = { twoLines: 240, threeLines: 110 };

/** The beginning of a description as one paragraph, until the end of a sentence or word. */
function shortenDescription({ title, description }: Pick<ListingDetails, "title" | "description">): string {
  const text = description
    .trim()
    .replace(/(?<=[.!?:;,…])\s*\n\s*/g, " ")
    .replace(/\s*\n\s*/g, " · ");
  const max = MAX_TEXT_BELOW[title.length > MAX_TWO_LINE_TITLE ? "threeLines" : "twoLines"];
  if (text.length <= max) return text;
  const [sentences = ""] = text.slice(0, max + 1).match(/^.*[.!?](?=\s)/) ?? [];
  return sentences.length < max / 2 ? truncateText(text, max) : `${sentences} …`;
}

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
            {shortenDescription(listing)}
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
                <strong lang={lang}>{truncateText(listing.title, MAX_STRIP_TITLE)}</strong>
                <br />
                {listing.price === null ? null : (
                  <>
                    <Money bani={listing.price} />
                    <PriceUnit sessionMinutes={listing.sessionMinutes} pricePerHour={null} />
                    <br />
                  </>
                )}
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
