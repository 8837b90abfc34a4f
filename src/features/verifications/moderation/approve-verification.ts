import { eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import { addDays, addMonths, type Day, startOfDay, toDay } from "@/shared/dates";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { formatDate } from "@/shared/format";
import { validate } from "@/shared/schemas/field-errors";
import { verificationApprovalSchema } from "@/shared/schemas/verification";
import { refreshBadgesStatement } from "../badges/refresh-badges-statement";
import { decideVerification } from "./decide-verification";

/** Months after its date of issue for which a certificate of integrity counts. */
const INTEGRITY_MONTHS = 6;

/** The version of a request until its teacher changes the name. */
const VERSION_AS_SENT = 1;

/** When the badge of a certificate of integrity ends (ms): at the end of the last day in Bucharest. */
export const computeIntegrityEnd = (issued: Day): number =>
  startOfDay(addDays(addMonths(issued, INTEGRITY_MONTHS), 1));

/**
 * Approves a document: listings of the teacher then say what was seen and when. Without `version`, only
 * for the name at the request: an admin who did not read a later name can't approve it. Refuses like
 * `decideVerification`, `conflict` (`not_opened`) before the admin opened each file, and `invalid`, for example for a
 * certificate of integrity that is too old.
 */
export async function approveVerification(
  ctx: Ctx,
  id: string,
  input: unknown,
): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  const parsed = validate(verificationApprovalSchema, input);
  if (!parsed.ok) return parsed;
  const { version = VERSION_AS_SENT, issuer, document_date: documentDate } = parsed.value;
  return decideVerification(ctx, { id, version }, ({ kind, userId, files, openedFiles }, adminId) => {
    const opened = openedFiles[adminId] ?? [];
    if (!files.every((file) => opened.includes(file))) return refuse("conflict", { reason: "not_opened" });
    const isIntegrity = kind === "integrity";
    const proves = isIntegrity ? "" : parsed.value.proves;
    const endsTs = isIntegrity ? computeIntegrityEnd(documentDate) : null;
    const refuseDate = (code: string) => invalid([{ field: "document_date", code }]);
    if (proves === "" && !isIntegrity) return invalid([{ field: "proves", code: "required" }]);
    if (documentDate > toDay(ctx.now)) return refuseDate("document_in_future");
    if (endsTs !== null && endsTs <= ctx.now) return refuseDate("certificate_too_old");
    return ok({
      update: { state: "approved", proves, issuer, documentDate, endsTs },
      detail: { proves, issuer, document_date: documentDate },
      furtherStatements: (guard) => [
        refreshBadgesStatement(ctx, eq(users.id, userId)),
        ...reindexListingsStatements(ctx, sql`listings.owner_id = ${userId} and ${guard}`),
      ],
      mail: (t) => ({
        template: "verification_approved",
        params: {
          shown:
            endsTs === null
              ? t("verifications.mail.always")
              : t("verifications.mail.until", { date: formatDate(endsTs - 1, t.locale) }),
        },
      }),
    });
  });
}
