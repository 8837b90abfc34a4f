import { componentOf, type JsonSchema } from "./openapi";

/** One field as a reader sees it; fields of objects within stand below it, named by their path. */
export type Field = {
  /** `experience.teaching`, `errors[].code` */
  path: string;
  /** The last part of the path. */
  name: string;
  type: FieldType;
  required: boolean;
  meaning: string;
  limits: Limit[];
  codes: string[];
};

/** A JSON type's name, or the component that says more. */
type TypeName = { name: string; component?: string };

export type FieldType = { oneOf: TypeName[]; list: boolean; nullable: boolean };

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
      type: { oneOf: typesOf(one), list, nullable },
      required: required.has(name),
      meaning: given.description ?? "",
      limits: [...limitsOf(bare), ...(list ? limitsOf(one) : [])],
      codes: codesOf(one),
    };
    return [field, ...fieldsOf(one, `${path}${list ? "[]" : ""}.`)];
  });
}

/** What a schema is apart from null, which zod writes as an alternative or as one of the types. */
export function withoutNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  if (Array.isArray(schema.type) && schema.type.includes("null")) {
    return { schema: { ...schema, type: schema.type.filter((type) => type !== "null") }, nullable: true };
  }
  const others = schema.anyOf?.filter((one) => one.type !== "null") ?? [];
  const nullable = others.length < (schema.anyOf?.length ?? 0);
  const [only] = others;
  return { schema: only && others.length === 1 ? only : schema, nullable };
}

export function typesOf(schema: JsonSchema): TypeName[] {
  const component = componentOf(schema);
  if (component) return [{ name: component, component }];
  if (schema.anyOf) return schema.anyOf.flatMap(typesOf);
  return [schema.type ?? "any"]
    .flat()
    .map((name) => ({ name: schema.format ? `${name} (${schema.format})` : name }));
}

export const codesOf = (schema: JsonSchema): string[] =>
  (schema.const === undefined ? (schema.enum ?? []) : [schema.const]).map(String);

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
