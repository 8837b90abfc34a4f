import { expect, test } from "vitest";
import * as z from "zod/mini";
import { toFieldErrors, validate } from "@/shared/schemas/field-errors";

const schema = z.object({
  title: z.string().check(z.minLength(10), z.maxLength(80)),
  name: z.string().check(z.minLength(1)),
  email: z.email(),
  price: z.int().check(z.gte(1000), z.lte(100_000)),
  levels: z.array(z.enum(["m", "h"])).check(z.minLength(1), z.maxLength(2)),
  subject: z.enum(["m", "ro"]),
  terms: z.literal(true, { error: "consent_required" }),
  password: z.string().check(z.refine((value) => value !== "secret", { error: "password_common" })),
  age: z
    .number()
    .check(z.refine((value) => value >= 16, { error: "too_young", params: { min: 16, note: { a: 1 } } })),
});

const good = {
  title: "Matematică la liceu",
  name: "Ana",
  email: "ana@example.test",
  price: 9000,
  levels: ["m"],
  subject: "m",
  terms: true,
  password: "x",
  age: 20,
};

const listErrors = (changes: Record<string, unknown>) => {
  const checked = validate(schema, { ...good, ...changes });
  return checked.ok ? [] : checked.refusal.fields;
};

test("validate returns a valid value", () => {
  expect(validate(schema, good)).toEqual({ ok: true, value: good });
});

test.each([
  [{ title: "scurt" }, { field: "title", code: "too_short", params: { min: 10 } }],
  [{ title: "x".repeat(81) }, { field: "title", code: "too_long", params: { max: 80 } }],
  [{ title: undefined }, { field: "title", code: "required" }],
  [{ title: 7 }, { field: "title", code: "invalid" }],
  [{ name: "" }, { field: "name", code: "required" }],
  [{ email: "ana" }, { field: "email", code: "not_email" }],
  [{ price: 999 }, { field: "price", code: "too_small", params: { min: 1000 } }],
  [{ price: 100_001 }, { field: "price", code: "too_big", params: { max: 100_000 } }],
  [{ price: 1000.5 }, { field: "price", code: "invalid" }],
  [{ levels: [] }, { field: "levels", code: "too_few", params: { min: 1 } }],
  [{ levels: ["m", "h", "m"] }, { field: "levels", code: "too_many", params: { max: 2 } }],
  [{ levels: ["zz"] }, { field: "levels", code: "invalid_choice" }],
  [{ subject: "zz" }, { field: "subject", code: "invalid_choice" }],
  [{ subject: undefined }, { field: "subject", code: "required", choice: true }],
  [{ terms: undefined }, { field: "terms", code: "consent_required" }],
  [{ password: "secret" }, { field: "password", code: "password_common" }],
  [{ age: 15 }, { field: "age", code: "too_young", params: { min: 16 } }],
])("validate reports %j", (changes, expected) => {
  expect(listErrors(changes)).toEqual([expected]);
});

test("validate returns only the first error of each field", () => {
  const parsed = z
    .object({ code: z.string().check(z.minLength(3), z.regex(/^\d+$/)) })
    .safeParse({ code: "a" });
  expect(toFieldErrors(parsed.error as z.core.$ZodError)).toEqual([
    { field: "code", code: "too_short", params: { min: 3 } },
  ]);
});
