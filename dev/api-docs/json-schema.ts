import * as z from "zod";

type Direction = "input" | "output";
export type Converted = { schema: object; components: { schemas?: Record<string, object> } };

/**
 * A zod schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1: `input` is what a caller may send, `output` what
 * they get, where objects have no other properties than those named. Schemas with an id of their own
 * (`.meta({ id: "User" })`) become components of the document, referred to by that name.
 */
export function jsonSchema(schema: z.ZodType, io: Direction): Converted {
  const { $schema: _, $defs, ...rest } = convert(schema, io);
  return {
    schema: inComponents(rest),
    components: $defs ? { schemas: inComponents($defs as Record<string, object>) } : {},
  };
}

function convert(schema: z.core.$ZodType, io: Direction) {
  return z.toJSONSchema(schema as z.ZodType, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      // The bounds of whole numbers as such say nothing about the call.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      const { def } = zodSchema._zod;
      if (io === "input" && def.type === "pipe" && jsonSchema.type === "string") {
        Object.assign(jsonSchema, bounds(def.out));
      }
      // The format says it shorter, and as readers know it.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
}

/** What holds for a text once it is tidied up holds, but for blanks around it, for what is sent. */
function bounds(out: z.core.$ZodType): object {
  const { minLength, maxLength, format } = convert(out, "input");
  return Object.fromEntries(
    Object.entries({ minLength, maxLength, format }).filter(([, value]) => value !== undefined),
  );
}

/** Definitions move into the document's components, and so do the references to them. */
function inComponents<T extends object>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as T;
}
