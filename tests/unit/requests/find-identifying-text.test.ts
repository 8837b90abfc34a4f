import { expect, it } from "vitest";
import { namesSchool } from "@/features/requests/create/names-school";

it.each([
  ["Fata mea, de la Școala Gimnazială Ștefan cel Mare, are goluri.", true],
  ["Elev la scoala nr. 5", true],
  ["la Colegiul Național „Mihai Eminescu”", true],
  ["Liceul teoretic Traian", true],
  ["at Avram Iancu High School", true],
  ["Are probleme la școală. Caut pe cineva cu răbdare.", false],
  ["Termină școala în iunie, apoi liceul", false],
  ["help for high school, with Romanian", false],
])("says whether a text names a school: %s", (text, expected) => {
  expect(namesSchool(text)).toBe(expected);
});
