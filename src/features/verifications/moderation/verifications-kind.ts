import { sql } from "drizzle-orm";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import {
  getReasonBlocks,
  type ListedItem,
  type ModerationKind,
  readExplanation,
  withUndo,
} from "@/features/moderation";
import {
  VERIFICATION_REASONS,
  VERIFICATION_STATES,
  type VerificationKind,
  type VerificationState,
} from "@/shared/codes";
import { formatFullName } from "@/shared/format";
import { findModeratedVerification, type ModeratedVerification } from "../queries";
import { approveVerification } from "./approve-verification";
import { rejectVerification } from "./reject-verification";
import { VERIFICATION_UNDO } from "./undo-verification-decision";
import { QueuedVerification, VerificationActions, VerificationContent } from "./verification-content";
import { VerificationDecisions } from "./verification-decisions";

export type ListedVerification = ListedItem & {
  kind: VerificationKind;
  state: VerificationState;
  proves: string;
  firstName: string;
  lastName: string;
};

/** A loaded request for the frame. */
export type VerificationItem = ModeratedVerification & {
  id: string;
  version: number;
  waiting: { list: string; ts: number } | null;
  /** Whether the document is the admin's own. */
  isOwn: boolean;
};

/** Documents of teachers, by state. */
export const VERIFICATIONS: ModerationKind<ListedVerification, VerificationItem> = {
  name: "verifications",
  lists: Object.fromEntries(
    VERIFICATION_STATES.map((state) => [
      state,
      {
        selectSql: () => sql`select id, created_ts as ts from verifications where state = ${state}`,
        ...(state === "pending" ? { followUp: "verifications_pending" } : { isNewestFirst: true }),
      },
    ]),
  ),
  columns: () => sql`verifications.kind, verifications.state, verifications.proves,
    users.first_name as "firstName", users.last_name as "lastName"`,
  joins: sql`cross join verifications on verifications.id = page.id cross join users on users.id = verifications.user_id`,
  Entry: QueuedVerification,
  undo: VERIFICATION_UNDO,
  decisions: {
    approve: (ctx, { id, version }, form) =>
      approveVerification(withUndo(ctx, form), id, {
        proves: form.text("proves"),
        issuer: form.text("issuer"),
        document_date: form.day("document_date"),
        version,
      }),
    reject: (ctx, { id, version }, form) =>
      rejectVerification(withUndo(ctx, form), id, { ...readExplanation(form), version }),
  },
  days: ["document_date"],
  page: {
    load: loadItem,
    formatTitle: (t, { verification, user }) =>
      `${t(`verifications.kinds.${verification.kind}`)}: ${formatFullName(user)}`,
    Actions: VerificationActions,
    Decisions: VerificationDecisions,
    Content: VerificationContent,
    getReasonBlocks: (ctx, { user: { locale } }) =>
      getReasonBlocks(ctx, { locale, reasons: VERIFICATION_REASONS, texts: "verifications.blocks" }),
  },
};

async function loadItem(ctx: Ctx, id: string): Promise<VerificationItem | null> {
  const found = await findModeratedVerification(ctx, id);
  if (!found) return null;
  const { state, createdTs, version } = found.verification;
  const isOwn = await isLeftToOthers(ctx, found.user.id);
  return {
    ...found,
    id,
    version,
    waiting: state === "pending" ? { list: state, ts: createdTs } : null,
    isOwn,
  };
}
