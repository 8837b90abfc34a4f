import { describe, expect, it } from "vitest";
import { detectContactType } from "@/shared/contact-data";
import { profileSchema, teacherInformationSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";

describe("detectContactType", () => {
  it.each([
    ["M1", null],
    ["Titularizare 2019, nota 9,80", null],
    ["Clasele 8-12, C1/C2, 2010-2014", null],
    ["Formator 01.09.2010 - 30.06.2014", null],
    ["Mentor 09.2010 - 01.07.2014", null],
    ["Colegiul „Gh.Roșca Codreanu”, Șc.gen.Mehedinți", null],
    ["Școala gimnazială nr. 10", null],
    ["prof. dr. ing. D’Arc", null],
    ["Ana-Maria O'Neil", null],
    ["Programator ASP.NET", null],
    ["Booking.com", "link"],
    ["Meditații Pop.ro", "link"],
    ["asp.network.net", "link"],
    ["Sunați la 0712 345 678", "phone"],
    ["01.09.2010, apoi 0712345678", "phone"],
    ["07.12.34.56.78", "phone"],
    ["ana@exemplu.ro", "email"],
  ])("%s: %s", (text, kind) => expect(detectContactType(text)).toBe(kind));
});

describe("phone numbers in words", () => {
  it.each([
    "zero șapte doi doi trei patru cinci șase șapte opt",
    "Zero sapte doi doi trei patru cinci sase sapte opt!",
    "ZERO ŞAPTE DOI DOI TREI PATRU CINCI ŞASE ŞAPTE OPT",
    "Sunați la zero-șapte-doi, doi.trei/patru; cinci (șase) șapte opt",
    "zero șapte\ndouăzeci și doi\ntrei sute patruzeci și cinci\nșase sute șaptezeci și opt",
    "zero șapte sute douăzeci și doi trei patru cinci șase șapte opt",
    "07 doi doi 345 678",
    "zero . șapte . doi . doi . 345 . 678",
    "0722 345 67 opt",
    "numărul 0 7 2 2 trei 4 5 6 7 8, după ora 18",
    "zeroșaptedoidoi 345 678",
    "plus patru zero șapte doi doi trei patru cinci șase șapte opt",
    "+40 șapte doi doi 345 678",
    "zero zero patru zero șapte doi doi trei patru cinci șase șapte opt",
    "zero doi unu trei patru cinci șase șapte opt nouă",
    "call zero seven two two three four five six seven eight",
    "oh seven double two, three four five, sixty seven eight",
    "unu doi zero șapte doi doi trei patru cinci șase șapte opt",
  ])("finds %j", (text) => expect(detectContactType(text)).toBe("phone"));

  it.each([
    "două ore pe zi",
    "clasa a opta",
    "Am făcut două ore pe săptămână, trei luni, și a luat nota zece.",
    "De la zero la opt în șase luni",
    "zero unu doi trei patru cinci șase șapte opt nouă",
    "Numărăm: unu, doi, trei, patru, cinci, șase, șapte, opt, nouă, zece!",
    "Clasele 5, 6, 7, 8, nouă, zece, unsprezece și doisprezece",
    "Din 03.09.2010, două, trei ore",
    "0,75 puncte, apoi două, trei, patru, cinci, șase, șapte",
    "Two hours, three times a week, seven months",
    "De la 07:30, doi copii, trei ore",
    "O colegă nouă, opt elevi, șapte lecții",
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
    expect(wrong(validate(profileSchema({ now: Date.UTC(2026, 10, 20), role: "t" }), change))).toEqual(
      ["first_name", "last_name", ...names.map((name) => `teacher_information.${name}`)].map(
        (name) => `${name} contact_data_in_text`,
      ),
    );
    expect(wrong(validate(teacherInformationSchema, fields("Școala nr. 10")))).toEqual([]);
  });
});
