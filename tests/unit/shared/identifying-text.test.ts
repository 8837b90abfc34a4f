import { expect, it } from "vitest";
import {
  findIdentifyingTexts,
  isByPupil,
  namesAccount,
  namesSchoolOrStreet,
} from "@/shared/identifying-text";

it.each([
  [
    "Fata mea Andreea e la Școala Gimnazială Ștefan cel Mare.",
    ["Fata mea Andreea", "Școala Gimnazială Ștefan"],
  ],
  ["Elev la scoala nr. 5", "scoala nr. 5"],
  ["la Colegiul Național „Mihai Eminescu”", "Colegiul Național"],
  ["la Liceul „Mihail Kogălniceanu”", "Liceul Mihail"],
  ["sunt la colegiul stefan cel mare suceava", "colegiul stefan"],
  ["liceul gheorghe lazar", "liceul gheorghe"],
  ["clasa a 12-a la cn eminescu", "cn eminescu"],
  ["la colegiul national Mihai", "colegiul national Mihai"],
  ["Liceul teoretic Traian", "Liceul teoretic Traian"],
  ["at Avram Iancu High School", "Iancu High School"],
  ["Stăm pe strada Lungă, la bloc", "strada Lungă"],
  ["aproape de bd. Unirii", "bd. Unirii"],
  ["Mă numesc Ana Pop și caut", "Mă numesc Ana Pop"],
  ["Fiul meu, Andrei, are goluri", "Fiul meu, Andrei"],
  ["my daughter Maria needs help", "my daughter Maria"],
  ["Caut meditații. Andrei e în clasa a VIII-a.", "Andrei"],
  ["Paul este elev în clasa a IX-a", "Paul"],
  ["Maria is in grade 7", "Maria"],
  ["Sunt Ana Popescu și caut", "Sunt Ana Popescu"],
  ["Bună ziua, sunt Andrei, clasa a 8-a", "sunt Andrei"],
  ["Eu sunt Laura", "sunt Laura"],
  ["I’m Ana Popescu", "I’m Ana Popescu"],
  ["Andreea, clasa a VIII-a, are goluri", "Andreea"],
  ["Caut meditații. Ana Pop, elevă în clasa a IX-a", "Ana Pop"],
  [
    "Copilul este în clasa a VIII-a. Ea e în clasa a V-a. Fata e în clasa a II-a. Daughter is in grade 8.",
    null,
  ],
  ["Are probleme la școală. Caut pe cineva cu răbdare.", null],
  ["Sunt elev. Sunt în clasa a VIII-a. Sunt Mama unui elev. Sunt profesor la o școală", null],
  ["Testele sunt Marți. Sunt Liberă seara. I am Romanian and busy. I'm in Cluj Napoca", null],
  ["Matematică, clasa a VIII-a", null],
  [
    "Pregătire, clasa a 8-a. Lecții, clasa a 5-a. Chimie, clasa a IX-a. Matematica, clasa a 8-a. Pian, clasa a 2-a",
    null,
  ],
  ["Evaluarea Națională, clasa a VIII-a. Limba Română, în clasa a V-a", null],
  ["Termină școala în iunie, apoi liceul", null],
  ["help for high school, with Romanian", null],
  ["Fiul meu are goluri la fracții. Fata mea, nu.", null],
  ["calea cea mai ușoară spre bac", null],
])("finds what may tell who the learner is: %s", (text, expected) => {
  expect(findIdentifyingTexts(text)).toEqual(expected === null ? [] : [expected].flat());
});

it.each([
  "Învăț la Liceul Teoretic nr 3",
  "scoala generala 11",
  "liceul pedagogic carmen sylva",
  "Stau pe strada Lungă",
  "Sunt la Suceava High School",
])("sees a school or a street in: %s", (text) => expect(namesSchoolOrStreet(text)).toBe(true));

it.each([
  "Liceul meu e aproape",
  "școala începe luni, iar la liceul de care vă spuneam nu se poate",
  "Mă numesc Andrei și merg la liceu",
  "Merg la școală dimineața",
  "La școală facem integrale, iar după școală pot de la 15",
  "Termin liceul anul viitor",
  "Luni termin școala devreme, iar joi avem Școala Altfel",
  "dupa scoala pot, am scoala pana la 2",
  "Liceul are 12 clase. La școala veche aveam 10",
  "Vreau la liceul pedagogic",
  "I am in Middle School; My School starts at 8, and After School I am free",
  "Grade 10, High School in Cluj",
])("sees no school in: %s", (text) => expect(namesSchoolOrStreet(text)).toBe(false));

it.each([
  ["insta: ana.m09", true],
  ["Instagramul meu e: ana", true],
  ["Am văzut pe Facebook anunțul", false],
])("whether %j names an account: %s", (text, expected) => expect(namesAccount(text)).toBe(expected));

it.each([
  ["Buna, am 15 ani si sunt in clasa a IX-a", true],
  ["Am doar 9 ani", true],
  ["Hi, I'm 16 and need help", true],
  ["I am 12 years old.", true],
  ["am cincisprezece ani", true],
  ["eu am 15", true],
  ["Buna, sunt elev in clasa a 9-a", true],
  ["Bună ziua, sunt în clasa a IX-a", true],
  ["sunt elevă la gimnaziu", true],
  ["I'm in the 9th grade", true],
  ["Gemenii mei sunt în clasa a V-a, sunt elevi buni", false],
  ["Am 12 anișori", true],
  ["Am zece ani de engleză", false],
  ["Nu mai sunt elevă de mult, am 45 de ani", false],
  ["nu sunt elev, vreau lecții ca adult", false],
  ["Bună ziua, sunt la liceu profesor", false],
  ["I am a pupil's mother", false],
  ["Am 15 ani de experiență", false],
  ["Am 16 ani vechime", false],
  ["Fiul meu are 15 ani, iar eu am 45 de ani", false],
  ["Am 18 ani", false],
  ["I am 15 minutes away", false],
  ["Suntem la 15 km. Am 2 copii.", false],
])("whether the author of %j seems to be a pupil: %s", (text, expected) =>
  expect(isByPupil(text)).toBe(expected),
);
