import type { Translator } from "@/shared/i18n/translator";
import { toPictureError } from "@/shared/picture-limits";
import { toFormErrors } from "@/ui/form";
import { UploadFailed } from "./upload";

type Problem = { detail?: string; errors?: { code: string; message?: string }[] };

/**
 * Why an upload failed, in the page's language and with the name that the user gave the file. `fallback` is for
 * failures without a reason.
 */
export function getUploadErrorText(
  t: Translator,
  failure: unknown,
  fileName: string,
  fallback: string,
): string {
  const { detail, errors } = ((failure instanceof UploadFailed && failure.problem) || {}) as Problem;
  const [first] = errors ?? [];
  if (!first) return detail ?? fallback;
  if (!t.has(`general.errors.${first.code}`)) return first.message ?? detail ?? fallback;
  return toFormErrors(t, [toPictureError(t, first.code, fileName)]).pictures ?? fallback;
}
