import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { parseVersion } from "@/shared/numbers";
import {
  compareEntries,
  type DocumentForm,
  type DocumentFormValues,
  type EntryChange,
  listLargeChanges,
  type SubmittedFields,
} from "./document-form";
import { findDocumentVersion } from "./form-queries";
import { getDocument, type StoredDocument } from "./read-documents";
import { saveDocument } from "./save-document";

/** `confirmed`: what the form asked about, see `Unconfirmed`. */
export type SubmittedDocumentForm = { values: DocumentFormValues; version: number; confirmed: string };

/** A document that was not saved, because it has changes to confirm. The form sends `confirmed` back to save it. */
export type Unconfirmed = {
  changes: readonly EntryChange[];
  /** What the admin should look at, besides numbers that change more than threefold. */
  concerns: readonly string[];
  confirmed: string;
};

/** A submitted document form and the version that it showed; an impossible version for an invalid value. */
export function parseDocumentForm<T>(
  { parseFields }: DocumentForm<T>,
  { version: versions = [], confirmed: [confirmed = ""] = [], ...fields }: SubmittedFields,
  t: Parameters<DocumentForm<T>["parseFields"]>[1],
): SubmittedDocumentForm {
  const [version = ""] = versions;
  return { values: parseFields(fields, t), version: parseVersion(version), confirmed };
}

/**
 * Writes a document from its form's values, over the `version` that the form showed.
 * @returns what the admin must confirm, or null once saved; `invalid` by the form's field names; `conflict` with `datastale`
 * @throws Refused unless the visitor is an admin
 */
export async function saveDocumentForm<T>(
  ctx: Ctx,
  form: DocumentForm<T>,
  { values, ...submitted }: SubmittedDocumentForm,
): Promise<Result<Unconfirmed | null>> {
  requireAdmin(ctx);
  const { toDocument, toFormField } = form;
  const current = await getDocument(ctx, form.kind);
  const saved = await saveConfirmed(ctx, form, current, {
    value: toDocument(values, current.value),
    ...submitted,
  });
  if (saved.ok || !saved.refusal.fields || !toFormField) return saved;
  return invalid(
    saved.refusal.fields.map((error) => ({
      ...error,
      field: toFormField(error.field, values, current.value),
    })),
  );
}

/**
 * Writes an earlier version of a document again, over the `version` that the page showed. Version 0 is the default
 * document. @returns as `saveDocumentForm`; `not_found` for a version that is not stored or no longer fits the
 * schema, and for a default that is null
 */
export async function restoreDocument<T>(
  ctx: Ctx,
  form: DocumentForm<T>,
  { restored, ...submitted }: { restored: number; version: number; confirmed: string },
): Promise<Result<Unconfirmed | null>> {
  requireAdmin(ctx);
  const [current, value] = await Promise.all([
    getDocument(ctx, form.kind),
    findDocumentVersion(ctx, form.kind, restored),
  ]);
  return value === undefined || value === null
    ? refuse("not_found")
    : saveConfirmed(ctx, form, current, { value, ...submitted });
}

async function saveConfirmed<T>(
  ctx: Ctx,
  { kind, numbers, listConcerns, toEntries, toValues }: DocumentForm<T>,
  current: StoredDocument<T>,
  { value, version, confirmed }: { value: unknown; version: number; confirmed: string },
): Promise<Result<Unconfirmed | null>> {
  const parsed = kind.schema.safeParse(value);
  if (parsed.success && version === current.version) {
    const concerns = listConcerns?.(ctx, current.value, parsed.data) ?? [];
    const numberChanges = listLargeChanges(numbers, toValues(current.value), toValues(parsed.data));
    const asked = [...numberChanges, ...concerns].join("&");
    if (asked !== "" && asked !== confirmed) {
      const changes = compareEntries(toEntries(ctx.t, current.value), toEntries(ctx.t, parsed.data));
      return ok({ changes, concerns, confirmed: asked });
    }
  }
  const saved = await saveDocument(ctx, kind, { value, version });
  return saved.ok ? ok(null) : saved;
}
