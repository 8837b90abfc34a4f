import { toDay } from "@/shared/dates";
import { toTimestampJson } from "@/shared/format";
import type { AdminVerificationJson, VerificationJson } from "@/shared/schemas/verification";
import type { ModeratedVerification, Verification } from "./queries";

/** A request as JSON for its teacher. */
export const serializeVerification = (row: Verification): VerificationJson => ({
  _id: row.id,
  kind: row.kind,
  proves: row.proves,
  state: row.state,
  files: row.files.length,
  issuer: row.issuer,
  document_date: row.documentDate,
  checked_name: row.checkedName,
  checked_date: row.documentDate === null || row.decidedTs === null ? null : toDay(row.decidedTs),
  reason: row.reason,
  text: row.reasonText,
  created_ts: toTimestampJson(row.createdTs),
  decided_ts: toTimestampJson(row.decidedTs),
  ends_ts: toTimestampJson(row.endsTs),
  version: row.version,
});

/** A request as JSON for admins. */
export const serializeModeratedVerification = ({
  verification,
  user,
}: Pick<ModeratedVerification, "verification" | "user">): AdminVerificationJson => ({
  ...serializeVerification(verification),
  user: { _id: user.id, first_name: user.firstName, last_name: user.lastName },
});
