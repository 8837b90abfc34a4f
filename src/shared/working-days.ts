import { addDays, type Day } from "./dates";

/** Public holidays on the same date each year, as month and day (Labour Code, art. 139). */
const FIXED_HOLIDAYS = [
  "01-01",
  "01-02",
  "01-06",
  "01-07",
  "01-24",
  "05-01",
  "06-01",
  "08-15",
  "11-30",
  "12-01",
  "12-25",
  "12-26",
];
/** Good Friday, Easter, Easter Monday, Pentecost and its Monday, in days after Easter. */
const EASTER_HOLIDAYS = [-2, 0, 1, 49, 50];

/** Orthodox Easter, from 1900 to 2099: Meeus's Julian algorithm, 13 days later in the Gregorian calendar. */
function getEaster(year: number): Day {
  const moon = (19 * (year % 19) + 15) % 30;
  const weekday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7;
  const days = moon + weekday + 114;
  const julian = new Date(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1));
  return addDays(julian.toISOString().slice(0, 10), 13);
}

/** Whether a day is neither on a weekend nor a public holiday in Romania. */
export function isWorkingDay(day: Day): boolean {
  const weekday = new Date(day).getUTCDay();
  if (weekday === 0 || weekday === 6 || FIXED_HOLIDAYS.includes(day.slice(5))) return false;
  const easter = getEaster(Number(day.slice(0, 4)));
  return !EASTER_HOLIDAYS.some((days) => addDays(easter, days) === day);
}

/** The nth working day in Romania after a day, which itself does not count. */
export function addWorkingDays(day: Day, count: number): Day {
  let current = day;
  for (let left = count; left > 0; ) {
    current = addDays(current, 1);
    if (isWorkingDay(current)) left--;
  }
  return current;
}
