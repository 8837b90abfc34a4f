import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { findOwnListing, isVisibleListing } from "@/features/listings";
import { declareCall } from "@/http/declare-call";
import { SHARE_SOURCES } from "@/shared/codes";
import { Refused } from "@/shared/errors";
import { LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { contentSchema } from "@/shared/schemas/json";
import { renderQrSvg } from "./render-qr-svg";
import { getSharedAddresses } from "./shared-addresses";

/** What the owner of a published listing shares it with, as JSON. */
export const shareKitApi = new Hono<AppEnv>();

const shareKitSchema = contentSchema(
  z
    .object({ addresses: z.record(z.enum(SHARE_SOURCES), z.string()), qr_svg: z.string() })
    .register(z.globalRegistry, { id: "ShareKit" }),
);

declareCall(shareKitApi, {
  method: "GET",
  path: paths.apiListingShare(":id"),
  tag: "listings",
  summary: "Read what a listing is shared with",
  description:
    "For the owner of a published listing; others get 404. Views of an address count for its source in the statistics.",
  access: "user",
  rawQuery: { locale: z.optional(z.enum(LOCALES)).check(z.describe("Language of the addresses.")) },
  responses: { 200: { description: "The addresses and the QR code.", schema: shareKitSchema } },
  async handler({ c, ctx, id }) {
    const listing = await findOwnListing(ctx, id);
    if (!listing || !isVisibleListing(listing, ctx.now)) throw new Refused({ code: "not_found" });
    const locale = LOCALES.find((name) => name === c.req.query("locale")) ?? ctx.locale;
    const addresses = getSharedAddresses({ config: ctx.config, locale }, listing.id);
    return { content: { addresses, qr_svg: renderQrSvg(addresses.qr) } };
  },
});
