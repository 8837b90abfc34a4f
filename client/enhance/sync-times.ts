import type { SlotChoice } from "@/shared/slot-groups";

/** The times of each group. The code of src/shared/slot-groups would be a further file of the listing form. */
const TIMES: Record<SlotChoice, RegExp> = {
  weekday_mornings: /^[1-5]m$/,
  weekday_afternoons: /^[1-5]a$/,
  weekday_evenings: /^[1-5]e$/,
  weekend: /^[67][mae]$/,
};

const findTimes = (value: string): RegExp | undefined => TIMES[value as SlotChoice];

/** After a change of a time: ticks or clears the times of a group, and ticks the groups whose times are all ticked. */
export function syncTimes(form: HTMLFormElement, changed: HTMLInputElement): void {
  if (changed.name !== "when") return;
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[name="when"]')];
  for (const box of boxes) if (findTimes(changed.value)?.test(box.value)) box.checked = changed.checked;
  for (const group of boxes) {
    const times = findTimes(group.value);
    if (times) group.checked = boxes.every((box) => box.checked || !times.test(box.value));
  }
}

/** Whether a time belongs to one of the groups. */
export const isGroupedTime = (groups: readonly string[], time: string): boolean =>
  groups.some((group) => findTimes(group)?.test(time));

/** Removes times from a query that a group of it contains, and `grouped`, which only a form without a script needs. */
export function removeGroupedTimes(query: URLSearchParams): void {
  query.delete("grouped");
  const values = query.getAll("when");
  const remaining = values.filter((value) => !isGroupedTime(values, value));
  query.delete("when");
  for (const value of remaining) query.append("when", value);
}
