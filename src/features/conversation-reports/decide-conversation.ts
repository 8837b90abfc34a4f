import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { hasRows } from "@/db/returned-rows";
import { reports } from "@/db/schema";
import { setBlockStatements } from "@/features/enquiries";
import { queueMailStatement } from "@/features/mail";
import {
  isOpenReportSql,
  listOpenReports,
  settleExplained,
  settleReportsStatements,
  storeUndoStatements,
} from "@/features/moderation";
import type { ConversationMeasure, ReportReason } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { validate } from "@/shared/schemas/field-errors";
import {
  CONVERSATION_DECISIONS,
  conversationDecisionSchema,
  conversationMeasureSchema,
} from "@/shared/schemas/moderation";
import { findReportedConversation, type ReportedConversation } from "./find-reported-conversation";

/** What is possible: an erased person cannot be warned. */
export const listDecisions = ({ address, enquiry }: ReportedConversation) =>
  CONVERSATION_DECISIONS.filter(
    (decision) =>
      decision === "dismissed" || (address !== null && (decision === "warned" || enquiry.hasBothSides)),
  );

/** A block ends lessons, of which both sides are told. So it is confirmed instead of undone. */
export const isFinal = (decision: string): boolean => decision === "blocked";

/** The explanation of a measure, which is checked also before the measure is confirmed. */
export const validateMeasure = (input: { reason: unknown; text: unknown }) =>
  validate(conversationMeasureSchema, input);

/**
 * Decides open reports of one side of a conversation. `dismissed` tells the reporters why. A measure upholds the reports,
 * and sends the person concerned the statement of reasons: `warned` changes nothing else, and can be undone like
 * `dismissed` while the mails wait; `blocked` keeps their messages from the other side as if that side had blocked
 * them. Refuses `invalid`, and `conflict` (`datastale`) if another admin decided or the measure is not possible any more.
 * @throws Refused like `findReportedConversation`
 */
export async function decideConversation(
  ctx: Ctx,
  id: string,
  input: { reports: unknown; decision: unknown; reason: unknown; text: unknown },
): Promise<Result<{ id: string; done: string }>> {
  requireAdmin(ctx);
  const checked = validate(conversationDecisionSchema, input);
  if (!checked.ok) return checked;
  const { decision, reports: ids } = checked.value;
  const stale = refuse("conflict", { reason: "datastale" });
  const conversation = await findReportedConversation(ctx, id);
  if (!conversation) return refuse("not_found");
  const isOpenSql = sql`${reports.enquiryId} = ${id} and ${reports.reportedSide} = ${conversation.side}
    and ${isOpenReportSql(ids)}`;
  const open = await listOpenReports(ctx, isOpenSql);
  if (open.length === 0) return stale;
  const decided = ok({ id, done: decision });
  if (decision === "dismissed") {
    const settled = await settleExplained(ctx, open, decision, input);
    return settled.ok ? decided : settled;
  }
  const explained = validateMeasure(input);
  if (!explained.ok) return explained;
  const { reason, text } = explained.value;
  const { enquiry, person, address, side } = conversation;
  if (!listDecisions(conversation).includes(decision)) return stale;
  const locale = person?.user.locale ?? enquiry.guestLocale ?? ctx.locale;
  const isAutomatic = open.some((report) => report.isAutomatic === 1);
  const statement = composeStatement(ctx, locale, { decision, reason, text, isAutomatic });
  const t = ctx.translator(locale);
  const title = enquiry.listing?.title ?? t("enquiries.erased.listing");
  const eventId = ctx.newId();
  const guard = hasAuditEventSql(eventId);
  const subject = auditSubject("enquiry", id);
  const [event] = await ctx.commit([
    auditEventStatement(
      ctx,
      // The event about an account is erased and exported with it, and so is its text.
      person
        ? {
            id: eventId,
            action: `user.${decision}`,
            subject: auditSubject("user", person.user.id),
            detail: { report: reason, text },
          }
        : { id: eventId, action: `enquiry.${decision}`, subject, detail: { by: "admin", report: reason } },
      sql`exists (select 1 from ${reports} where ${isOpenSql})`,
    ),
    ...settleReportsStatements(
      ctx,
      open,
      // Of a guest nothing is kept.
      { decision, reason, text: "", measureText: person ? text : "" },
      guard,
    ),
    ...(decision === "blocked" ? setBlockStatements(ctx, enquiry, true, guard, { teamTs: ctx.now }) : []),
    queueMailStatement(
      ctx,
      {
        template: "conversation_measure",
        to: address ?? "",
        replyTo: ctx.config.CONTACT_EMAIL,
        locale,
        about: subject,
        params: {
          name: person?.user.firstName ?? enquiry.names[side],
          origin: t(`moderation.conversations.origins.${isAutomatic ? "refused_text" : "report"}`, { title }),
          measure: t(`moderation.conversations.measures.${decision}`),
        },
        quote: text,
        tables: [statement],
      },
      guard,
    ),
    ...storeUndoStatements(ctx, subject, {}, guard),
  ]);
  return hasRows(event) ? decided : stale;
}

/** The statement of reasons (Regulation (EU) 2022/2065, art. 17 (3)). */
function composeStatement(
  ctx: Ctx,
  locale: Locale,
  {
    decision,
    reason,
    text,
    isAutomatic,
  }: { decision: ConversationMeasure; reason: ReportReason; text: string; isAutomatic: boolean },
) {
  const t = ctx.translator(locale);
  const rows = {
    restricted: t(`moderation.conversations.measures.${decision}`),
    facts: `${t(`moderation.reports.reasons.${reason}`)}. ${text}`,
    rule: t(`moderation.conversations.rules.${reason === "illegal" ? "illegal" : "messages"}`),
    found: t(isAutomatic ? "moderation.statement.origins.refused_text" : "moderation.conversations.found"),
    redress: t("moderation.conversations.redress"),
  };
  return {
    title: t("moderation.statement.title"),
    rows: Object.entries(rows).map(([name, details]) => ({
      term: t(`moderation.statement.terms.${name}`),
      details,
    })),
  };
}
