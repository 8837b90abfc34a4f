import type { Context } from "hono";
import type { AppEnv } from "@/context";
import type { Refusal } from "@/shared/errors";
import { type FormErrors, formatRefusal, toFormErrors } from "@/ui/form";

/** The text of a refusal; sets the Retry-After header. */
export function tellRefusal(c: Context<AppEnv>, refusal: Refusal): string {
  if (refusal.retryAfter !== undefined) c.header("retry-after", String(refusal.retryAfter));
  return formatRefusal(c.var.ctx.t, refusal);
}

/**
 * A refusal for a form's page, with the Retry-After header: errors at the fields, or else a message. `fieldOf` names
 * this form's field for a reason that names none.
 */
export function whatIsWrong(
  c: Context<AppEnv>,
  refusal: Refusal,
  fieldOf: Readonly<Record<string, string | undefined>> = {},
): { errors: FormErrors; message: string | null } {
  const words = tellRefusal(c, refusal);
  const field = refusal.reason === undefined ? undefined : fieldOf[refusal.reason];
  if (field !== undefined) return { errors: { [field]: words }, message: null };
  const errors = toFormErrors(c.var.ctx.t, refusal.fields);
  return { errors, message: refusal.code === "invalid" ? null : words };
}
