import { type ESTree, type Plugin, parseSync, Visitor } from "vite";

/**
 * Modules that packages import and the worker never calls. zod's schemas carry their conversion to JSON Schema, which
 * only the API documentation needs; another process generates it. Stripe's handler takes thin events, which the site
 * doesn't subscribe to, and its decimals are rates of currencies, which the site doesn't read. Drizzle prepares queries
 * by relations (`db.query`) and tables whose columns are a function, which the site doesn't use: 2 kB of gzip.
 */
const UNUSED_MODULES = new RegExp(
  `/(${[
    "zod/v4/core/(json-schema-processors|to-json-schema)",
    "stripe/esm/(StripeEventNotificationHandler|Decimal|V2Coercion)",
    "drizzle-orm/(relations|sqlite-core/(columns/all|query-builders/query))",
  ].join("|")})\\.js$`,
);

/**
 * Methods of classes that the worker never calls: queries by relations, migrations, other apps in one of Hono; thin
 * events and raw requests of Stripe. 3.1 kB.
 */
const UNUSED_METHODS: Record<string, readonly string[]> = {
  "drizzle-orm/sqlite-core/dialect.js": ["buildRelationalQuery", "migrate"],
  "hono/dist/hono-base.js": ["mount"],
  "stripe/esm/stripe.core.js": ["rawRequest", "_buildEventNotification", "withStripeContext"],
  "stripe/esm/RequestSender.js": ["_rawRequest", "_streamingResponseHandler"],
};

/** Keys of the parts of an icon, which React needs in lists that change. 1 kB. */
const ICON_KEYS = /,\s*key: "[^"]+"/g;

/** Leaves out what packages bring and the app doesn't use. */
export const unusedPackageCode: Plugin = {
  name: "unused-package-code",
  transform(code, id) {
    if (UNUSED_MODULES.test(id)) return { code: withoutBodies(code), map: null };
    if (id.includes("/lucide-react/dist/esm/icons/")) return { code: code.replace(ICON_KEYS, ""), map: null };
    if (id.endsWith("/marked/lib/marked.esm.js")) return { code: onlyLexer(code), map: null };
    const [, methods] = Object.entries(UNUSED_METHODS).find(([path]) => id.endsWith(`/${path}`)) ?? [];
    return methods ? { code: withoutMethods(code, methods), map: null } : null;
  },
};

/** @throws Error if a method is missing */
function withoutMethods(code: string, names: readonly string[]): string {
  const found: ESTree.MethodDefinition[] = [];
  new Visitor({
    MethodDefinition(node) {
      if (node.key.type === "Identifier" && names.includes(node.key.name)) found.push(node);
    },
  }).visit(parseSync("module.js", code).program);
  const missing = names.find(
    (name) => !found.some(({ key }) => key.type === "Identifier" && key.name === name),
  );
  if (missing) throw new Error(`A method of UNUSED_METHODS is missing: ${missing}`);
  return found.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code);
}

/**
 * marked is one module. Its renderer of HTML and what follows are left out, since the blog turns tokens into React
 * elements. @throws Error for a module of another form
 */
function onlyLexer(code: string): string {
  const end = code.search(/var \w+=class\{options;parser;/);
  const [, lexer] = code.match(/(\w+) as Lexer\b/) ?? [];
  if (end < 0 || !lexer) throw new Error("The module of marked has another form.");
  return `${code.slice(0, end)}export { ${lexer} as Lexer };`;
}

/** The same exports as functions that return their first argument. @throws Error for exports of another form */
function withoutBodies(code: string): string {
  const exported = [...code.matchAll(/^export (?:(?:const|function|class) (\w+)|\{([^}]*)\};)/gm)];
  if (exported.length === 0 || exported.length !== code.match(/^export\b/gm)?.length)
    throw new Error("A module of UNUSED_MODULES has exports of another form.");
  const names = exported.flatMap(([, name, list]) =>
    name ? [name] : (list ?? "").split(",").map((item) => item.trim().split(" as ").at(-1) ?? ""),
  );
  return names.map((name) => `export const ${name} = (value) => value;`).join("\n");
}
