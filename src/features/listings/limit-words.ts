import type { Refusal } from "@/shared/errors";
import type { Translator } from "@/shared/i18n/translator";

/** Which limit was reached, in words; null for a refusal that is about no limit. */
export const limitWords = (t: Translator, { reason, params }: Refusal): string | null =>
  reason === "limit_reached" ? t(`listings.limits.${params?.limit}`, params) : null;
