import type { listings } from "@/db/schema";
import { isLevelOf, LEVELS, type Level, LOCATIONS, type Location, type Subject } from "@/shared/codes";
import { computeHourlyPrice } from "@/shared/schemas/listing";
import { chooseState } from "./listing-states";
import { getSeatPoint, listNeighbourhoods } from "./places";
import { createPrice } from "./prices";
import { createDeck, type Random } from "./random";
import type { SeedTeacher } from "./teachers";
import { createDescription } from "./texts/descriptions";
import { definite, type Slots } from "./texts/fill";
import { FOCUSES, type Focus, getSubjectTexts, type SeedSubjectTexts } from "./texts/subject-texts";
import { createTitles } from "./texts/titles";

export type ListingRow = typeof listings.$inferInsert;

/** All listings of all teachers, oldest first, with titles that differ from one another. */
export function createListings(random: Random, teachers: readonly SeedTeacher[], now: number): ListingRow[] {
  const deck = createDeck(random);
  const createTitle = createTitles(random, deck);

  function createListing(teacher: SeedTeacher, subject: Subject): ListingRow {
    const { persona, county } = teacher;
    const texts = getSubjectTexts(subject);
    const focus = chooseFocus(random, teacher, texts);
    const { locations, online } = choosePlaces(random);
    const neighbourhood = random.chance(80)
      ? (teacher.information.neighbourhood ?? "")
      : random.pick(listNeighbourhoods(county));
    const place = neighbourhood === "Centru" ? "centru" : neighbourhood;
    const name = deck(`name:${subject}`, texts.names);
    const slots = (topics: readonly string[]): Slots => {
      const [t1 = "", t2 = "", t3 = ""] = random.sample(topics, 3);
      return {
        ...teacher.slots,
        ...getFocusSlots(texts, focus),
        gender: teacher.name.gender,
        s: name,
        sDef: definite(name),
        place,
        t1,
        t2,
        t3,
      };
    };
    const topics = texts.topics[focus] ?? [];
    const short = topics.filter((topic) => topic.length <= 22 && !topic.includes(" și "));
    const titleTopics = short.length >= 3 ? short : topics;
    const titleInput = { persona, online, inPerson: locations.length > 0 };
    const { price, sessionMinutes } = createPrice(random, { focus, subject, county, persona });
    return {
      id: random.id(),
      ownerId: teacher.user.id,
      title: createTitle(texts, focus, titleInput, () => slots(titleTopics)),
      description: createDescription(
        random,
        deck,
        { persona, focus, texts, locations, online },
        slots(topics),
      ),
      subject,
      levels: chooseLevels(random, subject, focus),
      locations,
      online,
      county,
      neighbourhood,
      ...choosePoint(random, teacher),
      price,
      sessionMinutes,
      pricePerHour: computeHourlyPrice(price, sessionMinutes),
      ...chooseState(random, now),
    };
  }

  return teachers
    .flatMap((teacher) =>
      random.sample(teacher.subjects, teacher.listings).map((subject) => createListing(teacher, subject)),
    )
    .sort((a, b) => a.createdTs - b.createdTs);
}

/** The slots of a focus: "admitere la Drept", the same with the article for "până la", and where its pupils learn. */
function getFocusSlots(
  { admission }: SeedSubjectTexts,
  focus: Focus,
): { F: string; FDef: string; lessons: string } {
  const F = focus === "admitere" && admission ? `admitere la ${admission}` : FOCUSES[focus].label;
  return {
    F,
    FDef: F.replace(/^admitere/, "admiterea"),
    lessons: focus === "facultate" ? "cursuri" : "școală",
  };
}

function chooseFocus(random: Random, teacher: SeedTeacher, texts: SeedSubjectTexts): Focus {
  const open = Object.keys(texts.topics) as Focus[];
  // A teacher of both Romanian and mathematics is usually an elementary school teacher.
  const isPrimaryTeacher =
    teacher.subjects.includes("ro") && teacher.subjects.includes("m") && open.includes("primar");
  if (isPrimaryTeacher && random.chance(80)) return "primar";
  const weights: Record<Focus, number> = {
    pre: 2,
    primar: 3,
    gimnaziu: 5,
    evaluare: 6,
    liceu: 5,
    bac: 6,
    admitere: 4,
    facultate: teacher.persona === "school" ? 1 : 3,
  };
  return random.weighted(open.map((focus) => [focus, weights[focus]] as const));
}

/** Another focus that a teacher often covers too. */
const WIDER: Partial<Record<Focus, Focus>> = {
  primar: "gimnaziu",
  gimnaziu: "liceu",
  evaluare: "gimnaziu",
  liceu: "gimnaziu",
  bac: "liceu",
};

function chooseLevels(random: Random, subject: Subject, focus: Focus): Level[] {
  const levels = new Set<Level>(random.pick(FOCUSES[focus].levels as readonly (readonly Level[])[]));
  const next = WIDER[focus];
  if (next && getSubjectTexts(subject).topics[next] && random.chance(30)) {
    for (const level of FOCUSES[next].levels[0]) levels.add(level);
  }
  // Enough teachers of English in Bucharest for a usual price of the county.
  if (subject === "en" && focus !== "pre" && focus !== "facultate") levels.add("m").add("h");
  return LEVELS.filter((level) => levels.has(level) && isLevelOf(level, [subject]));
}

function choosePlaces(random: Random): { locations: Location[]; online: boolean } {
  if (random.chance(13)) return { locations: [], online: true };
  const share: Record<Location, number> = { th: 60, lh: 36, tc: 14, sc: 5, o: 5 };
  const locations = LOCATIONS.filter((location) => random.chance(share[location]));
  return { locations: locations.length > 0 ? locations : ["th"], online: random.chance(42) };
}

/** Three in four listings have a point, near the county's seat. */
function choosePoint(
  random: Random,
  { county }: SeedTeacher,
): { latitude: number | null; longitude: number | null } {
  if (!random.chance(75)) return { latitude: null, longitude: null };
  const near = (degrees: number) => Math.round((degrees + random.int(-250, 250) / 10_000) * 1e5) / 1e5;
  const { latitude, longitude } = getSeatPoint(county);
  return { latitude: near(latitude), longitude: near(longitude) };
}
