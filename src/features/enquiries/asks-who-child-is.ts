import { withoutMarks } from "@/shared/text";
import { CHILD } from "./asks-about-child";

/** The name or the school of a child, in lower case without marks. "La ce liceu vrea să dea?" asks for neither. */
const WHO_CHILD_IS = new RegExp(
  [
    String.raw`\bnumele (?:complet |de familie )?(?:(?:al |a )?${CHILD}|scolii|liceului|gradinitei)`,
    String.raw`\bcum (?:il|o) cheama\b|\bcum se numeste ${CHILD}`,
    String.raw`\b(?:la|din|de la) ce (?:scoala|liceu|colegiu|gradinita) (?:\S+ ){0,2}?(?:invata|merge|este|e|studiaza|vine)\b`,
    String.raw`\bce (?:scoala|liceu|colegiu|gradinita) (?:face|urmeaza|frecventeaza)\b|\b(?:la|din|de la) ce scoala(?=$|[,?])`,
    String.raw`\b(?:which|what) school(?=$|[,?]| (?:does|is|do|are)\b)|\bname of (?:(?:the|her|his) school|${CHILD})`,
    String.raw`\b(?:her|his|${CHILD})\s(?:full |first |last |sur)?names?\b|\b(?:her|his|${CHILD}) school(?=$|[,?]|['’]s name)`,
  ].join("|"),
);

/** Whether a teacher's message to the parent of a child asks for the child's name or school, which no lesson needs. */
export const asksWhoChildIs = (message: string): boolean =>
  withoutMarks(message.toLowerCase())
    .split(/[.;!\n]|(?<=\?)/)
    .some((clause) => WHO_CHILD_IS.test(clause.trim()));
