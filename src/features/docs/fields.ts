import { componentOf, type JsonSchema } from "./openapi";

/** One field as a reader sees it; fields of objects within stand below it, named by their path. */
export type Field = {
  /** `experience.teaching`, `errors[].code` */
  path: string;
  /** The last part of the path, by which its meaning is known. */
  name: string;
  type: FieldType;
  required: boolean;
  /** Where it is known otherwise than by the name. */
  meaning?: string;
  limits: Limit[];
  codes: string[];
};

/** A JSON type's name, or the component that says more. */
export type FieldType = { name: string; component?: string; list: boolean; nullable: boolean };

export type Limit = { kind: "least" | "most" | "shortest" | "longest" | "fewest" | "mostItems"; n: number };

/** The fields of an object, and of what lies in it, in their order. */
export function fieldsOf(schema: JsonSchema, before = ""): Field[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const { schema: bare, nullable } = withoutNull(given);
    const list = bare.items !== undefined;
    const { schema: one } = withoutNull(bare.items ?? bare);
    const path = before + name;
    const field: Field = {
      path,
      name,
      type: { ...typeOf(one), list, nullable },
      required: required.has(name),
      limits: [...limitsOf(bare), ...(list ? limitsOf(one) : [])],
      codes: codesOf(one),
    };
    return [field, ...fieldsOf(one, `${path}${list ? "[]" : ""}.`)];
  });
}

/** What a schema is apart from null, which zod writes as an alternative. */
export function withoutNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  const others = schema.anyOf?.filter((one) => one.type !== "null");
  const [only] = others ?? [];
  const nullable = others !== undefined && others.length < (schema.anyOf?.length ?? 0);
  return only && others?.length === 1 ? { schema: only, nullable } : { schema, nullable };
}

export function typeOf(schema: JsonSchema): Pick<FieldType, "name" | "component"> {
  const component = componentOf(schema);
  if (component) return { name: component, component };
  if (schema.anyOf) return { name: schema.anyOf.map((one) => typeOf(one).name).join(" | ") };
  const type = [schema.type ?? "any"].flat().join(" | ");
  return { name: schema.format ? `${type} (${schema.format})` : type };
}

export const codesOf = (schema: JsonSchema): string[] =>
  (schema.const === undefined ? (schema.enum ?? []) : [schema.const]).map((one) => JSON.stringify(one));

export function limitsOf(schema: JsonSchema): Limit[] {
  const all: [Limit["kind"], number | undefined][] = [
    ["fewest", schema.minItems],
    ["mostItems", schema.maxItems],
    ["shortest", schema.minLength],
    ["longest", schema.maxLength],
    ["least", schema.minimum],
    ["most", schema.maximum],
  ];
  return all.flatMap(([kind, n]) => (n === undefined ? [] : [{ kind, n }]));
}
