import { DAYS, type Slot, type WeekDay } from "./codes";
import { capitalize } from "./format";
import type { Locale } from "./i18n/locales";
import type { Translator } from "./i18n/translator";
import { groupSlots, type SlotGroup } from "./slot-groups";

/** "Monday evening" */
function formatSlot(t: Translator, slot: string): string {
  const [day = "", part = ""] = slot;
  return t("general.filters.slot", { day: t(`general.days.${day}`), part: t(`general.dayParts.${part}`) });
}

const formatGroup = (t: Translator, key: SlotGroup["key"]): string => {
  const named = `general.slotGroups.${key}`;
  if (t.has(named)) return t(named);
  return key.length === 1 ? t(`general.days.${key}`) : formatSlot(t, key);
};

/** "Weekday evenings", "Monday", "Monday evening" */
export const formatSlotGroup = (t: Translator, key: SlotGroup["key"]): string =>
  capitalize(formatGroup(t, key), t.locale);

/** Times of a week in few words, within a sentence: "weekday evenings, Saturday morning". */
export const formatSlotsInSentence = (t: Translator, slots: readonly Slot[]): string =>
  groupSlots(slots)
    .map(({ key }) => formatGroup(t, key))
    .join(", ");

/** The same with a capital: "Weekday evenings, Saturday morning". */
export const formatSlots = (t: Translator, slots: readonly Slot[]): string =>
  capitalize(formatSlotsInSentence(t, slots), t.locale);

/** The days of a week in the order of the language: from Sunday in American English, from Monday in Romanian. */
export const listWeekDays = (locale: Locale): readonly WeekDay[] =>
  locale === "en" ? ["7", ...DAYS.slice(0, 6)] : DAYS;
