/** Days of the week as ISO 8601 numbers them: "1" is Monday. */
export const DAYS = ["1", "2", "3", "4", "5", "6", "7"] as const;
export type WeekDay = (typeof DAYS)[number];
/** Morning (before 12), afternoon (12 to 17) and evening (after 17). */
export const DAY_PARTS = ["m", "a", "e"] as const;
export type DayPart = (typeof DAY_PARTS)[number];
export type Slot = `${WeekDay}${DayPart}`;
/** The times of a week at which lessons are possible, such as "1e" for Monday evening. */
export const SLOTS: readonly Slot[] = DAYS.flatMap((day) => DAY_PARTS.map((part): Slot => `${day}${part}`));
