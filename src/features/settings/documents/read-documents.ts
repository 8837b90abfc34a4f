import { inArray } from "drizzle-orm";
import type * as z from "zod";
import type { Ctx } from "@/context";
import { settings } from "@/db/schema";

/** A settings document: where it is kept, what fits it, and what holds as long as nobody wrote it. */
export type DocumentKind<T> = { path: string; schema: z.ZodType<T>; shipped: T };

/** A document as it holds now; version 0 is what the code ships, and holds in place of a malformed one as well. */
export type StoredDocument<T> = { value: T; version: number; malformed: boolean };

type StoredDocuments<D extends readonly DocumentKind<unknown>[]> = {
  [K in keyof D]: D[K] extends DocumentKind<infer T> ? StoredDocument<T> : never;
};

/**
 * The documents of these kinds, in one statement. A malformed one is logged and counts for nothing: what is shipped
 * holds, under the version of the malformed one, so that it can be written over.
 */
export async function readDocuments<const D extends readonly DocumentKind<unknown>[]>(
  ctx: Ctx,
  kinds: D,
): Promise<StoredDocuments<D>> {
  const paths = kinds.map(({ path }) => path);
  const { path, value, version } = settings;
  const rows = await ctx.db.select({ path, value, version }).from(settings).where(inArray(path, paths));
  return kinds.map((kind) => {
    const row = rows.find((one) => one.path === kind.path);
    if (!row) return { value: kind.shipped, version: 0, malformed: false };
    const parsed = kind.schema.safeParse(row.value);
    if (parsed.success) return { value: parsed.data, version: row.version, malformed: false };
    ctx.log.warn("settings_malformed", { path: kind.path, error: parsed.error.message });
    return { value: kind.shipped, version: row.version, malformed: true };
  }) as StoredDocuments<D>;
}

/** One document as it holds now: see `readDocuments`. */
export async function readDocument<T>(ctx: Ctx, kind: DocumentKind<T>): Promise<StoredDocument<T>> {
  const [kept] = await readDocuments(ctx, [kind]);
  return kept as StoredDocument<T>;
}
