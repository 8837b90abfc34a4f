import { formatLessonTime } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { ONLINE } from "@/shared/schemas/appointment";
import type { Overlap } from "./queries";

/** The place of a lesson as text; empty once it was erased. */
export const formatPlace = (t: Translator, place: string): string =>
  place === ONLINE ? t("appointments.online") : place;

/** "Overlaps the lesson with Simona P., Sat, Nov 28, 2026, 10:00 AM." */
export const formatOverlap = (
  t: Translator,
  { otherTime, with: name, isAgreed }: Omit<Overlap, "time">,
): string =>
  t(`appointments.overlaps.${isAgreed ? "agreed" : "proposed"}`, {
    name,
    time: formatLessonTime(otherTime, t.locale),
  });
