import type { Slot } from "./codes";
import type { Translator } from "./i18n/translator";

/** "Monday evening" */
export function formatSlot(t: Translator, slot: Slot): string {
  const [day = "", part = ""] = slot;
  return t("general.filters.slot", { day: t(`general.days.${day}`), part: t(`general.dayParts.${part}`) });
}
