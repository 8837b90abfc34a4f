import type { Ctx } from "@/context";
import { MODERATION_REASONS } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";
import { getReasonBlocks } from "../frame/reason-blocks";

/** Prepared texts of decisions against a listing, in the language of its teacher. */
export const getListingReasonBlocks = (ctx: Ctx, locale: Locale) =>
  getReasonBlocks(ctx, { locale, reasons: MODERATION_REASONS, texts: "moderation.listings.blocks" });
