import type { Ctx } from "@/context";
import { type Change, changesBetween } from "./changes";
import { type DocumentForm, mergeTyped, type Values } from "./document-form";
import { type DocumentVersion, documentVersions } from "./history";
import { readDocument } from "./read-documents";

/** What one version of a document changed in the one before it. `ts` in ms. */
export type VersionChanges = {
  version: number;
  ts: number;
  /** Null once they were erased. */
  by: DocumentVersion<unknown>["by"];
  changes: Change[];
};

/** A document in the fields of its form, over the version that the form sends back. */
export type FilledForm = {
  version: number;
  values: Values;
  /** What others saved while the form was filled in, the newest first. */
  since?: readonly VersionChanges[];
};

const VERSIONS_A_PAGE = 10;

/** One document in the fields of its form, as it holds now. */
export async function fillForm<T>(ctx: Ctx, { kind, values }: DocumentForm<T>): Promise<FilledForm> {
  const { value, version } = await readDocument(ctx, kind);
  return { version, values: values(value) };
}

export type DocumentHistory = { versions: readonly VersionChanges[]; next: number | null };

/**
 * What a document's versions changed, the newest first; `next` is where the next page begins. `before` is the version
 * that a page begins at, as it was asked for: anything else means the newest.
 */
export async function findFormHistory<T>(
  ctx: Ctx,
  { kind, facts }: DocumentForm<T>,
  before?: string,
): Promise<DocumentHistory> {
  const newest = /^[1-9]\d{0,14}$/.test(before ?? "") ? Number(before) : Number.MAX_SAFE_INTEGER;
  const found = await documentVersions(ctx, kind, { newest, count: VERSIONS_A_PAGE + 1 });
  const shown = found.slice(0, VERSIONS_A_PAGE);
  const factsOf = (value: T | null) => (value === null ? [] : facts(ctx.t, value));
  return {
    versions: shown.map(({ version, ts, by, value }, place) => ({
      version,
      ts,
      by,
      changes: changesBetween(factsOf(found[place + 1]?.value ?? kind.shipped), factsOf(value)),
    })),
    next: found[VERSIONS_A_PAGE]?.version ?? null,
  };
}

/**
 * The form again for whoever was slower: over the version that is kept now, with what they typed in the fields that they
 * touched and the others' in the rest.
 */
export async function refillForm<T>(
  ctx: Ctx,
  form: DocumentForm<T>,
  typed: { values: Values; version: number },
): Promise<FilledForm> {
  const [present, base, { versions }] = await Promise.all([
    fillForm(ctx, form),
    findFormValues(ctx, form, typed.version),
    findFormHistory(ctx, form),
  ]);
  const merged = mergeTyped(base ?? typed.values, typed.values, present.values);
  return {
    version: present.version,
    values: form.asked?.(merged, present.values) ?? merged,
    since: versions.filter(({ version }) => version > typed.version),
  };
}

/**
 * A version of a document in the fields of its form; null where it is not kept. Version 0 is what is shipped, which the
 * form shows of a malformed one as well.
 */
async function findFormValues<T>(
  ctx: Ctx,
  { kind, values }: DocumentForm<T>,
  version: number,
): Promise<Values | null> {
  if (version === 0) return values(kind.shipped);
  const [found] = await documentVersions(ctx, kind, { newest: version, count: 1 });
  return found?.version === version ? values(found.value ?? kind.shipped) : null;
}
