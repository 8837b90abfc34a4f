import { DAY_PARTS, DAYS, type DayPart, SLOTS, type Slot, type WeekDay } from "./codes";

const WEEKDAYS = DAYS.slice(0, 5);
const WEEKEND = DAYS.slice(5);

const listSlots = (days: readonly WeekDay[], parts: readonly DayPart[] = DAY_PARTS): readonly Slot[] =>
  days.flatMap((day) => parts.map((part): Slot => `${day}${part}`));

/** Times of the week that have a name, in `general.slotGroups`: those that are named first come first. */
const GROUPS = {
  weekend: listSlots(WEEKEND),
  weekdays: listSlots(WEEKDAYS),
  mornings: listSlots(DAYS, ["m"]),
  afternoons: listSlots(DAYS, ["a"]),
  evenings: listSlots(DAYS, ["e"]),
  weekday_mornings: listSlots(WEEKDAYS, ["m"]),
  weekday_afternoons: listSlots(WEEKDAYS, ["a"]),
  weekday_evenings: listSlots(WEEKDAYS, ["e"]),
  weekend_mornings: listSlots(WEEKEND, ["m"]),
  weekend_afternoons: listSlots(WEEKEND, ["a"]),
  weekend_evenings: listSlots(WEEKEND, ["e"]),
} as const;
export type SlotGroupName = keyof typeof GROUPS;

/** Times with one label: a named group, a whole day, or a single time. */
export type SlotGroup = { key: SlotGroupName | WeekDay | Slot; slots: readonly Slot[] };

const ALL_GROUPS: readonly SlotGroup[] = [
  ...(Object.keys(GROUPS) as SlotGroupName[]).map((key) => ({ key, slots: GROUPS[key] })),
  ...DAYS.map((day) => ({ key: day, slots: listSlots([day]) })),
];

/** Times as few groups that don't overlap: "1e" to "7e" are evenings. */
export function groupSlots(slots: readonly Slot[]): SlotGroup[] {
  const groups: SlotGroup[] = [];
  const remaining = new Set(slots);
  for (const group of ALL_GROUPS) {
    if (remaining.size < group.slots.length || !group.slots.every((slot) => remaining.has(slot))) continue;
    groups.push(group);
    for (const slot of group.slots) remaining.delete(slot);
  }
  return [...groups, ...[...remaining].map((slot) => ({ key: slot, slots: [slot] }))];
}

/** Groups that the filter form offers: together the whole week, each time once. */
export const SLOT_CHOICES = [
  "weekday_mornings",
  "weekday_afternoons",
  "weekday_evenings",
  "weekend",
] as const satisfies readonly SlotGroupName[];
type SlotChoice = (typeof SLOT_CHOICES)[number];

/** Times as complete choices and the times beyond them. */
export function splitSlots(slots: readonly Slot[]): { choices: SlotChoice[]; others: Slot[] } {
  const choices = SLOT_CHOICES.filter((name) => GROUPS[name].every((slot) => slots.includes(slot)));
  const covered = new Set(choices.flatMap((name): readonly Slot[] => GROUPS[name]));
  return { choices, others: slots.filter((slot) => !covered.has(slot)) };
}

/** Times as values of the list's URL: complete choices instead of their times. */
export function toSlotChoices(slots: readonly Slot[]): (SlotChoice | Slot)[] {
  const { choices, others } = splitSlots(slots);
  return [...choices, ...others];
}

/** The times that values of the filter form name, in the order of SLOTS. Unknown values name none. */
export function fromSlotChoices(values: string[]): Slot[] {
  const named = new Set(
    values.flatMap((value): readonly string[] => {
      const choice = SLOT_CHOICES.find((name) => name === value);
      return choice ? GROUPS[choice] : [value];
    }),
  );
  return SLOTS.filter((slot) => named.has(slot));
}
