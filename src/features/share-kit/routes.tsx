import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { findOwnListing, isVisibleListing, type ListingDetails } from "@/features/listings";
import { renderPage } from "@/http/render";
import { idParam } from "@/http/requests";
import { fileResponse, toFileName } from "@/http/responses";
import { getFound, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { FlyerPage } from "./flyer-page";
import { renderQrSvg } from "./render-qr-svg";
import { ShareKitPage } from "./share-kit-page";
import { getSharedAddresses } from "./shared-addresses";

/** What the owner of a published listing shares it with. */
export const shareKitRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const ID = ":id";

shareKitRoutes.get(paths.shareListing(ID), async (c) => {
  const { ctx } = c.var;
  const listing = await getOwnListing(c);
  const addresses = isVisibleListing(listing, ctx.now) ? getSharedAddresses(ctx, listing.id) : null;
  const page = <ShareKitPage listing={listing} addresses={addresses} />;
  return renderPage(c, { title: ctx.t("share-kit.heading"), noindex: true }, page);
});

shareKitRoutes.get(paths.listingFlyer(ID), async (c) => {
  const { ctx } = c.var;
  const listing = await getPublishedListing(c);
  const page = <FlyerPage listing={listing} address={getSharedAddresses(ctx, listing.id).flyer} />;
  return renderPage(c, { title: ctx.t("share-kit.flyer.heading"), noindex: true }, page);
});

shareKitRoutes.get(paths.listingQrCode(ID, "svg"), async (c) =>
  fileResponse(c, await renderOwnQrSvg(c), `${toFileName(c, "qr")}.svg`, "image/svg+xml"),
);

shareKitRoutes.get(paths.listingQrCode(ID, "png"), async (c) => {
  const png = await c.var.ctx.svgRenderer.render(await renderOwnQrSvg(c));
  if (!png) throw new Refused({ code: "unavailable", retryAfter: RETRY_AFTER_S });
  return fileResponse(c, png, `${toFileName(c, "qr")}.png`, "image/png");
});

/** Seconds after which a client may ask again while the renderer is busy. */
const RETRY_AFTER_S = 2;

async function renderOwnQrSvg(c: C): Promise<string> {
  const listing = await getPublishedListing(c);
  return renderQrSvg(getSharedAddresses(c.var.ctx, listing.id).qr);
}

/** The signed-in user's own listing. @throws Refused unauthenticated, not_found */
async function getOwnListing(c: C): Promise<ListingDetails> {
  const id = idParam(c);
  requireUser(c.var.ctx);
  const listing = getFound(await findOwnListing(c.var.ctx, id));
  return listing;
}

/** The same if it is published. @throws Refused unauthenticated, not_found */
async function getPublishedListing(c: C): Promise<ListingDetails> {
  const listing = await getOwnListing(c);
  if (!isVisibleListing(listing, c.var.ctx.now)) throw new Refused({ code: "not_found" });
  return listing;
}
