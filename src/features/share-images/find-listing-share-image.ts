import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { findVisibleListing, type ListingDetails, listingPictureKey } from "@/features/listings";
import { countyName } from "@/shared/codes";
import { formatLei } from "@/shared/format";
import { renderTitleSvg } from "./share-image-svg";
import type { ShareImage } from "./store-share-image";

/** Share images of listings are in Romanian, as nearly all listings are. */
const LOCALE = "ro";

/** The share image of a public listing. Its object is in the folder of the listing's pictures, so it is deleted with them. */
export async function findListingShareImage(ctx: Ctx, id: string): Promise<ShareImage | null> {
  const listing = await findVisibleListing(ctx, id);
  if (!listing) return null;
  const t = ctx.translator(LOCALE);
  const { title, subject, levels, pricePerHour, owner, version } = listing;
  const price = formatLei(pricePerHour ?? 0, t.locale);
  return {
    key: listingPictureKey(id, null, "share.png"),
    svg: renderTitleSvg({
      siteName: ctx.config.SITE_NAME,
      kind: [t(`general.subjects.${subject}`), levels.map((code) => t(`general.levels.${code}`)).join(", ")],
      title,
      foot: [
        [owner.firstName, placeOf(ctx, listing)].filter(Boolean).join(" · "),
        `${price} ${t("listing.perHour")}`,
      ],
    }),
    version,
    deleted: sql`not exists (select 1 from ${listings} where ${listings.id} = ${id} and ${listings.purgedTs} is null)`,
  };
}

function placeOf(ctx: Ctx, { county, neighbourhood, online, locations }: ListingDetails): string {
  const t = ctx.translator(LOCALE);
  const place = county && locations.length > 0 ? [countyName(county), neighbourhood] : [];
  return [...place, online ? t("general.card.online") : ""].filter(Boolean).join(", ");
}
