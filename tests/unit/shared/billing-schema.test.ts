import { expect, test } from "vitest";
import { formatAddress } from "@/shared/format-address";
import { billingSchema } from "@/shared/schemas/billing";
import { validate } from "@/shared/schemas/field-errors";

const PERSON = { kind: "person", name: "Ana Pop", street: "Str. Teiului 1", city: "Turda", county: "cj" };
const COMPANY = { ...PERSON, kind: "company", name: "Pop SRL", tax_id: "RO12345674" };
const STORED = { ...PERSON, tax_id: null, register_number: null };

test.each([
  ["a person", PERSON, STORED],
  ["spaces in lines", { ...PERSON, name: "  Ana \n Pop " }, STORED],
  ["what a form sends for a person", { ...PERSON, tax_id: "no CUI", register_number: "J12/1/2020" }, STORED],
  ["a company", COMPANY, { ...STORED, ...COMPANY }],
  [
    "a CUI without RO, and a register number",
    { ...COMPANY, tax_id: "14399840", register_number: " J12/1/2020" },
    { ...COMPANY, tax_id: "14399840", register_number: "J12/1/2020" },
  ],
  [
    "a sector as typed",
    { ...PERSON, county: "b", city: "Sectorul 3" },
    { ...STORED, county: "b", city: "3" },
  ],
  ["200 letters", { ...PERSON, name: "ș".repeat(200) }, { ...STORED, name: "ș".repeat(200) }],
])("billing details with %s are valid", (_, input, stored) => {
  expect(validate(billingSchema, input)).toEqual({ ok: true, value: stored });
});

test.each([
  ["nothing", {}, ["kind", "name", "street", "city", "county"]],
  ["a company without CUI", { ...COMPANY, tax_id: " " }, ["tax_id:required"]],
  ["a wrong check digit", { ...COMPANY, tax_id: "RO12345678" }, ["tax_id:not_tax_id"]],
  ["a foreign tax id", { ...COMPANY, tax_id: "DE123456789" }, ["tax_id:tax_id_form"]],
  ["sector 7", { ...PERSON, county: "b", city: "7" }, ["city:not_sector"]],
  ["201 letters", { ...PERSON, name: "a".repeat(201) }, ["name:too_long"]],
  ["an unknown county", { ...PERSON, county: "B" }, ["county"]],
  [
    "several errors at once",
    { ...COMPANY, name: "", tax_id: "1", county: "b" },
    ["name", "tax_id:tax_id_form", "city:not_sector"],
  ],
])("billing details with %s are refused", (_, input, errors) => {
  const result = validate(billingSchema, input);
  const found = result.ok ? [] : (result.refusal.fields ?? []);
  expect(found.map(({ field, code }, n) => (errors[n]?.includes(":") ? `${field}:${code}` : field))).toEqual(
    errors,
  );
});

test("formatAddress names the sector in București", () => {
  expect(formatAddress({ street: "Str. Teiului 1", city: "Turda", county: "cj" })).toBe(
    "Str. Teiului 1, Turda, Cluj",
  );
  expect(formatAddress({ street: "Calea Victoriei 1", city: "1", county: "b" })).toBe(
    "Calea Victoriei 1, Sector 1, București",
  );
});
