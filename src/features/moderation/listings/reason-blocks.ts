import { addTextBlock } from "@/shared/add-text-block";
import { MODERATION_REASONS } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";

/** Text blocks for the explanation of a rejection, by reason. A reason without a block is left out. */
export type ReasonBlocks = Record<string, string>;

/** `t` is of the teacher's language. */
export const getReasonBlocks = (t: Translator): ReasonBlocks =>
  Object.fromEntries(
    MODERATION_REASONS.map((reason) => [reason, `moderation.listings.blocks.${reason}`])
      .filter(([, key = ""]) => t.has(key))
      .map(([reason = "", key = ""]) => [reason, t(key)]),
  );

/** An explanation with the blocks of the reasons that it does not contain yet. */
export const addReasonBlocks = (text: string, blocks: ReasonBlocks, reasons: readonly string[]): string =>
  reasons.reduce((filled, reason) => addTextBlock(filled, blocks[reason] ?? ""), text.trim());
