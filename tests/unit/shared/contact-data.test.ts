import { describe, expect, it } from "vitest";
import { detectContactType, listContactTexts, namesStreet } from "@/shared/contact-data";
import { namesSchoolOrStreet } from "@/shared/identifying-text";
import { profileSchema, teacherInformationSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";

describe("detectContactType", () => {
  it.each([
    ["M1", null],
    ["Titularizare 2019, nota 9,80", null],
    ["Clasele 8-12, C1/C2, 2010-2014", null],
    ["Formator 01.09.2010 - 30.06.2014", null],
    ["Colegiul „Gh.Roșca Codreanu”, Șc.gen.Mehedinți", null],
    ["prof. dr. ing. D’Arc", null],
    ["Programator ASP.NET", null],
    ["Booking.com", "link"],
    ["asp.network.net", "link"],
    ["Sunați la 0712 345 678", "phone"],
    ["WhatsApp me on +353 87 123 4567", "phone"],
    ["Call 0044 20 7946 0958", "phone"],
    ["01.09.2010, apoi 0712345678", "phone"],
    ["07.12.34.56.78", "phone"],
    ["ana@exemplu.ro", "email"],
    ["C#-ASP.NET", null],
    ["config.SITE_NAME", null],
    ["meditatii.shop", "link"],
    ["Explică cu drag.Club de lectură", null],
    ["Am luat nota 10.School, apoi 9.Eu recomand", null],
    ["lectii.Club.ro", "link"],
    ["meditatii_pop.ro", "link"],
    ["_www.exemplu", "link"],
    ["exemplu.ro_", "link"],
    ["exem\u200bplu．ro", "link"],
    ["ana＠exemplu.ro", "email"],
    ["ana@exe\u200bmplu\u2060.ro", "email"],
    ["ana (at) exemplu punct ro", "email"],
    ["ana punct pop arond gmail punct com", "email"],
    ["Scrieți la ANA.POP a rond yahoo", "email"],
    ["ana la gmail punct com", "email"],
    ["Look at the dot product", null],
    ["La acest punct eu explic din nou", null],
    ["Ajungem la al doilea punct, apoi predau arondismentelor", null],
  ])("%j: %s", (text, kind) => expect(detectContactType(text)).toBe(kind));

  it.each([
    "0712,345,678",
    "0712–345 – 678",
    "0712\u200b345\u00ad678",
    "０７１２ ３４５ ６７８",
    "0️⃣7️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣",
    "0712 * 345 | 678",
    "0712 și 345 și 678",
    "07,12,34,56,78",
    "+40,712–345–678",
    "Clasele 5-8, tel 0722;345;678, 100 lei",
  ])("finds the phone number in %j", (text) => expect(detectContactType(text)).toBe("phone"));

  it.each([
    "2024-2025, 8-12 ani, 100 lei",
    "07:30 - 09:30, 16:00",
    "07.30–09.30, 12 lei, 100",
    "Program 07-09, 12-14, 18-20",
    "01.07–31.08, 2025",
    "07.03, 21.03, 04.04",
    "0-4, 5-8, 9-12",
    "1,024 / 512 / 6,144 / 21",
    "02, 03, 04, 05, 06",
    "50 min: 80 lei, 90 min: 130,50 lei",
  ])("accepts the numbers in %j", (text) => expect(detectContactType(text)).toBeNull());
});

it.each([
  ["stau pe str Observatorului 34 ap 12", true],
  ["Strada Lungă nr. 5", true],
  ["Primesc elevi pe str. Lunga nr. 12, bl. 4, ap. 7.", true],
  ["Str.Lunga 12", true],
  ["str. M.Eminescu nr.5", true],
  ["Predau la Wall Street English 2015", false],
  ["Locuiesc pe strada mea de mult. Am 15 elevi", false],
  // Matching must not take longer and longer for each character.
  [`str. ${".".repeat(2000)}`, false],
  [`str. ${"a".repeat(2000)}`, false],
  [`str. ${"a ".repeat(1000)}`, false],
  ["B-dul Unirii 5", true],
  ["12 Baker Street", false],
  ["strada mare și frumoasă din oraș", false],
  ["strategia pe 3 luni", false],
  ["Calea spre nota 10 începe aici", false],
])("street address in %j: %s", (text, expected) =>
  expect(detectContactType(text) === "address").toBe(expected),
);

it.each([
  ["Str. Lunga nr 12", true],
  ["strada Lungă", true],
  ["Zorilor, bl. 4", true],
  ["Calea București", false],
  ["Bulevardul Unirii", false],
  ["Strachina", false],
])("street in the place %j: %s", (place, expected) => expect(namesStreet(place)).toBe(expected));

it.each([
  ["Bună ziua! Sunați la 0712 345 678, vă rog.", "0712 345 678"],
  ["Stăm pe str. Cuza Vodă nr. 14, bl. B2", "str. Cuza Vodă nr. 14"],
  ["ana@exemplu.ro", "ana@exemplu.ro"],
  [
    "zero șapte doi doi trei patru cinci șase șapte opt, seara",
    "zero șapte doi doi trei patru cinci șase șapte opt",
  ],
])("finds the contact data in %j: %s", (text, found) => expect(listContactTexts(text)).toEqual([found]));

it.each([
  ["Fiul meu e la Școala Miron Costin, în Iași.", "Școala Miron Costin"],
  ["Stăm pe strada Mărășești 12, lângă parc", "strada Mărășești 12"],
  ["Școala Miron. Mulțumesc", "Școala Miron"],
  ["La Școala I. L. Caragiale sunt 20 de elevi", "Școala I. L. Caragiale"],
  ["E la Școala Miron Costin 2 ore pe zi", "Școala Miron Costin"],
])("finds the whole school or street in %j: %s", (text, found) =>
  expect(listContactTexts(text, namesSchoolOrStreet)).toEqual([found]),
);

describe("phone numbers in words", () => {
  it.each([
    "zero șapte doi doi trei patru cinci șase șapte opt",
    "ZERO ŞAPTE DOI DOI TREI PATRU CINCI ŞASE ŞAPTE OPT",
    "Sunați la zero-șapte-doi, doi.trei/patru; cinci (șase) șapte opt",
    "zero șapte\ndouăzeci și doi\ntrei sute patruzeci și cinci\nșase sute șaptezeci și opt",
    "zero șapte sute douăzeci și doi trei patru cinci șase șapte opt",
    "zero . șapte . doi . doi . 345 . 678",
    "0722 345 67 opt",
    "zeroșaptedoidoi 345 678",
    "plus patru zero șapte doi doi trei patru cinci șase șapte opt",
    "zero zero patru zero șapte doi doi trei patru cinci șase șapte opt",
    "zero doi unu trei patru cinci șase șapte opt nouă",
    "call zero seven two two three four five six seven eight",
    "oh seven double two, three four five, sixty seven eight",
    "unu doi zero șapte doi doi trei patru cinci șase șapte opt",
  ])("finds %j", (text) => expect(detectContactType(text)).toBe("phone"));

  it.each([
    "clasa a opta",
    "Am făcut două ore pe săptămână, trei luni, și a luat nota zece.",
    "zero unu doi trei patru cinci șase șapte opt nouă",
    "Numărăm: unu, doi, trei, patru, cinci, șase, șapte, opt, nouă, zece!",
    "Clasele 5, 6, 7, 8, nouă, zece, unsprezece și doisprezece",
    "Din 03.09.2010, două, trei ore",
    "0,75 puncte, apoi două, trei, patru, cinci, șase, șapte",
    "Two hours, three times a week, seven months",
    "De la 07:30, doi copii, trei ore",
    "Douăzeci și doi de elevi din douăzeci și trei",
    "Note de zece, zece și zece",
  ])("accepts %j", (text) => expect(detectContactType(text)).toBeNull());
});

describe("teacher information", () => {
  const fields = (contact: string) => ({
    neighbourhood: contact,
    qualifications: ["Gradul I", contact],
    job: contact,
    employer: contact,
    studies: { high_school: contact, bachelors: contact, masters: contact, doctorate: contact },
  });
  const names = [
    "neighbourhood",
    "qualifications",
    "job",
    "employer",
    "studies.high_school",
    "studies.bachelors",
    "studies.masters",
    "studies.doctorate",
  ];
  const wrong = (result: ReturnType<typeof validate>) =>
    result.ok ? [] : (result.refusal.fields ?? []).map(({ field, code }) => `${field} ${code}`);

  it("is refused with contact data in any field, at sign-up and in a change", () => {
    expect(wrong(validate(teacherInformationSchema, fields("0712345678")))).toEqual(
      names.map((name) => `${name} contact_data_in_text`),
    );
    const change = {
      first_name: "ana@exemplu.ro",
      last_name: "www.exemplu",
      teacher_information: fields("exemplu.ro"),
    };
    expect(wrong(validate(profileSchema({ now: Date.UTC(2026, 10, 20), role: "t" }), change)).sort()).toEqual(
      ["first_name", "last_name", ...names.map((name) => `teacher_information.${name}`)]
        .map((name) => `${name} contact_data_in_text`)
        .sort(),
    );
    expect(
      wrong(validate(teacherInformationSchema, { ...fields("Școala nr. 10"), neighbourhood: "" })),
    ).toEqual([]);
    expect(wrong(validate(teacherInformationSchema, { neighbourhood: "Str. Lunga nr 12" }))).toEqual([
      "neighbourhood street_in_place",
    ]);
  });
});
