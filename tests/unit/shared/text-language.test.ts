import { describe, expect, it } from "vitest";
import { withoutMarks } from "@/shared/text";
import { detectTextLanguage } from "@/shared/text-language";

const ROMANIAN = [
  ["Matematică pentru Evaluarea Națională", "Lecții clare, cu exerciții din subiectele ultimilor ani."],
  ["Meditații la economie", "Ofer meditații la economie pentru liceu. Preț bun, program flexibil."],
  ["Engleză Cambridge FCE, CAE", "Pregătire pentru examen: reading, listening, writing și speaking."],
  ["Pian pentru copii", "Lecții de pian la domiciliu, de la primele note la primul concert."],
  ["Bac mate-info, M1", "Fac exerciții cu elevii din clasele a XI-a și a XII-a, online pe Zoom."],
  ["English for kids", "Lecții de engleză pentru copii de la 5 ani, prin jocuri și cântece, în grupe mici."],
] as const;

const ENGLISH = [
  [
    "Maths for the Bac",
    "I help students prepare for the Bacalaureat with past papers and clear explanations.",
  ],
  ["Romanian for foreigners", "Learn Romanian with a native speaker. We start with everyday situations."],
  ["English conversation", "Friendly lessons for adults in Cluj-Napoca: you choose the topics and we talk."],
  ["Piano lessons in București", "Lessons at your home, for beginners and advanced students of any age."],
] as const;

const OTHERS = [
  ["", ""],
  ["Cambridge IELTS TOEFL", "IELTS, TOEFL, FCE, CAE, CPE: online, Zoom, Skype, WhatsApp, Teams."],
  ["Français DELF et DALF", "Cours de français pour les élèves du lycée, avec un professeur de la ville."],
  [
    "Deutsch als Fremdsprache",
    "Unterricht für Anfänger und Fortgeschrittene, auch online. Ich bin Lehrerin.",
  ],
  [
    "Magyar nyelv és irodalom",
    "Felkészítés az érettségire és a nyolcadikos vizsgára, online is, kis csoportban.",
  ],
  ["Clases de español", "Clases de español para todos los niveles, con una profesora de la ciudad."],
  ["Математика українською", "Уроки математики для учнів, які нещодавно приїхали до Румунії."],
  [
    "Lecții de engleză / English lessons",
    "Lecții pentru copii și adulți, la domiciliu. Lessons for children and adults, at your home.",
  ],
] as const;

const detect = ([title, description]: readonly [string, string]) =>
  detectTextLanguage({ title, description });

describe("detectTextLanguage", () => {
  it.each(ROMANIAN)("finds Romanian in %s, with and without diacritics", (...texts) => {
    expect(detect(texts)).toBe("ro");
    expect(detect([withoutMarks(texts[0]), withoutMarks(texts[1])])).toBe("ro");
    expect(detect([texts[0].toUpperCase(), texts[1].toUpperCase()])).toBe("ro");
  });

  it.each(ENGLISH)("finds English in %s", (...texts) => {
    expect(detect(texts)).toBe("en");
  });

  it.each(OTHERS)("does not know the language of %s", (...texts) => {
    expect(detect(texts)).toBeNull();
    expect(detect([withoutMarks(texts[0]), withoutMarks(texts[1])])).toBeNull();
  });
});
