import type { Translator } from "@/shared/i18n/translator";
import type { CountedListing } from "./queries";

/** What a listing is called where its owner reads of it: a draft may have no title yet. */
export const titleOf = (
  t: Translator,
  { title, subject }: Pick<CountedListing, "title" | "subject">,
): string => title || t("analytics.untitled", { subject: t(`general.subjects.${subject}`) });
