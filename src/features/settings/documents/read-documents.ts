import type * as z from "zod/mini";
import type { Ctx } from "@/context";
import { boundSql } from "@/db/bound-sql";

/** Bytes of a request with a document: more than the database stores, so that the response can name the limit. */
export const MAX_DOCUMENT_BODY = 4 * 1024 ** 2;

/** A settings document: its path, its schema, and its value until an admin writes it. */
export type DocumentKind<T> = { path: string; schema: z.ZodMiniType<T>; defaultValue: T };

/**
 * A current document. Version 0 is the default value. A malformed value is replaced by the default and keeps its
 * version.
 */
export type StoredDocument<T> = { value: T; version: number; malformed: boolean };

type StoredDocuments<D extends readonly DocumentKind<unknown>[]> = {
  [K in keyof D]: D[K] extends DocumentKind<infer T> ? StoredDocument<T> : never;
};

/**
 * Reads the documents of these kinds in one statement. A malformed one is logged and replaced by the default value
 * under its version, so that an admin can overwrite it.
 */
export async function getDocuments<const D extends readonly DocumentKind<unknown>[]>(
  ctx: Ctx,
  kinds: D,
): Promise<StoredDocuments<D>> {
  const paths = JSON.stringify(kinds.map(({ path }) => path));
  const rows = await ctx.db.read<{ path: string; value: string; version: number }>(boundSql`
    select path, value, version from settings where path in (select value from json_each(${paths}))`);
  return kinds.map((kind) => {
    const row = rows.find((one) => one.path === kind.path);
    if (!row) return { value: kind.defaultValue, version: 0, malformed: false };
    const parsed = kind.schema.safeParse(JSON.parse(row.value));
    if (parsed.success) return { value: parsed.data, version: row.version, malformed: false };
    ctx.log.warn("settings_malformed", { path: kind.path, error: parsed.error.message });
    return { value: kind.defaultValue, version: row.version, malformed: true };
  }) as StoredDocuments<D>;
}

/** Reads one document; see `getDocuments`. */
export async function getDocument<T>(ctx: Ctx, kind: DocumentKind<T>): Promise<StoredDocument<T>> {
  const [document] = await getDocuments(ctx, [kind]);
  return document as StoredDocument<T>;
}
