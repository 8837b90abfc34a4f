import type { listings } from "@/db/schema";
import type { Translator } from "@/shared/i18n/translator";

type TitledListing = Pick<typeof listings.$inferSelect, "title" | "subject">;

/** The titles of listings as a list for a mail; a listing without a title is named by its subject. */
export const formatTitles = (t: Translator, found: readonly TitledListing[]): string =>
  found.map(({ title, subject }) => `• ${title || t(`general.subjects.${subject}`)}`).join("\n");
