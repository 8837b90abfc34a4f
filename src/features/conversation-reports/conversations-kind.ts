import { sql } from "drizzle-orm";
import {
  createOpenReportsList,
  getReasonBlocks,
  type ModerationKind,
  openReportColumnsSql,
  readExplanation,
  withUndo,
} from "@/features/moderation";
import { REPORT_REASONS } from "@/shared/codes";
import { ok } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { withQuery } from "@/shared/paths/query";
import { decideConversation, isFinal, validateMeasure } from "./decide-conversation";
import {
  findReportedConversation,
  type ReportedConversation,
  recordReading,
} from "./find-reported-conversation";
import { CONVERSATION_UNDO, liftStop } from "./lift-stop";
import {
  ConversationActions,
  ConversationContent,
  ConversationDecision,
  ConversationEntry,
  ConversationPersonPanel,
  type ConversationRow,
  mayLift,
} from "./reported-conversation";

/** Reported conversations, urgent ones first, each by its oldest report. */
export const CONVERSATIONS: ModerationKind<ConversationRow, ReportedConversation> = {
  name: "conversations",
  summary: { path: paths.adminReportsSummary(), label: "moderation.summary.link" },
  lists: {
    open: createOpenReportsList("conversation_reports", "enquiry_id"),
  },
  columns: () => sql`listings.title, ${openReportColumnsSql("enquiry_id = page.id")},
    trim(teacher.first_name || ' ' || teacher.last_name) as teacher,
    coalesce(trim(learner.first_name || ' ' || learner.last_name), enquiries.guest_name) as learner`,
  joins: sql`cross join enquiries on enquiries.id = page.id left join listings on listings.id = enquiries.listing_id
    left join users teacher on teacher.id = coalesce(enquiries.teacher_id, enquiries.undelivered_teacher_id)
    left join users learner on learner.id = enquiries.learner_id`,
  Entry: ConversationEntry,
  undo: CONVERSATION_UNDO,
  decisions: {
    decide: async (ctx, { id }, form) => {
      const decision = form.text("decision");
      const canUndo = !isFinal(decision);
      // Another decision than the confirmed one, too: its explanation was written for another reader.
      const confirmed = form.text("confirmed");
      const input = { ...readExplanation(form), decision, reports: form.all("report") };
      if (confirmed !== decision && (confirmed || !canUndo)) {
        const checked = canUndo ? null : validateMeasure(input);
        return checked?.ok === false ? checked : ok({ id, typed: { confirmed: decision } });
      }
      return decideConversation(canUndo ? withUndo(ctx, form) : ctx, id, input);
    },
    lift: (ctx, { id }, form) =>
      liftStop(withUndo(ctx, form), id, {
        side: form.text("side"),
        decided: form.text("decided"),
        text: form.text("text"),
      }),
  },
  page: {
    load: findReportedConversation,
    recordView: recordReading,
    formatTitle: (t, { names }) => t("moderation.conversations.about", names),
    Actions: ConversationActions,
    Decisions: ConversationDecision,
    hasForm: (item, decision) => decision !== "lift" || mayLift(item),
    Aside: ConversationPersonPanel,
    getUndo: ({ id, person }) =>
      person?.undo
        ? {
            ...person.undo,
            action: withQuery(person.undo.action, { task: `conversation_reports:${id}` }),
          }
        : null,
    Content: ConversationContent,
    getReasonBlocks: (ctx, { person, enquiry }) =>
      getReasonBlocks(ctx, {
        locale: person?.user.locale ?? enquiry.guestLocale ?? ctx.locale,
        reasons: REPORT_REASONS,
        texts: "moderation.conversations.blocks",
      }),
  },
};
