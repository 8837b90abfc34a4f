import type { Subject } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";

/** A post of the demonstration site, in its own words. */
export type PostText = {
  key: string;
  /** The key of the post that says the same in the other language. */
  pair?: string;
  locale: Locale;
  category: "exams" | "choosing" | "learning";
  daysAgo: number;
  /** How many days after it came out it was corrected. */
  editedAfter?: number;
  /** The drawing that is its cover: a subject in one of the scenes. */
  cover: readonly [Subject, number];
  title: string;
  slug: string;
  excerpt: string;
  /** Markdown; `PICTURE` stands for the address of its own picture. */
  body: string;
};
