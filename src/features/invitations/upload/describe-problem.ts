import type { FieldError } from "@/shared/errors";
import type { Translator } from "@/shared/i18n/translator";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { toFormErrors } from "@/ui/form";

/** What to write instead. A column's own text is better than the general one, which addresses the person concerned. */
export function describeProblem(t: Translator, problem: FieldError): string {
  const { field, code, params } = problem;
  const missing = code === "required" ? [`invitations.missing.${field}`] : [];
  const key = [...missing, `invitations.problems.${code}`, `invitations.cures.${field}`].find((known) =>
    t.has(known),
  );
  const { min, max } = LISTING_BOUNDS.price;
  const bounds = { min: t.number(min / 100), max: t.number(max / 100) };
  const cure = key ? t(key, { ...params, ...bounds }) : (toFormErrors(t, [problem])[field] ?? "");
  return params?.meant ? `${cure} ${t("invitations.meant", params)}` : cure;
}
