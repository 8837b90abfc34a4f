import { expect, it } from "vitest";
import { findIdentifyingText, namesSchoolOrStreet } from "@/shared/identifying-text";

it.each([
  ["Fata mea, de la Școala Gimnazială Ștefan cel Mare, are goluri.", "Școala Gimnazială"],
  ["Elev la scoala nr. 5", "scoala nr. 5"],
  ["la Colegiul Național „Mihai Eminescu”", "Colegiul Național"],
  ["la colegiul national Mihai", "colegiul national Mihai"],
  ["Liceul teoretic Traian", "Liceul teoretic Traian"],
  ["at Avram Iancu High School", "Iancu High School"],
  ["Stăm pe strada Lungă, la bloc", "strada Lungă"],
  ["aproape de bd. Unirii", "bd. Unirii"],
  ["Mă numesc Ana Pop și caut", "Mă numesc Ana Pop"],
  ["Fiul meu, Andrei, are goluri", "Fiul meu, Andrei"],
  ["my daughter Maria needs help", "my daughter Maria"],
  ["Are probleme la școală. Caut pe cineva cu răbdare.", null],
  ["Termină școala în iunie, apoi liceul", null],
  ["help for high school, with Romanian", null],
  ["Fiul meu are goluri la fracții. Fata mea, nu.", null],
  ["calea cea mai ușoară spre bac", null],
])("finds what may tell who the learner is: %s", (text, expected) => {
  expect(findIdentifyingText(text)).toBe(expected);
});

it.each([
  ["sunt la colegiul stefan cel mare suceava", true],
  ["Învăț la Liceul Teoretic nr 3", true],
  ["scoala generala 11", true],
  ["Stau pe strada Lungă", true],
  ["Sunt la Suceava High School", true],
  ["Liceul meu e aproape", false],
  ["școala începe luni, iar la liceul de care vă spuneam nu se poate", false],
  ["Mă numesc Andrei și merg la liceu", false],
])("whether %j names a school or a street: %s", (text, expected) =>
  expect(namesSchoolOrStreet(text)).toBe(expected),
);
