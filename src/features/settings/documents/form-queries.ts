import { and, desc, eq, lte } from "drizzle-orm";
import type { Ctx } from "@/context";
import { settingVersions, users } from "@/db/schema";
import {
  compareEntries,
  type DocumentForm,
  type DocumentFormValues,
  type EntryChange,
  mergeTyped,
} from "./document-form";
import { type DocumentKind, getDocument } from "./read-documents";

/** The changes of one version against the version before. `ts` in ms. */
export type VersionChanges = {
  version: number;
  ts: number;
  /** Null once erased. */
  by: DocumentVersion<unknown>["by"];
  changes: EntryChange[];
  /** Whether it still fits the schema. */
  isRestorable: boolean;
};

/** The form's values of a document, with the version that the form sends back. */
export type FilledForm = {
  version: number;
  /** What is wrong with the stored document. */
  warning?: string | null;
  values: DocumentFormValues;
  /** Versions that others saved while the form was open, the newest first. */
  newerVersions?: readonly VersionChanges[];
};

const PAGE_SIZE = 10;

/** The form's values of the current document. */
export async function getFilledForm<T>(
  ctx: Ctx,
  { kind, toValues, getWarning }: DocumentForm<T>,
): Promise<FilledForm> {
  const { value, version } = await getDocument(ctx, kind);
  return { version, values: toValues(value), warning: getWarning?.(ctx.t, value) ?? null };
}

export type DocumentHistory = { versions: readonly VersionChanges[]; next: number | null };

/**
 * A document's changes by version, the newest first; `next` is the first version of the next page. `before` is the
 * requested first version of the page; an invalid value means the newest.
 */
export async function listFormHistory<T>(
  ctx: Ctx,
  { kind, toEntries }: DocumentForm<T>,
  before?: string,
): Promise<DocumentHistory> {
  const newest = /^[1-9]\d{0,14}$/.test(before ?? "") ? Number(before) : Number.MAX_SAFE_INTEGER;
  const found = await listDocumentVersions(ctx, kind, { newest, count: PAGE_SIZE + 1 });
  const shown = found.slice(0, PAGE_SIZE);
  const listEntries = (value: T | null) => (value === null ? [] : toEntries(ctx.t, value));
  return {
    versions: shown.map(({ version, ts, by, value }, index) => ({
      version,
      ts,
      by,
      isRestorable: value !== null,
      changes: compareEntries(listEntries(found[index + 1]?.value ?? kind.defaultValue), listEntries(value)),
    })),
    next: found[PAGE_SIZE]?.version ?? null,
  };
}

/**
 * The form after a conflict, over the current version: typed values in the changed fields, current values in the
 * others.
 */
export async function getMergedForm<T>(
  ctx: Ctx,
  form: DocumentForm<T>,
  typed: { values: DocumentFormValues; version: number },
): Promise<FilledForm> {
  const [current, base, { versions }] = await Promise.all([
    getFilledForm(ctx, form),
    findDocumentVersion(ctx, form.kind, typed.version),
    listFormHistory(ctx, form),
  ]);
  const baseValues = base === undefined ? typed.values : form.toValues(base);
  const merged = mergeTyped(baseValues, typed.values, current.values);
  return {
    version: current.version,
    values: form.filterValues?.(merged, current.values) ?? merged,
    newerVersions: versions.filter(({ version }) => version > typed.version),
  };
}

/**
 * A version of a document; undefined if it is not stored or no longer fits the schema. Version 0 is the default
 * document.
 */
export async function findDocumentVersion<T>(
  ctx: Ctx,
  kind: DocumentKind<T>,
  version: number,
): Promise<T | undefined> {
  if (version === 0) return kind.defaultValue;
  const [found] = await listDocumentVersions(ctx, kind, { newest: version, count: 1 });
  return found?.version === version ? (found.value ?? undefined) : undefined;
}

/** A version of a document. `value` is null if it no longer fits the schema; `ts` in ms. */
type DocumentVersion<T> = {
  version: number;
  ts: number;
  value: T | null;
  /** The author; null once erased. */
  by: { id: string; firstName: string; lastName: string } | null;
};

/**
 * At most `count` versions of a document from `newest` down, the newest first. The default document is not a version.
 */
async function listDocumentVersions<T>(
  ctx: Ctx,
  kind: DocumentKind<T>,
  { newest, count }: { newest: number; count: number },
): Promise<DocumentVersion<T>[]> {
  const { path, version, ts, value, actorId } = settingVersions;
  const rows = await ctx.db
    .select({
      version,
      ts,
      value,
      by: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(settingVersions)
    .leftJoin(users, eq(users.id, actorId))
    .where(and(eq(path, kind.path), lte(version, newest)))
    .orderBy(desc(version))
    .limit(count);
  return rows.map((row) => ({ ...row, value: kind.schema.safeParse(row.value).data ?? null }));
}
