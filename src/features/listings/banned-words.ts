import * as z from "zod";
import type { Ctx } from "@/context";
import { type DocumentKind, readDocument } from "@/features/documents";
import { normaliseLine } from "@/shared/text";
import { SHIPPED_BANNED_WORDS } from "./banned-word-list";
import { type ReviewRule, reviewOfText, type Text } from "./review-rules";

export const BANNED_WORDS: DocumentKind<readonly string[]> = {
  path: "settings/banned-words",
  schema: z.array(z.string().overwrite(normaliseLine).min(1).max(100)).max(2000),
  shipped: SHIPPED_BANNED_WORDS,
};

/** The words that send a text to review. */
export const readBannedWords = async (ctx: Ctx): Promise<readonly string[]> =>
  (await readDocument(ctx, BANNED_WORDS)).value;

/** What in a text calls for a reader: see `reviewOfText`, with the words that are banned now. */
export const findReviewRule = async (ctx: Ctx, text: Text): Promise<ReviewRule | null> =>
  reviewOfText(text, await readBannedWords(ctx));
