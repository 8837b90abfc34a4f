import type { Ctx } from "@/context";
import { addTextBlock } from "@/shared/add-text-block";
import type { Locale } from "@/shared/i18n/locales";

/** The button that inserts the prepared texts of the chosen reasons instead of deciding: its field `intent`. */
export const FILL_INTENT = "fill";

/** Prepared texts of an explanation by reason, in the language of the person who reads it. */
export type ReasonBlocks = { locale: Locale; texts: Readonly<Record<string, string>> };

/** `texts` is the message key of the texts. A reason without a text is left out. */
export function getReasonBlocks(
  ctx: Ctx,
  { locale, reasons, texts }: { locale: Locale; reasons: readonly string[]; texts: string },
): ReasonBlocks {
  const t = ctx.translator(locale);
  const prepared = reasons.filter((reason) => t.has(`${texts}.${reason}`));
  return { locale, texts: Object.fromEntries(prepared.map((reason) => [reason, t(`${texts}.${reason}`)])) };
}

/** An explanation with the blocks of the reasons that it does not contain yet. */
export const addReasonBlocks = (
  text: string,
  blocks: ReasonBlocks["texts"],
  reasons: readonly string[],
): string => reasons.reduce((filled, reason) => addTextBlock(filled, blocks[reason] ?? ""), text.trim());
