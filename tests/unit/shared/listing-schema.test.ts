import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { validate } from "@/shared/schemas/field-errors";
import {
  computeHourlyPrice,
  draftListingSchema,
  LISTING_FIELDS,
  listingSchema,
  toListingForm,
  toListingInput,
} from "@/shared/schemas/listing";

const completeForm = {
  title: ["Matematică pentru Bacalaureat"],
  description: ["Lucrăm pe subiecte din anii trecuți, cu explicații clare."],
  subject: ["m"],
  levels: ["h", "pb", "h"],
  locations: ["th"],
  county: ["cj"],
  neighbourhood: [" Zorilor "],
  price: ["90.5"],
  session_minutes: ["50"],
  availability: ["6m", "1e", "1e"],
  formats: ["group"],
  trial: ["free"],
  receipt: ["1"],
  parent_present: ["1"],
  languages: ["de", "", "ro"],
};
const listErrors = (values: Record<string, string[]>, schema: z.core.$ZodType = listingSchema) => {
  const result = validate(schema, toListingInput(values));
  return result.ok ? [] : (result.refusal.fields ?? []).map(({ field, code }) => `${field} ${code}`);
};

describe("listingSchema", () => {
  it("converts prices to bani, removes repeated codes and trims text", () => {
    const result = validate(listingSchema, toListingInput(completeForm));
    expect(result.ok && result.value).toMatchObject({
      price: 9050,
      session_minutes: 50,
      levels: ["h", "pb"],
      availability: ["1e", "6m"],
      neighbourhood: "Zorilor",
      online: false,
    });
  });

  it("returns the errors of all invalid fields, in the form's order", () => {
    expect(listErrors({})).toEqual([
      "subject required",
      "levels level_required",
      "title required",
      "description required",
      "county required",
      "price required",
      "session_minutes required",
      "locations location_or_online",
    ]);
  });

  it("requires a location or online lessons", () => {
    expect(listErrors({ ...completeForm, locations: [] })).toEqual(["locations location_or_online"]);
    expect(listErrors({ ...completeForm, locations: [], online: ["1"] })).toEqual([]);
  });

  it("requires levels of the subject", () => {
    const parts = (values: object) => {
      const result = validate(listingSchema, { ...toListingInput(completeForm), ...values });
      return result.ok ? null : result.refusal.fields;
    };
    const error = (names: string) => ({
      field: "levels",
      code: "level_of_subject",
      params: { parts: names },
    });
    const levels = ["h", "pb", "pe"];
    expect(parts({ levels })).toBeNull();
    expect(parts({ levels, subject: "p" })).toEqual([error("pe")]);
    expect(parts({ levels, subject: "mu", price: undefined })).toEqual([
      { field: "price", code: "required" },
      error("pe pb"),
    ]);
    expect(parts({ levels: "pe", subject: 1 })?.map(({ field }) => field)).toEqual(["subject", "levels"]);
  });

  it.each([
    ["9.99", "price_range"],
    ["1000.01", "price_range"],
    ["-90", "price_range"],
    ["ieftin", "not_decimal"],
    ["1.000,5", "not_decimal"],
  ])("refuses a price of %s", (price, code) => {
    expect(listErrors({ ...completeForm, price: [price] })).toEqual([`price ${code}`]);
  });

  it("accepts a draft with only a subject", () => {
    expect(listErrors({ subject: ["m"] }, draftListingSchema)).toEqual([]);
    expect(listErrors({ title: ["Fără materie"] }, draftListingSchema)).toEqual(["subject required"]);
  });
});

describe("prices", () => {
  it("per hour are rounded to the ban", () => {
    expect([
      computeHourlyPrice(8000, 45),
      computeHourlyPrice(9500, 50),
      computeHourlyPrice(9000, 60),
    ]).toEqual([10_667, 11_400, 9000]);
  });
});

describe("toListingForm and toListingInput", () => {
  const listing = listingSchema.parse({
    ...toListingInput(completeForm),
    online: true,
    point: { latitude: 46.77, longitude: 23.59 },
  });

  it.each(LISTING_FIELDS)("keep the field %s", (field) => {
    const emptied = draftListingSchema.parse({ subject: "ro" });
    expect(listing[field]).not.toEqual(emptied[field]);
    expect(toListingInput(toListingForm(listing))[field]).toEqual(listing[field]);
  });
});
