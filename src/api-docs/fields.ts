import { getComponentName, type JsonSchema } from "./openapi";

/** A field of an object, or of a nested object, with its path. */
export type ApiField = {
  /** `experience.teaching`, `errors[].code` */
  path: string;
  /** The last part of the path. */
  name: string;
  type: FieldType;
  required: boolean;
  meaning: string;
  limits: FieldLimit[];
  codes: string[];
};

/** Name of a JSON type, or of a component. */
type TypeName = { name: string; component?: string };

export type FieldType = { oneOf: TypeName[]; list: boolean; nullable: boolean };

export type FieldLimit = {
  kind: "minimum" | "maximum" | "minLength" | "maxLength" | "minItems" | "maxItems";
  n: number;
};

/** The fields of an object and of its nested objects, in order. */
export function listFields(schema: JsonSchema, prefix = ""): ApiField[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, declared]) => {
    const { schema: bare, nullable } = withoutNull(declared);
    const list = bare.items !== undefined;
    const { schema: element } = withoutNull(bare.items ?? bare);
    const path = prefix + name;
    const field: ApiField = {
      path,
      name,
      type: { oneOf: listTypes(element), list, nullable },
      required: required.has(name),
      meaning: declared.description ?? "",
      limits: [...listLimits(bare), ...(list ? listLimits(element) : [])],
      codes: listCodes(element),
    };
    return [field, ...listFields(element, `${path}${list ? "[]" : ""}.`)];
  });
}

/** A schema without null, which zod writes as an alternative or as one of the types. */
export function withoutNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  if (Array.isArray(schema.type) && schema.type.includes("null")) {
    return { schema: { ...schema, type: schema.type.filter((type) => type !== "null") }, nullable: true };
  }
  const others = schema.anyOf?.filter((option) => option.type !== "null") ?? [];
  const nullable = others.length < (schema.anyOf?.length ?? 0);
  const [only] = others;
  return { schema: only && others.length === 1 ? only : schema, nullable };
}

export function listTypes(schema: JsonSchema): TypeName[] {
  const component = getComponentName(schema);
  if (component) return [{ name: component, component }];
  if (schema.anyOf) return schema.anyOf.flatMap(listTypes);
  return [schema.type ?? "any"]
    .flat()
    .map((name) => ({ name: schema.format ? `${name} (${schema.format})` : name }));
}

export const listCodes = (schema: JsonSchema): string[] =>
  (schema.const === undefined ? (schema.enum ?? []) : [schema.const]).map(String);

export function listLimits(schema: JsonSchema): FieldLimit[] {
  const all: [FieldLimit["kind"], number | undefined][] = [
    ["minItems", schema.minItems],
    ["maxItems", schema.maxItems],
    ["minLength", schema.minLength],
    ["maxLength", schema.maxLength],
    ["minimum", schema.minimum],
    ["maximum", schema.maximum],
  ];
  return all.flatMap(([kind, n]) => (n === undefined ? [] : [{ kind, n }]));
}
