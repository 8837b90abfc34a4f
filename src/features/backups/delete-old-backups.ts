import type { Ctx } from "@/context";
import { addDays, addMonths, type Day } from "@/shared/dates";
import { INDEX_KEY, toFolder, toManifestKey } from "./manifest";

const DAYS_KEPT = 35;
const MONTHS_KEPT = 12;

/** Deletes backups that are not kept and incomplete ones of earlier days, and stores the list of the others. */
export async function deleteOldBackups({ backups }: Ctx, today: Day): Promise<void> {
  const complete: Day[] = [];
  for await (const names of backups.listFolders(""))
    for (const day of names.filter((name) => /^\d{4}-\d\d-\d\d$/.test(name))) {
      if (await backups.head(toManifestKey(day))) complete.push(day);
      else if (day !== today) await backups.removeObjects([toFolder(day)]);
    }
  const days = listKeptDays(complete, today);
  await backups.putJson(INDEX_KEY, { days });
  // The manifest first, so that a half deleted backup does not look complete.
  for (const day of complete.filter((day) => !days.includes(day)))
    await backups.removeObjects([toManifestKey(day), toFolder(day)]);
}

/** Which backups are kept: those of 35 days, and the earliest of each of 12 months. */
export function listKeptDays(days: readonly Day[], today: Day): Day[] {
  const sorted = days.toSorted();
  const isFirstOfMonth = (day: Day) => sorted.find((other) => other.slice(0, 7) === day.slice(0, 7)) === day;
  const firstMonth = addMonths(today, 1 - MONTHS_KEPT).slice(0, 7);
  return sorted.filter(
    (day) => day > addDays(today, -DAYS_KEPT) || (isFirstOfMonth(day) && day.slice(0, 7) >= firstMonth),
  );
}
