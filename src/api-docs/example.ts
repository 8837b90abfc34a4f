import { withoutNull } from "./fields";
import { type ApiDocument, getComponentName, type JsonSchema } from "./openapi";

const FORMATS: Record<string, string> = {
  email: "ioana@example.ro",
  date: "1991-02-03",
  "date-time": "2026-11-20T09:00:00.000Z",
  uri: "https://example.ro/",
};

/** An example value for a schema. Uses `values`, by field name, if they match the schema. */
export function createExample(
  schema: JsonSchema,
  document: ApiDocument,
  values: Record<string, unknown>,
  name = "",
): unknown {
  const { schema: bare, nullable } = withoutNull(schema);
  const component = getComponentName(bare);
  if (component) return createExample(document.components.schemas[component] ?? {}, document, values, name);
  if (bare.const !== undefined) return bare.const;
  const known = values[name];
  if (Object.hasOwn(values, name) && (known === null ? nullable : matchesSchema(known, bare))) return known;
  if (bare.default !== undefined) return bare.default;
  if (bare.enum) return bare.enum[0];
  if (bare.properties) {
    return Object.fromEntries(
      Object.entries(bare.properties).map(([key, field]) => [
        key,
        createExample(field, document, values, key),
      ]),
    );
  }
  if (bare.items) return [createExample(bare.items, document, values, name)];
  const [alternative] = bare.anyOf ?? bare.oneOf ?? [];
  if (alternative) return createExample(alternative, document, values, name);
  switch ([bare.type].flat()[0]) {
    case "string":
      return FORMATS[bare.format ?? ""] ?? "…";
    case "integer":
    case "number":
      return bare.minimum ?? 1;
    case "boolean":
      return true;
    case "object":
      return {};
    default:
      return null;
  }
}

/** Calls can use the same name for different types. */
function matchesSchema(value: unknown, { type, anyOf, oneOf, enum: codes }: JsonSchema): boolean {
  if (codes) return codes.includes(value);
  // A schema without a type accepts any value.
  if (type === undefined) return !anyOf && !oneOf;
  const kind = Array.isArray(value) ? "array" : typeof value;
  const types = [type].flat().map((name) => (name === "integer" ? "number" : name));
  return types.includes(kind);
}
