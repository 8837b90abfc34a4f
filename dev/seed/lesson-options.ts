import { DAYS, type DayPart, SLOTS, type Slot, type WeekDay } from "@/shared/codes";
import type { ListingRow } from "./listings";
import type { Random } from "./random";
import type { SeedTeacher } from "./teachers";
import type { Persona } from "./texts/descriptions";

const WEEKDAYS = DAYS.slice(0, 5);
const slots = (days: readonly WeekDay[], ...parts: DayPart[]): Slot[] =>
  days.flatMap((day) => parts.map((part): Slot => `${day}${part}`));

/** Times that a text names. */
const NAMED_TIMES: readonly (readonly [RegExp, readonly Slot[]])[] = [
  [/\bseara\b/i, slots(WEEKDAYS, "e")],
  [/după-amiaza/i, slots(WEEKDAYS, "a")],
  [/între 15 și 20/, slots(WEEKDAYS, "e")],
  [/sâmbăta dimineața/i, ["6m"]],
  [/inclusiv sâmbăta/i, [...slots(WEEKDAYS, "a", "e"), ...slots(["6"], "m", "a")]],
  [/în weekend/i, slots(["6", "7"], "m", "a", "e")],
];

/** Usual times of teachers whose text names none. */
const USUAL_TIMES: Record<Persona, readonly (readonly Slot[])[]> = {
  school: [slots(WEEKDAYS, "a", "e"), [...slots(WEEKDAYS, "e"), "6m"], slots(["1", "3", "5"], "a", "e")],
  university: [slots(WEEKDAYS, "e"), [...slots(["2", "4"], "e"), ...slots(["6"], "m", "a")]],
  student: [slots(DAYS, "e"), [...slots(WEEKDAYS, "e"), ...slots(["6", "7"], "m", "a", "e")]],
  practitioner: [slots(WEEKDAYS, "e"), slots(["6", "7"], "m", "a")],
  retired: [slots(WEEKDAYS, "m", "a"), slots(["1", "2", "4"], "m", "a")],
};

/** Listings with times, formats, first lesson and receipt, which agree with their texts. */
export function addLessonOptions(
  random: Random,
  listings: readonly ListingRow[],
  teachers: readonly SeedTeacher[],
): ListingRow[] {
  const personas = new Map(teachers.map(({ user, persona }) => [user.id, persona]));
  return listings.map((listing) => {
    const persona = personas.get(listing.ownerId);
    // The demo teacher's listings have them already.
    if (!persona) return listing;
    const text = `${listing.title}\n${listing.description}`;
    return {
      ...listing,
      availability: chooseTimes(random, text, persona),
      formats: chooseFormats(random, text),
      trial: chooseTrial(random, text),
      receipt: random.chance(persona === "student" ? 5 : 25),
      parentPresent: listing.levels?.includes("e") === true,
    };
  });
}

function chooseTimes(random: Random, text: string, persona: Persona): Slot[] {
  const named = new Set(NAMED_TIMES.flatMap(([pattern, times]) => (pattern.test(text) ? times : [])));
  if (named.size > 0) return SLOTS.filter((slot) => named.has(slot));
  const usual = random.pick(USUAL_TIMES[persona]);
  return random.chance(75) ? SLOTS.filter((slot) => usual.includes(slot)) : [];
}

function chooseFormats(random: Random, text: string): ListingRow["formats"] {
  if (/în grupe|grupă/i.test(text)) return ["group"];
  if (/în doi|doi colegi/i.test(text)) return ["individual", "group"];
  if (/individuale/i.test(text)) return ["individual"];
  return random.chance(12) ? ["individual", "group"] : ["individual"];
}

function chooseTrial(random: Random, text: string): ListingRow["trial"] {
  if (text.includes("nu costă nimic")) return "free";
  if (text.includes("lecție de probă")) return random.pick(["free", "reduced"] as const);
  return random.chance(8) ? "reduced" : "none";
}
