import * as z from "zod";
import { normaliseLine } from "@/shared/text";
import type { DocumentKind } from "../documents";
import { SHIPPED_BANNED_WORDS } from "./shipped-banned-words";

/** Words and phrases that send a text to review. */
export const BANNED_WORDS: DocumentKind<readonly string[]> = {
  path: "settings/banned-words",
  schema: z.array(z.string().overwrite(normaliseLine).min(1).max(100)).max(2000),
  shipped: SHIPPED_BANNED_WORDS,
};
