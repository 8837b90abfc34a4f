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
