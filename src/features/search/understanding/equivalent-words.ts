import type { Subject } from "@/shared/codes";
import { normalizeWord } from "./words";

// Words of one meaning in both languages, normalized; a comma separates the meanings. Listings have one or the other: a
// search for "Romanian for foreigners" also finds "română pentru străini".

/** Instruments and singing. */
export const INSTRUMENTS = `pian pianul pianului piano, chitara chitare chitarei chitari guitar, vioara viorii violin,
  violoncel cello, contrabas, flaut flautul flute, clarinet, saxofon saxophone, trompeta trumpet, trombon trombone,
  oboi oboe, fagot bassoon, nai naiul, tambal, cobza, acordeon acordeonul accordion, orga orgii, harpa harp, ukulele,
  mandolina mandolin, banjo, muzicuta harmonica, sintetizator, tobe tobele percutie drums drum drumming percussion,
  canto cantoul vocal voice singing, solfegiu solfegii`;

const FOREIGNERS = "strain straini strainii strainilor foreign foreigner foreigners expat expats";

const OTHER_LEARNERS = `incepator incepatori incepatorii incepatorilor incepatoare beginner beginners,
  adult adulta adulti adultilor adults`;

const BUSINESS = "afaceri afacerilor business";

const OTHERS = `copil copii copiilor child children kid kids, tema teme temele homework, nativ nativa nativi native,
  citire citit lectura reading, scriere scris writing, caligrafie handwriting, ortografie spelling,
  gramatica grammar, conversatie conversation`;

/** Words that describe a teacher as a person. */
const PERSONS = `rabdator rabdatoare rabdare patient patience, bland blanda blandete gentle,
  amabil amabila kind, dragut draguta nice, prietenos prietenoasa friendly, calm calma calmul, vesel vesela cheerful,
  empatic empatica empathetic, intelegator intelegatoare understanding, serios serioasa serious, sever severa strict stricta,
  exigent exigenta, pasionat pasionata passionate, dedicat dedicata dedicated, implicat implicata,
  tanar tanara young, domn domnul barbat man male, doamna doamne doamnei femeie woman lady female`;

const toGroups = (list: string): string[][] => list.split(/,\s+/).map((words) => words.split(/\s+/));

const GROUP_OF_WORD = new Map(
  toGroups(`${INSTRUMENTS}, ${FOREIGNERS}, ${OTHER_LEARNERS}, ${BUSINESS}, ${OTHERS}, ${PERSONS}`).flatMap(
    (group) => (group.length > 1 ? group.map((word) => [word, group] as const) : []),
  ),
);

/** Adults and beginners who learn Romanian are mostly foreigners, and listings name any of them. */
const LEARNERS_OF_ROMANIAN = toGroups(`${FOREIGNERS}, ${OTHER_LEARNERS}`).flat();

const PREFERRED_WORDS = new Set(toGroups(`${PERSONS}, ${OTHER_LEARNERS}, ${BUSINESS}`).flat());

const isLearnerOfRomanian = (word: string, subjects: readonly Subject[]): boolean =>
  subjects.join() === "ro" && LEARNERS_OF_ROMANIAN.includes(word);

/**
 * Whether a typed word only describes the teacher, the learner or the purpose: "răbdător", "adulți", "business". Few
 * listings have it, so it orders a search of subjects and excludes nothing.
 */
export function isPreferredWord(typed: string, subjects: readonly Subject[]): boolean {
  const word = normalizeWord(typed);
  return PREFERRED_WORDS.has(word) && !isLearnerOfRomanian(word, subjects);
}

/** All words of the meaning of a typed word in a search of subjects, itself included; null if it has no others. */
export function listEquivalentWords(
  typed: string,
  subjects: readonly Subject[] = [],
): readonly string[] | null {
  const word = normalizeWord(typed);
  return isLearnerOfRomanian(word, subjects) ? LEARNERS_OF_ROMANIAN : (GROUP_OF_WORD.get(word) ?? null);
}
