import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Ctx, Visitor } from "@/context";
import { type PageCursors, type PageResult, paginateByTime } from "@/db/paginate-by-time";
import { enquiries, listings, users } from "@/db/schema";
import type { EnquiryState } from "@/shared/codes";
import { shownState, sideName } from "../names";

/** Received as a teacher, sent as a learner, or received and filed as spam. */
export const BOXES = ["received", "sent", "spam"] as const;
export type Box = (typeof BOXES)[number];

/** The requested box. Users who do not teach have only one. */
export const boxOf = ({ role }: Visitor, asked: string | undefined): Box =>
  role === "u" ? "sent" : (BOXES.find((box) => box === asked) ?? "received");

export type InboxRow = {
  id: string;
  listingId: string | null;
  /** The other side, by the name that may be shown, or in words that the account was deleted. */
  name: string;
  /** Null once the listing was erased with its owner. */
  listingTitle: string | null;
  /** The beginning of the newest message; empty when none is left. */
  excerpt: string;
  /** Whether the newest message is the reader's own. */
  own: boolean;
  /** As far as the reader may see it. */
  state: EnquiryState | null;
  createdTs: number;
  answeredTs: number | null;
  lastMessageTs: number;
  unread: boolean;
};

export type InboxRows = PageResult<InboxRow>;

const PAGE = 20;
const EXCERPT = 160;

/** One page of a box, newest conversation first; `after` goes on to older ones, `before` back to newer ones. */
export async function readInbox(
  ctx: Ctx,
  user: Visitor,
  { box, ...asked }: { box: Box } & PageCursors,
): Promise<InboxRows> {
  const page = paginateByTime({ ts: enquiries.lastMessageTs, id: enquiries.id, size: PAGE }, asked);
  const found = await ctx.db
    .select(columns(box))
    .from(enquiries)
    .leftJoin(listings, eq(listings.id, enquiries.listingId))
    .leftJoin(users, eq(users.id, box === "sent" ? enquiries.teacherId : enquiries.learnerId))
    .where(and(belongsTo(box, user.id), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const { rows, next, previous } = page.cut(found, ({ lastMessageTs: ts, id }) => ({ ts, id }));
  return {
    rows: rows.map(({ other, guestName, lastAuthor, readTs, ...row }) => ({
      ...row,
      name: guestName ?? sideName(ctx.t, box === "sent" ? "teacher" : "learner", other),
      state: shownState(box === "sent" ? "learner" : "teacher", row.state),
      own: lastAuthor === (box === "sent" ? "learner" : "teacher"),
      unread: row.lastMessageTs > (readTs ?? 0),
    })),
    next,
    previous,
  };
}

const belongsTo = (box: Box, userId: string): SQL | undefined =>
  ({
    received: and(eq(enquiries.teacherId, userId), ne(enquiries.state, "spam")),
    spam: and(eq(enquiries.teacherId, userId), eq(enquiries.state, "spam")),
    sent: eq(enquiries.learnerId, userId),
  })[box];

const newest = (column: "author" | "text") =>
  sql`(select ${sql.raw(column)} from messages where enquiry_id = ${enquiries.id} order by created_ts desc, id desc limit 1)`;

const columns = (box: Box) => ({
  id: enquiries.id,
  listingId: enquiries.listingId,
  state: enquiries.state,
  createdTs: enquiries.createdTs,
  answeredTs: enquiries.answeredTs,
  lastMessageTs: enquiries.lastMessageTs,
  readTs: box === "sent" ? enquiries.learnerReadTs : enquiries.teacherReadTs,
  listingTitle: listings.title,
  // Only a teacher's boxes contain guest enquiries.
  guestName: enquiries.guestName,
  other: { firstName: users.firstName, lastName: users.lastName },
  lastAuthor: sql<string | null>`${newest("author")}`,
  excerpt: sql<string>`coalesce(substr(${newest("text")}, 1, ${EXCERPT}), '')`,
});
