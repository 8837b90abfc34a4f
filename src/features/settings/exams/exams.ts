import { type ExamsDocument, examsSchema } from "@/shared/schemas/exams";
import type { DocumentKind } from "../documents";

/**
 * The days of the national exams and the school holidays, which an admin enters once a year. One week of holidays
 * between 15 February and 7 March is chosen by each county and therefore is not here.
 */
export const EXAMS: DocumentKind<ExamsDocument> = {
  path: "settings/exams",
  schema: examsSchema,
  defaultValue: {
    years: [
      {
        year: "2026/27",
        pe: "2027-06-22",
        pb: "2027-06-14",
        holidays: [
          { from: "2026-10-24", to: "2026-11-01" },
          { from: "2026-12-23", to: "2027-01-10" },
          { from: "2027-04-24", to: "2027-05-04" },
          // They begin on 19 June, but learners prepare until the exam is over.
          { from: "2027-06-26", to: "2027-08-31" },
        ],
        source:
          "Bacalaureat: OM 5211/2026 (MO 758/2026). Vacanțe: OM 3194/2026. Evaluarea Națională: proiectul de calendar al Ministerului Educației.",
      },
    ],
  },
};
