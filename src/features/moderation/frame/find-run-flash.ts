import { and, eq, gt } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { decisionUndos, listings } from "@/db/schema";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import type { DecisionFlash, FlashKind } from "./decision-notice";
import type { ModerationKind } from "./kind";

/** The kinds of a run. `undoSubject`: the audit subject, if decisions can be undone. */
const KINDS = {
  listings: {
    paths: { queue: paths.adminListings, item: paths.adminListing, action: paths.adminListingAction },
    undoSubject: "listing",
  },
  conversations: {
    paths: {
      queue: paths.adminConversations,
      item: paths.adminConversation,
      action: paths.adminConversationAction,
    },
    undoSubject: "enquiry",
  },
  reports: {
    paths: { queue: paths.adminReports, item: paths.adminReport, action: paths.adminReportAction },
    undoSubject: "listing",
  },
  requests: {
    paths: { queue: paths.adminRequests, item: paths.adminRequest, action: paths.adminRequestAction },
    undoSubject: "request",
  },
  reviews: {
    paths: { queue: paths.adminReviews, item: paths.adminReview, action: paths.adminReviewAction },
    undoSubject: null,
  },
  testimonials: {
    paths: { queue: paths.adminTestimonials, action: paths.adminTestimonialAction },
    undoSubject: null,
  },
  verifications: {
    paths: {
      queue: paths.adminVerifications,
      item: paths.adminVerification,
      action: paths.adminVerificationAction,
    },
    undoSubject: "verification",
  },
} as const satisfies Partial<Record<ModerationKind["name"], object>>;

/** Rows of the follow-up list, of which a run has those without decisions of their own. */
const TASKS: FlashKind = {
  name: "tasks",
  paths: { queue: paths.followUp, item: paths.followUpRow, action: (id) => paths.followUpRow(id) },
};
const TASK_TEXTS = "follow-up.done";
const UNDONE_BY_REOPENING = ["done", "tomorrow", "week"];

/**
 * The decision before this page in a run through all tasks, whose items are of several kinds; null for invalid values.
 * The page of the item says whether the undo is still possible.
 */
export async function findRunFlash(
  { db, now, t }: Pick<Ctx, "db" | "now" | "t">,
  { kind = "", done = "", decided = "", before = "", version = "" }: Record<string, string>,
): Promise<(DecisionFlash & { kind: FlashKind }) | null> {
  if (kind === TASKS.name && decided && t.has(`${TASK_TEXTS}.${done}`)) {
    const task = {
      id: decided,
      title: t(`${TASK_TEXTS}.viewRow`),
      canUndo: UNDONE_BY_REOPENING.includes(done),
    };
    const undoFields = { intent: "reopen", version };
    return {
      kind: { ...TASKS, undoFields },
      texts: TASK_TEXTS,
      done,
      list: null,
      run: before,
      decided: task,
    };
  }
  if (!Object.hasOwn(KINDS, kind) || !ID_PATTERN.test(decided)) return null;
  const name = kind as keyof typeof KINDS;
  if (!t.has(`moderation.kinds.${name}.done.${done}`)) return null;
  const { paths: kindPaths, undoSubject } = KINDS[name];
  const isUndo = undoSubject
    ? and(eq(decisionUndos.subject, auditSubject(undoSubject, decided)), gt(decisionUndos.expiresTs, now))
    : null;
  const canUndo = isUndo ? (await db.$count(decisionUndos, isUndo)) > 0 : false;
  const [listing] =
    name === "listings" || name === "reports"
      ? await db.select({ title: listings.title }).from(listings).where(eq(listings.id, decided))
      : [];
  return {
    kind: { name, paths: kindPaths },
    done,
    list: null,
    run: before,
    decided: { id: decided, title: listing?.title || t("moderation.frame.lastDecision"), canUndo },
  };
}
