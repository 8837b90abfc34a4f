import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { findVisibleListing, type ListingDetails, pictureKey } from "@/features/listings";
import { countyName } from "@/shared/codes";
import { formatLei } from "@/shared/format";
import { titleDrawing } from "./drawing";
import type { SharedPicture } from "./store-picture";

/** What is drawn of listings is in Romanian, whichever page names it: so is nearly every listing. */
const LOCALE = "ro";

/**
 * What is drawn of a listing that visitors see, else null. It stands among the listing's pictures in the bucket, and
 * leaves it with them.
 */
export async function sharedListing(ctx: Ctx, id: string): Promise<SharedPicture | null> {
  const listing = await findVisibleListing(ctx, id);
  if (!listing) return null;
  const t = ctx.translator(LOCALE);
  const { title, subject, levels, pricePerHour, owner, version } = listing;
  const price = formatLei(pricePerHour ?? 0, t.locale);
  return {
    key: pictureKey(id, null, "share.png"),
    svg: titleDrawing({
      siteName: ctx.config.SITE_NAME,
      kind: [t(`general.subjects.${subject}`), levels.map((code) => t(`general.levels.${code}`)).join(", ")],
      title,
      foot: [
        [owner.firstName, placeOf(ctx, listing)].filter(Boolean).join(" · "),
        `${price} ${t("listing.perHour")}`,
      ],
    }),
    version,
    gone: sql`not exists (select 1 from ${listings} where ${listings.id} = ${id} and ${listings.purgedTs} is null)`,
  };
}

function placeOf(ctx: Ctx, { county, neighbourhood, online, locations }: ListingDetails): string {
  const t = ctx.translator(LOCALE);
  const place = county && locations.length > 0 ? [countyName(county), neighbourhood] : [];
  return [...place, online ? t("general.card.online") : ""].filter(Boolean).join(", ");
}
