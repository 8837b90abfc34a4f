import { isLevelOf, type Level, type Subject } from "./codes";
import { withoutMarks } from "./text";

const EXAMS: readonly (readonly [Level, RegExp])[] = [
  ["pe", /\bevaluar(?:e|ea) nationala\b|\bnational evaluation\b/],
  ["pb", /\bbac(?:alaureat\w*|calaureate)?\b/],
];

/** The levels of the exams that a listing's text names and whose levels it doesn't have. */
export function listMissingExams(text: string, subject: Subject, levels: readonly Level[]): Level[] {
  const plain = withoutMarks(text).toLowerCase();
  return EXAMS.flatMap(([level, name]) =>
    name.test(plain) && !levels.includes(level) && isLevelOf(level, [subject]) ? [level] : [],
  );
}
