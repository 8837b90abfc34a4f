import type { Translator } from "@/shared/i18n/translator";
import { ONLINE } from "@/shared/schemas/appointment";

/** The place of a lesson as text; empty once it was erased. */
export const formatPlace = (t: Translator, place: string): string =>
  place === ONLINE ? t("appointments.online") : place;
