import type { Context } from "hono";
import type { AppEnv } from "@/context";
import type { Refusal } from "@/shared/errors";
import { errorTexts, type FormErrors, refusalText } from "@/ui/form";

/** A refusal in words, with the header that says when to come back. */
export function tellRefusal(c: Context<AppEnv>, refusal: Refusal): string {
  if (refusal.retryAfter !== undefined) c.header("retry-after", String(refusal.retryAfter));
  return refusalText(c.var.ctx.t, refusal);
}

/**
 * What a form's page says of a refusal, with the header: at the fields, else above them. `fieldOf` names the field of
 * this form that a reason is about, where the refusal itself names none.
 */
export function whatIsWrong(
  c: Context<AppEnv>,
  refusal: Refusal,
  fieldOf: Readonly<Record<string, string | undefined>> = {},
): { errors: FormErrors; message: string | null } {
  const words = tellRefusal(c, refusal);
  const field = refusal.reason === undefined ? undefined : fieldOf[refusal.reason];
  if (field !== undefined) return { errors: { [field]: words }, message: null };
  const errors = errorTexts(c.var.ctx.t, refusal.fields);
  return { errors, message: refusal.code === "invalid" ? null : words };
}
