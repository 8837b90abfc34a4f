import { type County, LANGUAGES, type Language, type Subject } from "@/shared/codes";
import { detectTextLanguage } from "@/shared/text-language";
import type { ListingRow } from "./listings";
import type { TeacherRow } from "./teachers";

const HUNGARIAN_COUNTIES: readonly County[] = ["cv", "hr"];
/** Languages that the teachers of a subject teach in, too. */
const LANGUAGE_OF_SUBJECT: Partial<Record<Subject, Language>> = { en: "en", fr: "fr", de: "de", sp: "es" };

/** Romanian, the language that a teacher teaches most, and Hungarian where many learners speak it. */
export function listTeachingLanguages(subjects: readonly Subject[], county: County): Language[] {
  const [main] = subjects.filter((code) => LANGUAGE_OF_SUBJECT[code]);
  const spoken = new Set<Language | undefined>([
    "ro",
    main && LANGUAGE_OF_SUBJECT[main],
    HUNGARIAN_COUNTIES.includes(county) ? "hu" : undefined,
  ]);
  return LANGUAGES.filter((code) => spoken.has(code));
}

/** Texts for learners who don't speak Romanian. */
const ENGLISH_TEXTS: readonly Pick<ListingRow, "subject" | "title" | "description">[] = [
  {
    subject: "ro",
    title: "Romanian for foreigners: speak from the very first lesson",
    description: [
      "I teach Romanian to people who came here for work, study or family. We start with what you need this week: the shop, the landlord, the doctor, small talk with colleagues.",
      "Each lesson has a short dialogue, the grammar behind it and a lot of speaking. You get the new words as a recording, so you can practice on the way to work.",
      "Lessons are in English until you no longer need it. We can also prepare for the B1 exam.",
    ].join("\n\n"),
  },
  {
    subject: "en",
    title: "English conversation in small steps, with corrections that help",
    description: [
      "You choose the topics, and we talk. I note your mistakes, and at the end of the lesson we look at the three that matter most.",
      "Between lessons you write ten lines about your day. It takes five minutes and shows what to practice next.",
    ].join("\n\n"),
  },
];

/**
 * Listings with the languages of their texts. A few of teachers who teach in English are in English, one for each of the
 * texts.
 */
export function addTextLanguages(
  listings: readonly ListingRow[],
  information: readonly TeacherRow[],
): ListingRow[] {
  const teachers = new Set(
    information.flatMap(({ userId, languages }) => (languages?.includes("en") ? [userId] : [])),
  );
  const translated = new Map(
    ENGLISH_TEXTS.map((text) => {
      const isSuitable = ({ ownerId, subject, state, levels }: ListingRow) =>
        subject === text.subject && state === "published" && teachers.has(ownerId) && levels?.includes("h");
      return [listings.find(isSuitable)?.id, text] as const;
    }),
  );
  return listings.map((listing) => {
    const texts = { ...listing, ...translated.get(listing.id) };
    return {
      ...texts,
      textLanguage: detectTextLanguage({ title: texts.title ?? "", description: texts.description ?? "" }),
    };
  });
}
