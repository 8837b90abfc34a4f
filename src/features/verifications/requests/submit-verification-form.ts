import { requireTeacher } from "@/auth/access";
import type { Ctx } from "@/context";
import type { VerificationKind } from "@/shared/codes";
import { DOCUMENT_LIMITS } from "@/shared/document-limits";
import { type FieldError, invalid, type Result, refuse } from "@/shared/errors";
import { type StoredFormFile, storeFormFiles } from "../files/store-form-files";
import type { Verification } from "../queries";
import { createVerification, hasOpenRequest } from "./create-verification";

type SubmittedForm = {
  kind: VerificationKind;
  proves: string;
  /** Files that were uploaded before. */
  uploaded: readonly StoredFormFile[];
  /** Files in the form itself, without JavaScript. */
  files: readonly File[];
};

/**
 * Stores the files of a form and asks for the check. `stored` are the files that need not be chosen again after an
 * error. Refuses like `createVerification`, and `invalid` with the name of each refused file.
 */
export async function submitVerificationForm(
  ctx: Ctx,
  { kind, proves, uploaded, files }: SubmittedForm,
): Promise<{ result: Result<Verification>; stored: StoredFormFile[] }> {
  const user = requireTeacher(ctx);
  const uploadedFiles = uploaded.slice(0, DOCUMENT_LIMITS.files);
  if (await hasOpenRequest(ctx, user.id, kind))
    return { result: refuse("conflict", { reason: "verification_open" }), stored: [] };
  if (uploadedFiles.length + files.length > DOCUMENT_LIMITS.files)
    return { result: invalid([TOO_MANY_FILES]), stored: [...uploadedFiles] };
  const { stored: added, refusal } = await storeFormFiles(ctx, user.id, files);
  const stored = [...uploadedFiles, ...added];
  if (refusal) return { result: { ok: false, refusal }, stored };
  const paths = stored.map(({ path }) => path);
  return { result: await createVerification(ctx, { kind, proves }, paths), stored };
}

const TOO_MANY_FILES: FieldError = {
  field: "files",
  code: "too_many_documents",
  params: { max: DOCUMENT_LIMITS.files },
};
