import { isLevelOf, type Level, type Subject } from "./codes";
import type { Exam } from "./schemas/exams";
import { withoutMarks } from "./text";

const EXAMS: readonly (readonly [Exam, RegExp])[] = [
  ["pe", /\bevaluar(?:e|ea) nationala\b|\bnational evaluation\b/],
  ["pb", /\bbac(?:alaureat\w*|calaureate)?\b/],
];

/** The exams that a text names. */
export function findNamedExams(text: string): Exam[] {
  const plain = withoutMarks(text).toLowerCase();
  return EXAMS.flatMap(([exam, name]) => (name.test(plain) ? [exam] : []));
}

/** The levels of the exams that a listing's text names and whose levels it doesn't have. */
export function listMissingExams(text: string, subject: Subject, levels: readonly Level[]): Level[] {
  return findNamedExams(text).filter((exam) => !levels.includes(exam) && isLevelOf(exam, [subject]));
}
