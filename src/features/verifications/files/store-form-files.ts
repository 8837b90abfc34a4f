import type { Ctx } from "@/context";
import { saveFile } from "@/db/pending-file";
import { logOutage, Outage } from "@/platform/outage";
import { DOCUMENT_LIMITS } from "@/shared/document-limits";
import { type FieldError, ok, type Refusal, type Result } from "@/shared/errors";
import { prepareVerificationFile, toDocumentError } from "./prepare-verification-file";

/** A file of the form that is stored: the name that the teacher gave it, and its path. */
export type StoredFormFile = { name: string; path: string };

/**
 * Stores the files of a form, which works without JavaScript. Each refused file gets a problem with its name. When the
 * image service is unavailable, the remaining files are skipped, because the user is waiting. `refusal` is `invalid` or
 * `too_many` if a file is not stored.
 */
export async function storeFormFiles(
  ctx: Ctx,
  userId: string,
  files: readonly File[],
): Promise<{ stored: StoredFormFile[]; refusal: Refusal | null }> {
  const stored: StoredFormFile[] = [];
  const problems: FieldError[] = [];
  // In sequence: several decoded pictures would not fit into an isolate's memory.
  for (const file of files) {
    if (file.size > DOCUMENT_LIMITS.bytes) {
      problems.push(toDocumentError(ctx, "document_too_large", file.name));
      continue;
    }
    const result = await storeFile(ctx, userId, file);
    if (result === null) {
      problems.push(toDocumentError(ctx, "documents_unavailable", file.name));
      break;
    }
    if (result.ok) stored.push({ name: file.name, path: result.value });
    else if (result.refusal.code === "invalid") problems.push(...(result.refusal.fields ?? []));
    else return { stored, refusal: result.refusal };
  }
  return { stored, refusal: problems.length > 0 ? { code: "invalid", fields: problems } : null };
}

/** The path of the stored file; null while the image service is unavailable. */
async function storeFile(ctx: Ctx, userId: string, file: File): Promise<Result<string> | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const prepared = await prepareVerificationFile(ctx, { userId, name: ctx.newId() }, bytes, file.name);
    if (!prepared.ok) return prepared;
    await saveFile(ctx, prepared.value);
    return ok(prepared.value.path);
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    logOutage(ctx.log, error);
    return null;
  }
}
