import type { ApiDocument, Operation } from "./openapi";

export type ChapterCall = { path: string; method: string; operation: Operation };
export type Chapter = { tag: string; calls: ChapterCall[] };

/** The calls by chapter, both in the document's order. Chapters without calls are left out. */
export function listChapters({ paths, tags }: ApiDocument): Chapter[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return tags
    .map(({ name }) => ({ tag: name, calls: calls.filter((call) => call.operation.tags.includes(name)) }))
    .filter((chapter) => chapter.calls.length > 0);
}
