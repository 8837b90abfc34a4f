import type { Plugin } from "vite";

/**
 * Leaves the conversion to JSON Schema out of zod, where each schema carries it. Only the API documentation needs it,
 * which another process generates.
 */
export const zodWithoutJsonSchema: Plugin = {
  name: "zod-without-json-schema",
  transform: (code, id) =>
    /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)
      ? { code: withoutBodies(code), map: null }
      : null,
};

/** The same exports as functions that do nothing. */
const withoutBodies = (code: string): string =>
  [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
    .map(([, name]) => `export const ${name} = () => undefined;`)
    .join("\n");
