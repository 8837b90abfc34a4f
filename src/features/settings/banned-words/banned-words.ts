import * as z from "zod/mini";
import { normaliseLine } from "@/shared/text";
import type { DocumentKind } from "../documents";

/**
 * Default words and phrases that send a text to moderation: abuse, offers other than lessons, and attempts to bypass the
 * site. Case and diacritics don't matter. The settings document `settings/banned-words` replaces them.
 */
export const DEFAULT_BANNED_WORDS: readonly string[] = [
  // Abuse, in the languages of listings.
  "pula",
  "pizda",
  "muie",
  "futut",
  "jidan",
  "jidani",
  "bozgor",
  "bozgori",
  "handicapat",
  "handicapați",
  "retardat",
  "retardați",
  "fuck",
  "fucking",
  "bitch",
  "whore",
  "slut",
  "nigger",
  // Services that are no lessons.
  "escortă",
  "escorte",
  "escort",
  "masaj erotic",
  "videochat",
  "onlyfans",
  "porno",
  "viagra",
  "cocaină",
  "cazino",
  "pariuri",
  "credite rapide",
  "împrumuturi rapide",
  "câștig garantat",
  "criptomonede",
  "bitcoin",
  "forex",
  // Exam and document fraud.
  "diplome false",
  "diplomă falsă",
  "diplomă fără examen",
  "licență la comandă",
  "lucrări de licență la comandă",
  "disertație la comandă",
  "disertații la comandă",
  "scriu licențe",
  "susțin examene în locul",
  // Attempts to bypass the enquiry form.
  "whatsapp",
  "telegram",
  "viber",
];

/** Words and phrases that send a text to moderation. */
export const BANNED_WORDS: DocumentKind<readonly string[]> = {
  path: "settings/banned-words",
  schema: z
    .array(z.string().check(z.overwrite(normaliseLine), z.minLength(1), z.maxLength(100)))
    .check(z.maxLength(2000)),
  defaultValue: DEFAULT_BANNED_WORDS,
};
