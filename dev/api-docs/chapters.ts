import type { ApiDocument, Operation } from "./openapi";

export type Call = { path: string; method: string; operation: Operation };
export type Chapter = { tag: string; calls: Call[] };

/** The calls by their chapter, in the document's order of both; a chapter without calls is left out. */
export function chaptersOf({ paths, tags }: ApiDocument): Chapter[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return tags
    .map(({ name }) => ({ tag: name, calls: calls.filter((one) => one.operation.tags.includes(name)) }))
    .filter((chapter) => chapter.calls.length > 0);
}
