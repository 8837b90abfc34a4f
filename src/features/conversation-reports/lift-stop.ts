import { eq, isNull, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { isStopOfSideSql } from "@/db/is-stopped-by-team-sql";
import { reports } from "@/db/schema";
import { getOtherSide, setBlockStatements } from "@/features/enquiries";
import { queueMailStatement } from "@/features/mail";
import {
  createReportsUndo,
  isOwnReportSql,
  prepareLiftedMails,
  storeUndoStatements,
  type UndoRules,
} from "@/features/moderation";
import type { Side } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { explanationSchema } from "@/shared/schemas/moderation";
import { findReportedConversation } from "./find-reported-conversation";

/** What the undo restores. `teamTs` is the time (ms) of the block that ended; null if the other side had blocked before. */
type LiftedStop = { liftedSide: Side; teamTs: number | null };

/**
 * Ends the decision that stopped the messages of a side of a conversation, in all conversations of the two, and mails both
 * sides. A block that the other side set itself stays, and the other side may end it. `decided` is the time (ms) of the
 * newest such decision that was read. Refuses `not_found`, `invalid` without an explanation, and `conflict` (`datastale`)
 * if that side is not stopped any more, was decided about again, or a report is open.
 * @throws Refused like `findReportedConversation`
 */
export async function liftStop(
  ctx: Ctx,
  id: string,
  input: { side: string; decided: string; text: unknown },
): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  const explained = validate(explanationSchema, input);
  if (!explained.ok) return explained;
  const conversation = await findReportedConversation(ctx, id);
  if (!conversation) return refuse("not_found");
  const { enquiry, names, stop, open } = conversation;
  if (stop?.side !== input.side || String(stop.decided[0]) !== input.decided || open.length > 0)
    return refuse("conflict", { reason: "datastale" });
  const { side, decided } = stop;
  const isInForceSql = sql`${isStopOfSideSql(id, side)} and ${isNull(reports.liftedTs)}`;
  const otherSide = getOtherSide(side);
  const blockTs = enquiry[`${otherSide}BlockedTs`];
  const teamTs = blockTs !== null && decided.includes(blockTs) ? blockTs : null;
  const liftedMails = await prepareLiftedMails(ctx, {
    condition: isInForceSql,
    decision: "lifted",
  });
  const account = enquiry[side];
  const locale = account?.locale ?? enquiry.guestLocale ?? ctx.locale;
  const subject = auditSubject("enquiry", id);
  const { text } = explained.value;
  const stateBefore: LiftedStop = { liftedSide: side, teamTs };
  const isLifted = await commitAudited(ctx, {
    // Like the event of the decision: that about an account is erased and exported with it, and so is its text.
    action: account ? "user.stop_lifted" : "enquiry.stop_lifted",
    subject: account ? auditSubject("user", account.id) : subject,
    detail: account ? { text } : { by: "admin" },
    statement: ctx.db
      .update(reports)
      .set({ liftedTs: ctx.now })
      .where(
        sql`${isInForceSql} and (select max(decided_ts) from ${reports} where ${isInForceSql}) = ${decided[0]}
          and not exists (select 1 from ${reports} where ${eq(reports.enquiryId, id)} and ${isNull(reports.outcome)})`,
      )
      .returning({ id: reports.id }),
    furtherStatements: (guard) => [
      ...(teamTs === null ? [] : setBlockStatements(ctx, { id, side: otherSide }, false, guard, { teamTs })),
      ...liftedMails(guard),
      queueMailStatement(
        ctx,
        {
          template: "conversation_stop_lifted",
          to: account?.email ?? enquiry.guestEmail ?? "",
          replyTo: ctx.config.CONTACT_EMAIL,
          locale,
          about: subject,
          params: {
            name: account?.firstName ?? names[side],
            title: enquiry.listing?.title ?? ctx.translator(locale)("enquiries.erased.listing"),
          },
          quote: text,
        },
        guard,
      ),
      ...storeUndoStatements(ctx, subject, { stateBefore }, guard),
    ],
  });
  return isLifted ? ok({ id }) : refuse("conflict", { reason: "datastale" });
}

const REPORTS_UNDO = createReportsUndo("enquiry");

/** The undo of a decision about reports, or of `liftStop`: the messages are stopped again as before. */
export const CONVERSATION_UNDO: UndoRules<{ version: number; userId: string }, Partial<LiftedStop>> = {
  ...REPORTS_UNDO,
  restoreStatement: (ctx, undo, guard) => {
    const { liftedSide } = undo.stateBefore;
    if (!liftedSide) return REPORTS_UNDO.restoreStatement(ctx, undo, guard);
    return ctx.db
      .update(reports)
      .set({ liftedTs: null })
      .where(
        sql`${isStopOfSideSql(undo.id, liftedSide)} and ${eq(reports.liftedTs, undo.decidedTs)} and ${guard}
          and not ${isOwnReportSql(requireAdmin(ctx))}`,
      )
      .returning({ id: reports.id });
  },
  furtherStatements: (ctx, { id, stateBefore: { liftedSide, teamTs } }, guard) =>
    liftedSide && teamTs
      ? setBlockStatements(ctx, { id, side: getOtherSide(liftedSide) }, true, guard, { teamTs })
      : [],
};
