import type { Ctx } from "@/context";
import { SHARE_SOURCES, type ShareSource } from "@/shared/codes";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/** The URLs of a listing that its owner shares, by where. */
export type SharedAddresses = Record<ShareSource, string>;

export const getSharedAddresses = (
  { config, locale }: Pick<Ctx, "config" | "locale">,
  listingId: string,
): SharedAddresses =>
  Object.fromEntries(
    SHARE_SOURCES.map((source) => [
      source,
      config.SITE_URL + localizePath(locale, paths.sharedListing(listingId, source)),
    ]),
  ) as SharedAddresses;
