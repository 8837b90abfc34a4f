import type { Deck, Random } from "../random";
import { fill, type Slots } from "./fill";
import type { Focus, SeedSubjectTexts } from "./subject-texts";

/** Properties of the listing that restrict its titles. */
type TitleInput = {
  persona: string;
  online: boolean;
  inPerson: boolean;
};

type Pattern = { text: string; when?: (input: TitleInput, texts: SeedSubjectTexts, focus: Focus) => boolean };

const EXAMS: readonly Focus[] = ["evaluare", "bac", "admitere"];
const forExams: Pattern["when"] = (_, __, focus) => EXAMS.includes(focus);
const atSchool: Pattern["when"] = (_, __, focus) => ["primar", "gimnaziu", "liceu"].includes(focus);
const onlineOnly: Pattern["when"] = ({ online, inPerson }) => online && !inPerson;
const inPerson: Pattern["when"] = (input) => input.inPerson;

const PATTERNS: readonly Pattern[] = [
  { text: "Meditații la {s} pentru {F}" },
  { text: "{S} pentru {F}, pas cu pas" },
  { text: "Pregătire la {s} pentru {F}, cu plan săptămânal" },
  { text: "Lecții de {s} cu răbdare, pentru {F}" },
  { text: "{T1}, {t2}: {s} pentru {F}" },
  { text: "{S} pe înțelesul tuturor, pentru {F}" },
  { text: "Ore individuale de {s} pentru {F}" },
  { text: "{S} explicată simplu, pentru {F}" },
  { text: "{T1}, {t2} și altele: meditații la {s}" },
  { text: "Prieteni cu {sDef}: lecții pentru {F}" },
  { text: "Fără goluri la {s}: lecții pentru {F}" },
  { text: "Cum se învață {sDef}: {t1}, {t2}" },
  { text: "De la „nu pot” la „am înțeles”: {s}, {F}" },
  { text: "{S} cu [un profesor răbdător|o profesoară răbdătoare], {F}" },
  { text: "{T1}? {T2}? Le lămurim împreună la {s}" },
  { text: "Sprijin la {s} pentru {F}, individual sau în doi" },
  { text: "Pregătire serioasă, atmosferă relaxată: {s}, {F}" },
  { text: "Ritm, răbdare, rezultate: {s} pentru {F}" },
  { text: "{S}: întâi înțelegem, apoi exersăm ({F})" },
  { text: "{S} fără emoții: pregătire pentru {F}", when: forExams },
  { text: "Simulări și teste la {s} pentru {F}", when: forExams },
  { text: "{S}, două ore pe săptămână până la {FDef}", when: forExams },
  { text: "Materia de {s} recapitulată până la {FDef}", when: forExams },
  { text: "Plan pe trei luni la {s}: {F}", when: forExams },
  { text: "Note mai bune la {s}, fără nopți pierdute ({F})", when: atSchool },
  { text: "Teme, teste, lucrări: sprijin la {s}, {F}", when: atSchool },
  { text: "Recuperare la {s}: {t1}, {t2} și nu numai", when: atSchool },
  {
    text: "{S} de la zero, pentru {F}",
    when: (_, texts, focus) => texts.fromZero && !EXAMS.includes(focus) && focus !== "facultate",
  },
  { text: "Lecții de {s} online, pentru {F}", when: onlineOnly },
  { text: "{S} online, cu tablă virtuală, pentru {F}", when: onlineOnly },
  { text: "Seara, online: {s} pentru {F}", when: onlineOnly },
  { text: "{S} în grupe mici, pentru {F}", when: inPerson },
  { text: "Meditații la {s} în {place}, pentru {F}", when: inPerson },
  {
    text: "[Profesor titular|Profesoară titulară]: {s} pentru {F}",
    when: ({ persona }) => persona === "school",
  },
  {
    text: "{Years} la catedră: {s} pentru {F}",
    when: ({ persona }) => persona === "school" || persona === "retired",
  },
  { text: "[Student|Studentă], ore de {s} pentru {F}", when: ({ persona }) => persona === "student" },
  { text: "{S} cu exemple din practică, pentru {F}", when: ({ persona }) => persona === "practitioner" },
];

const MAX_LENGTH = 80;

/** How often (%) a title of the subject itself is used, while an unused one is left. */
const OWN_TITLE_PERCENT = 45;

export type TitleMaker = (
  texts: SeedSubjectTexts,
  focus: Focus,
  input: TitleInput,
  slots: () => Slots,
) => string;

/** Makes titles that fit (10–80 characters) and are unique on the site. */
export function createTitles(random: Random, deck: Deck): TitleMaker {
  const usedTitles = new Set<string>();
  const claim = (title: string): string | null => {
    if (title.length > MAX_LENGTH || usedTitles.has(title)) return null;
    usedTitles.add(title);
    return title;
  };
  return (texts, focus, input, slots) => {
    const focusTitles = texts.titles.filter((title) => title.focuses.includes(focus));
    if (texts.code === "mu" || random.chance(OWN_TITLE_PERCENT)) {
      for (const { text } of random.shuffle(focusTitles)) {
        const title = claim(fill(text, slots()));
        if (title) return title;
      }
    }
    for (let tries = 0; texts.code !== "mu" && tries < 400; tries++) {
      const { text, when } = deck("title", PATTERNS);
      const title = (when?.(input, texts, focus) ?? true) && claim(fill(text, slots()));
      if (title) return title;
    }
    // All patterns are used for this subject and focus, so the place makes the title unique.
    return fill("Lecții de {s} în {place}, {seat}", slots()).slice(0, MAX_LENGTH);
  };
}
