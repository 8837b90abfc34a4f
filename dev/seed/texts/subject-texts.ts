import type { Level, Subject } from "@/shared/codes";
import sources from "./subjects.json";

/** The audience of a listing; each covers one or more levels. */
export const FOCUSES = {
  pre: { label: "preșcolari", levels: [["kg"], ["kg", "e"]] },
  primar: { label: "clasele primare", levels: [["e"]] },
  gimnaziu: { label: "clasele V–VIII", levels: [["m"], ["m"], ["m", "pe"]] },
  evaluare: { label: "Evaluarea Națională", levels: [["pe"], ["m", "pe"]] },
  liceu: { label: "clasele IX–XII", levels: [["h"], ["h"], ["h", "pb"]] },
  bac: { label: "Bacalaureat", levels: [["pb"], ["h", "pb"]] },
  admitere: { label: "admitere", levels: [["pu"], ["pb", "pu"]] },
  facultate: { label: "studenți", levels: [["bc"], ["bc", "ms"], ["bc", "ms", "phd"]] },
} as const satisfies Record<string, { label: string; levels: readonly (readonly Level[])[] }>;

export type Focus = keyof typeof FOCUSES;

export type SeedSubjectTexts = {
  code: Subject;
  /** After "la", "de", "predau": "matematică". An instrument is drawn for music. */
  names: readonly string[];
  /** "admitere la Politehnică" */
  admission?: string;
  /** May start "de la zero". */
  fromZero: boolean;
  /** What is studied, by focus; noun phrases that fit into a list. */
  topics: Partial<Record<Focus, readonly string[]>>;
  /** Titles of this subject alone, each for some focuses. */
  titles: readonly { focuses: readonly Focus[]; text: string }[];
  /** Paragraphs on how this subject is taught. */
  methods: readonly string[];
};

/** A subject in `subjects.json`. */
type Source = Omit<SeedSubjectTexts, "topics" | "titles" | "names"> & {
  /** Lists are separated by semicolons. */
  names: string;
  topics: Partial<Record<Focus, string>>;
  /** `focus focus: title` */
  titles: readonly string[];
};

const list = (text: string): string[] => text.split("; ");

export const SUBJECT_TEXTS = (sources as readonly Source[]).map(
  ({ names, topics, titles, ...rest }): SeedSubjectTexts => ({
    ...rest,
    names: list(names),
    topics: Object.fromEntries(Object.entries(topics).map(([focus, text]) => [focus, list(text)])),
    titles: titles.map((line) => {
      const [focuses = "", ...text] = line.split(": ");
      return { focuses: focuses.split(" ") as Focus[], text: text.join(": ") };
    }),
  }),
);

export function getSubjectTexts(code: Subject): SeedSubjectTexts {
  const texts = SUBJECT_TEXTS.find((subject) => subject.code === code);
  if (!texts) throw new Error(`no texts for the subject ${code}`);
  return texts;
}
