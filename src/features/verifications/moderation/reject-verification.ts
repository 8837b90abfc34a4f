import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { ok, type Result } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { verificationRejectionSchema } from "@/shared/schemas/verification";
import { decideVerification } from "./decide-verification";

/**
 * Refuses a document, with a reason and an explanation for the teacher. Refuses like `decideVerification`, and `invalid`
 * without a reason or explanation.
 */
export async function rejectVerification(
  ctx: Ctx,
  id: string,
  input: unknown,
): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  const parsed = validate(verificationRejectionSchema, input);
  if (!parsed.ok) return parsed;
  const { version, reason, text } = parsed.value;
  return decideVerification(ctx, { id, version }, () =>
    ok({
      update: { state: "rejected", reason, reasonText: text },
      detail: { reason, text },
      mail: (t) => ({
        template: "verification_rejected",
        params: { reason: t(`verifications.reasons.${reason}`) },
        quote: text,
      }),
    }),
  );
}
