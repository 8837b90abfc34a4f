import { invalidRequest } from "./errors";

/** What a form holds: a text, or fields by name. Lists are fields named 0, 1, 2… */
export type FormValue = string | Fields;
export type Fields = {
  [name: string]: FormValue;
};

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const MAX_LEVELS = 8;

/**
 * Reads Stripe's form encoding: `line_items[0][price_data][currency]=ron&expand[]=payment_intent`.
 * @throws StripeError for a malformed or too deep key, or one that has both a text and fields
 */
export function parseForm(...encoded: string[]): Fields {
  const root = createFields();
  for (const text of encoded) {
    for (const [key, value] of new URLSearchParams(text)) insert(root, key, value);
  }
  return root;
}

// Without a prototype: a parameter named __proto__ or constructor is a name like any other.
function createFields(): Fields {
  return Object.create(null) as Fields;
}

function insert(root: Fields, key: string, value: string): void {
  const path = parseKey(key);
  const last = path.length - 1;
  let fields = root;
  for (const [level, segment] of path.entries()) {
    const name = segment === "" ? String(Object.keys(fields).length) : segment;
    const existing = fields[name];
    const isConflict = level === last ? typeof existing === "object" : typeof existing === "string";
    if (isConflict) throw invalidRequest(`Invalid parameter: ${key} is given in two shapes.`, { param: key });
    const next = level === last ? value : (existing ?? createFields());
    fields[name] = next;
    if (typeof next === "object") fields = next;
  }
}

/** `a[b][]` → `["a", "b", ""]`: an empty segment appends to a list. */
function parseKey(key: string): string[] {
  const [, first, rest = ""] = KEY.exec(key) ?? [];
  const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, name]) => name)] as string[];
  if (first === undefined || path.length > MAX_LEVELS) {
    throw invalidRequest(`Invalid parameter name: ${key}`);
  }
  return path;
}
