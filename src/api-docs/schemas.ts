import * as z from "zod/mini";
import { FIELD_TEXTS } from "./field-texts";
import { OBJECT_FIELD_TEXTS } from "./object-field-texts";
import type { JsonSchema } from "./openapi";

/** Schemas by the name of their component. */
export type Components = Record<string, JsonSchema>;

type Direction = "input" | "output";

/**
 * A zod schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1. `input` describes requests; `output` describes
 * responses, whose objects have no additional properties. Schemas with an ID in `z.globalRegistry` become
 * components.
 */
export function toJsonSchema(schema: z.ZodMiniType, io: Direction, components: Components): JsonSchema {
  const { $schema: _, $defs = {}, ...rest } = moveToComponents(convert(schema, io));
  for (const [name, component] of Object.entries($defs)) {
    components[name] = component as JsonSchema;
    describeFields(component as JsonSchema, OBJECT_FIELD_TEXTS[name]);
  }
  return rest as JsonSchema;
}

function convert(schema: z.core.$ZodType, io: Direction) {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      // The bounds of safe integers carry no information.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      const { def } = zodSchema._zod;
      if (io === "input" && def.type === "pipe" && jsonSchema.type === "string") {
        Object.assign(jsonSchema, getBounds(def.out));
      }
      // The format is shorter and well known.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
}

/** Bounds of a string after trimming: they hold for the sent string too, except for blanks around it. */
function getBounds(out: z.core.$ZodType): object {
  const { minLength, maxLength, format } = convert(out, "input");
  return Object.fromEntries(
    Object.entries({ minLength, maxLength, format }).filter(([, value]) => value !== undefined),
  );
}

/** Points references to definitions at the document's components. */
function moveToComponents<T extends object>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as T;
}

/** Adds the descriptions of the call, the component or the enclosing object, or else those of the field name. */
export function describeFields(schema: JsonSchema, own: Readonly<Record<string, string>> = {}): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const description = field.description ?? own[name] ?? FIELD_TEXTS[name];
    if (description !== undefined) field.description = description;
    describeFields(field, OBJECT_FIELD_TEXTS[name]);
  }
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  for (const part of parts) if (part) describeFields(part, own);
}
