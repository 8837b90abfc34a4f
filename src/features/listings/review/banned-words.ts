import type { Ctx } from "@/context";
import { BANNED_WORDS, readDocument } from "@/features/settings";
import { type ReviewRule, reviewOfText, type Text } from "./review-rules";

/** The words that send a text to review. */
export const readBannedWords = async (ctx: Ctx): Promise<readonly string[]> =>
  (await readDocument(ctx, BANNED_WORDS)).value;

/** What in a text calls for a reader: see `reviewOfText`, with the words that are banned now. */
export const findReviewRule = async (ctx: Ctx, text: Text): Promise<ReviewRule | null> =>
  reviewOfText(text, await readBannedWords(ctx));
