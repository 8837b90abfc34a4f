import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings, posts } from "@/db/schema";
import { findPublishedPost, toBlogPictureKey } from "@/features/blog";
import { findVisibleListing, type ListingDetails, toListingPictureKey } from "@/features/listings";
import { formatListTitle } from "@/features/search";
import { COUNTY_CODES, countyName, joinPlace, SUBJECTS } from "@/shared/codes";
import { formatDate, formatLei } from "@/shared/format";
import { LOCALES } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { renderTitleSvg } from "./share-image-svg";
import type { ShareImage } from "./store-share-image";

/** Share images of listings are in Romanian, as nearly all listings are. */
const LISTING_LOCALE = "ro";

/** The share image of a visible listing, stored in the folder of the listing's pictures, so it is deleted with them. */
export async function findListingShareImage(ctx: Ctx, id: string): Promise<ShareImage | null> {
  const listing = await findVisibleListing(ctx, id);
  if (!listing) return null;
  const t = ctx.translator(LISTING_LOCALE);
  const { title, subject, levels, pricePerHour, owner, version } = listing;
  const price = formatLei(pricePerHour ?? 0, t.locale);
  return {
    key: toListingPictureKey(id, null, "share.png"),
    svg: renderTitleSvg({
      siteName: ctx.config.SITE_NAME,
      category: t(`general.subjects.${subject}`),
      detail: levels.map((code) => t(`general.levels.${code}`)).join(", "),
      title,
      footerLeft: [owner.firstName, formatLocation(t, listing)].filter(Boolean).join(" · "),
      footerRight: `${price} ${t("public-pages.listing.perHour")}`,
    }),
    version,
    isDeletedSql: sql`not exists (select 1 from ${listings}
      where ${listings.id} = ${id} and ${listings.erasedTs} is null)`,
  };
}

function formatLocation(
  t: Translator,
  {
    county,
    neighbourhood,
    online,
    locations,
  }: Pick<ListingDetails, "county" | "neighbourhood" | "online" | "locations">,
): string {
  const parts = county && locations.length > 0 ? [joinPlace(countyName(county), neighbourhood)] : [];
  return [...parts, online ? t("general.card.online") : ""].filter(Boolean).join(", ");
}

/** The share image of the list of a subject in a county: its file is "{subject}-{county}-{locale}". */
export async function findListShareImage(ctx: Ctx, name: string): Promise<ShareImage | null> {
  const codes = name.split("-");
  const subject = SUBJECTS.find((code) => code === codes[0]);
  const county = COUNTY_CODES.find((code) => code === codes[1]);
  const locale = LOCALES.find((code) => code === codes[2]);
  if (!subject || !county || !locale || codes.length > 3) return null;
  const t = ctx.translator(locale);
  return {
    key: `images/lists/${name}.png`,
    svg: renderTitleSvg({
      siteName: ctx.config.SITE_NAME,
      category: t(`general.subjects.${subject}`),
      detail: countyName(county),
      title: formatListTitle(t, { subject, county }),
      footerLeft: t("general.site.tagline"),
      footerRight: "",
    }),
    version: null,
  };
}

/**
 * The share image of a published post, in the post's language. It does not name the author, because erasing an account
 * would then have to replace every image.
 */
export async function findPostShareImage(ctx: Ctx, id: string): Promise<ShareImage | null> {
  const post = await findPublishedPost(ctx, id);
  if (!post) return null;
  const t = ctx.translator(post.locale);
  return {
    key: toBlogPictureKey(id, "share.png"),
    svg: renderTitleSvg({
      siteName: ctx.config.SITE_NAME,
      category: t("blog.crumbs.blog"),
      detail: (post.locale === "ro" ? post.nameRo : post.nameEn) ?? "",
      title: post.title,
      footerLeft: formatDate(post.publishTs ?? ctx.now, post.locale),
      footerRight: "",
    }),
    version: post.version,
    isDeletedSql: sql`not exists (select 1 from ${posts} where ${posts.id} = ${id})`,
  };
}
