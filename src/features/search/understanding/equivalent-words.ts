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

const LEARNERS = `strain straini strainii strainilor foreign foreigner foreigners expat expats,
  incepator incepatori incepatorii incepatorilor beginner beginners, adult adulti adultilor adults`;

const OTHERS = `copil copii copiilor child children kid kids, tema teme temele homework, nativ nativa nativi native,
  citire citit lectura reading, scriere scris writing, caligrafie handwriting, ortografie spelling,
  gramatica grammar, conversatie conversation`;

/** Words that describe a teacher as a person. They order a search and exclude nothing. */
const PERSONS = `rabdator rabdatoare rabdare patient patience, bland blanda blandete gentle,
  amabil amabila kind, dragut draguta nice, prietenos prietenoasa friendly, calm calma calmul, vesel vesela cheerful,
  empatic empatica empathetic, intelegator intelegatoare understanding, serios serioasa serious, sever severa strict stricta,
  exigent exigenta, pasionat pasionata passionate, dedicat dedicata dedicated, implicat implicata,
  tanar tanara young, domn domnul barbat man male, doamna doamne doamnei femeie woman lady female`;

const toGroups = (list: string): string[][] => list.split(/,\s+/).map((words) => words.split(/\s+/));

const GROUP_OF_WORD = new Map(
  toGroups(`${INSTRUMENTS}, ${LEARNERS}, ${OTHERS}, ${PERSONS}`).flatMap((group) =>
    group.length > 1 ? group.map((word) => [word, group] as const) : [],
  ),
);

/** Adults and beginners who learn Romanian are mostly foreigners, and listings name any of them. */
const LEARNERS_OF_ROMANIAN = toGroups(LEARNERS).flat();

const PERSON_WORDS = new Set(toGroups(PERSONS).flat());

/** Whether a typed word only describes a person: "răbdător". */
export const isPersonWord = (typed: string): boolean => PERSON_WORDS.has(normalizeWord(typed));

/** All words of the meaning of a typed word in a search of subjects, itself included; null if it has no others. */
export function listEquivalentWords(
  typed: string,
  subjects: readonly Subject[] = [],
): readonly string[] | null {
  const word = normalizeWord(typed);
  const isLearner = subjects.join() === "ro" && LEARNERS_OF_ROMANIAN.includes(word);
  return isLearner ? LEARNERS_OF_ROMANIAN : (GROUP_OF_WORD.get(word) ?? null);
}
