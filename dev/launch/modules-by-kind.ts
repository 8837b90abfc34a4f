import type { Plugin, Rolldown } from "vite";

/**
 * Puts similar code near each other in each script, because gzip only finds repeated text within 32 kB: packages, then
 * logic, then components, then routes. Each entry first imports its modules in this order; what a module imports still
 * comes before it. Saves 8 kB (gzip).
 *
 * @param files A bundle in any order. It tells which modules each entry needs.
 */
export function modulesByKind(files: Rolldown.RolldownOutput["output"]): Plugin {
  const chunks = files.filter((file) => file.type === "chunk");
  const imports = new Map(
    chunks.flatMap((entry) => {
      if (!entry.facadeModuleId) return [];
      const modules = withImports(entry, chunks).flatMap(({ moduleIds }) => moduleIds);
      const own = modules.filter((id) => id !== entry.facadeModuleId && !id.startsWith("\0"));
      const sorted = own.sort((a, b) => toRank(a) - toRank(b) || (a < b ? -1 : 1));
      // On one line with the code's first line, so that the lines of the source map stay correct.
      return [[entry.facadeModuleId, sorted.map((id) => `import ${JSON.stringify(id)}; `).join("")]];
    }),
  );
  return {
    name: "modules-by-kind",
    enforce: "pre",
    transform: (code, id) => (imports.has(id) ? { code: imports.get(id) + code, map: null } : null),
  };
}

/** A chunk with all that it imports statically. */
export function withImports(
  entry: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
): Rolldown.OutputChunk[] {
  const names = new Set([entry.fileName]);
  for (const name of names) {
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(next);
  }
  return chunks.filter(({ fileName }) => names.has(fileName));
}

function toRank(id: string): number {
  if (id.includes("/node_modules/")) return 0;
  if (/routes|api/.test(id.slice(id.lastIndexOf("/")))) return 3;
  return id.endsWith(".tsx") ? 2 : 1;
}
