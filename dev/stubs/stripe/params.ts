import { invalidRequest } from "./errors";

/** What a form holds: a text, or fields by name. Lists are fields named 0, 1, 2… */
export type Tree = string | Fields;
export type Fields = {
  [name: string]: Tree;
};

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const MOST_LEVELS = 8;

/**
 * Reads Stripe's form encoding: `line_items[0][price_data][currency]=ron&expand[]=payment_intent`.
 * @throws StripeError for a key that is no such path, or one that is both a text and a group.
 */
export function parseForm(...encoded: string[]): Fields {
  const root = group();
  for (const text of encoded) {
    for (const [key, value] of new URLSearchParams(text)) insert(root, key, value);
  }
  return root;
}

// Without a prototype: a parameter named __proto__ or constructor is a name like any other.
function group(): Fields {
  return Object.create(null) as Fields;
}

function insert(root: Fields, key: string, value: string): void {
  const match = KEY.exec(key);
  if (!match) throw invalidRequest(`Invalid parameter name: ${key}`);
  const path = [
    match[1] as string,
    ...[...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map(([, name]) => name ?? ""),
  ];
  if (path.length > MOST_LEVELS) throw invalidRequest(`Invalid parameter name: ${key}`);

  let fields = root;
  for (const [level, given] of path.entries()) {
    const name = given === "" ? String(Object.keys(fields).length) : given;
    const present = fields[name];
    if (level === path.length - 1) {
      if (typeof present === "object")
        throw invalidRequest(`Invalid parameter: ${key} is given in two shapes.`, { param: key });
      fields[name] = value;
      return;
    }
    if (typeof present === "string") {
      throw invalidRequest(`Invalid parameter: ${key} is given in two shapes.`, { param: key });
    }
    const next = present ?? group();
    fields[name] = next;
    fields = next;
  }
}
