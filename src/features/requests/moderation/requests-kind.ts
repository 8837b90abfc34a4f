import { eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { requests, users } from "@/db/schema";
import {
  type ListedItem,
  type ModerationKind,
  readExplanation,
  selectHistory,
  withUndo,
} from "@/features/moderation";
import { type Level, REQUEST_STATES, type RequestState, type Subject } from "@/shared/codes";
import { formatRequest } from "@/shared/format-request";
import type { Locale } from "@/shared/i18n/locales";
import { listRequestTextHolds } from "../create/request-rules";
import { approveRequest, rejectRequest } from "./decide-request";
import { ModeratedRequest, RequestActions, RequestEntry } from "./request-content";
import { RequestDecisions } from "./request-decisions";
import { REQUEST_UNDO } from "./undo-request-decision";

export type ListedRequest = ListedItem & {
  state: RequestState;
  subject: Subject;
  level: Level;
  text: string;
  locale: Locale;
  userId: string;
  firstName: string;
  lastName: string;
};

/** Requests of learners, by state. */
export const REQUESTS: ModerationKind<ListedRequest, RequestItem> = {
  name: "requests",
  lists: Object.fromEntries(
    REQUEST_STATES.map((state) => [
      state,
      {
        selectSql: () => sql`select id, created_ts as ts from requests where state = ${state}`,
        ...(state === "pending" ? { followUp: "requests_pending" } : { isNewestFirst: true }),
      },
    ]),
  ),
  columns: () => sql`requests.state, requests.subject, requests.level, requests.text, requests.locale,
    users.id as "userId", users.first_name as "firstName", users.last_name as "lastName"`,
  joins: sql`cross join requests on requests.id = page.id cross join users on users.id = requests.user_id`,
  Entry: RequestEntry,
  undo: REQUEST_UNDO,
  decisions: {
    approve: (ctx, target, form) => approveRequest(withUndo(ctx, form), target),
    reject: (ctx, target, form) => rejectRequest(withUndo(ctx, form), target, readExplanation(form)),
  },
  page: {
    load: loadRequest,
    formatTitle: (t, { request }) => formatRequest(t, request),
    Actions: RequestActions,
    Decisions: RequestDecisions,
    decisionActions: ["request.approved", "request.rejected"],
    Content: ModeratedRequest,
    // The first request of an account and each text about a child wait too without a fault.
    findWarning: ({ holds, waiting, canApprove }) => {
      const hold = waiting && canApprove ? holds.find(({ found }) => found.length > 0) : undefined;
      return hold ? `requests.holdRules.${hold.rule}` : null;
    },
  },
};

/** A request with its author, for the frame. */
async function loadRequest(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const [[found], history] = await Promise.all([
    ctx.db
      .select({
        request: requests,
        author: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      })
      .from(requests)
      .innerJoin(users, eq(users.id, requests.userId))
      .where(eq(requests.id, id)),
    selectHistory(ctx, auditSubject("request", id)),
  ]);
  if (!found) return null;
  const isOwn = await isLeftToOthers(ctx, found.author.id);
  const { state, createdTs, version, holdRule, text, learnerWho } = found.request;
  const textHolds = await listRequestTextHolds(ctx, { text, who: learnerWho });
  const isStoredIn = textHolds.some(({ rule }) => rule === holdRule);
  return {
    ...found,
    /** Why it waits or waited for an admin: the stored rule, and those of its text. */
    holds: [
      ...(holdRule === null || isStoredIn ? [] : [{ rule: holdRule, found: [] as readonly string[] }]),
      ...(holdRule === null ? [] : textHolds),
    ],
    id,
    version,
    history,
    waiting: state === "pending" ? { list: state, ts: createdTs } : null,
    /** Whether it is the admin's own, and another admin decides. */
    isOwn,
    canApprove: !isOwn,
  };
}

export type RequestItem = NonNullable<Awaited<ReturnType<typeof loadRequest>>>;
