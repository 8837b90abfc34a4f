import { eq } from "drizzle-orm";
import * as z from "zod";
import type { Ctx } from "@/context";
import { settings } from "@/db/schema";
import { SHIPPED_BANNED_WORDS } from "./banned-word-list";
import { type ReviewRule, reviewOfText, type Text } from "./review-rules";

const PATH = "settings/banned-words";
const documentSchema = z.array(z.string().max(100)).max(2000);

/**
 * The words that send a text to review: the settings document, else those in the code. A malformed document is logged
 * and counts for nothing.
 */
export async function readBannedWords(ctx: Ctx): Promise<readonly string[]> {
  const [row] = await ctx.db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.path, PATH))
    .limit(1);
  if (!row) return SHIPPED_BANNED_WORDS;
  const parsed = documentSchema.safeParse(row.value);
  if (parsed.success) return parsed.data;
  ctx.log.warn("settings_malformed", { path: PATH, error: parsed.error.message });
  return SHIPPED_BANNED_WORDS;
}

/** What in a text calls for a reader: see `reviewOfText`, with the words that are banned now. */
export const findReviewRule = async (ctx: Ctx, text: Text): Promise<ReviewRule | null> =>
  reviewOfText(text, await readBannedWords(ctx));
