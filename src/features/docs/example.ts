import { withoutNull } from "./fields";
import { type ApiDocument, componentOf, type JsonSchema } from "./openapi";

/** Values that read like the real thing, by a field's name; the rest follows from the schema. */
const VALUES: Record<string, unknown> = {
  _id: "7m2xk9q4t0v8w3bz",
  id: "7m2xk9q4t0v8w3bz",
  owner: "7m2xk9q4t0v8w3bz",
  other_id: "5c8w2t9k4m7x1q0z",
  title: "Pregătire pentru bacalaureat",
  cover: "tema-pe-masa.webp",
  name: { en: "Exams", ro: "Examene" },
  text: "Am găsit în două zile un profesor răbdător.",
  message: "Bună ziua! Cum se schimbă adresa de e-mail?",
  user_list: "H4sIAAAAAAAAA4tWMs81qsi2LDQpMSizKDdOqlKKBQCEYaY4FAAAAA",
  user: "ioana@example.ro",
  username: "ioana@example.ro",
  email: "ioana@example.ro",
  password: "trei culori cunosc",
  first_name: "Ioana",
  last_name: "Șerban",
  birth_date: "1991-02-03",
  role: "t",
  phone_number: "+40712345678",
  county: "cj",
  neighbourhood: "Zorilor",
  qualifications: ["Gradul didactic I"],
  job: "Profesoară de matematică",
  employer: "Liceul Teoretic",
  high_school: "Colegiul Național",
  bachelors: "Facultatea de Matematică",
  masters: "",
  doctorate: "",
  experience: { job: 12, teaching: 15 },
  profile_picture: "webp",
  disabled: false,
  can_create_admin: false,
  access_token: "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9...",
  token_type: "bearer",
  expires_in: 300,
  token: "Xb3v0nJq6uE5mQd1...",
  seconds: 1795165200,
  nanoseconds: 0,
  path: "images/profile-pictures/7m2xk9q4t0v8w3bz.webp",
  download_url: "https://catedra.test/images/profile-pictures/7m2xk9q4t0v8w3bz.webp?v=1795165200000",
  upload_url: "/storage/uploads/7m2xk9q4t0v8w3bz",
  file: "7m2xk9q4t0v8w3bz.webp",
};

const FORMATS: Record<string, string> = {
  email: "ioana@example.ro",
  date: "1991-02-03",
  "date-time": "2026-11-20T09:00:00.000Z",
  uri: "https://example.ro/",
};

/** A value that fits a schema, for a reader to start from. */
export function exampleOf(schema: JsonSchema, document: ApiDocument, name = ""): unknown {
  const { schema: one } = withoutNull(schema);
  const component = componentOf(one);
  if (component) return exampleOf(document.components.schemas[component] ?? {}, document, name);
  if (one.const !== undefined) return one.const;
  if (Object.hasOwn(VALUES, name) && fits(VALUES[name], one)) return VALUES[name];
  if (one.default !== undefined) return one.default;
  if (one.enum) return one.enum[0];
  if (one.properties) {
    return Object.fromEntries(
      Object.entries(one.properties).map(([key, field]) => [key, exampleOf(field, document, key)]),
    );
  }
  if (one.items) return [exampleOf(one.items, document, name)];
  const [alternative] = one.anyOf ?? one.oneOf ?? [];
  if (alternative) return exampleOf(alternative, document, name);
  switch ([one.type].flat()[0]) {
    case "string":
      return FORMATS[one.format ?? ""] ?? "…";
    case "integer":
    case "number":
      return one.minimum ?? 1;
    case "boolean":
      return true;
    case "object":
      return {};
    default:
      return null;
  }
}

/** Two calls may use one name for different things. */
function fits(value: unknown, { type, enum: codes }: JsonSchema): boolean {
  if (codes) return codes.includes(value);
  const kind = Array.isArray(value) ? "array" : typeof value;
  const types = [type].flat().map((one) => (one === "integer" ? "number" : one));
  return types.includes(kind);
}
