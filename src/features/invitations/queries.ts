import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type PageCursors, paginateByTime } from "@/db/paginate-by-time";
import { invitations, users } from "@/db/schema";
import { getDocument, SELLER } from "@/features/settings";
import type { InvitationState } from "@/shared/codes";
import { toTimestampJson } from "@/shared/format";
import type { InvitationJson } from "@/shared/schemas/invitation";
import { createAddressHasher } from "./address-hasher";

const PAGE_SIZE = 50;

export type Invitation = typeof invitations.$inferSelect;

/** An invitation in any state; null without one. */
export async function findInvitation({ db }: Ctx, id: string): Promise<Invitation | null> {
  const [row] = await db.select().from(invitations).where(eq(invitations.id, id));
  return row ?? null;
}

/** The name under which the site writes to invited teachers: the seller's, or the site's. */
export async function findInviterName(ctx: Ctx): Promise<string> {
  const { value: seller } = await getDocument(ctx, SELLER);
  return seller?.name || ctx.config.SITE_NAME;
}

export type ListedInvitations = Awaited<ReturnType<typeof listInvitations>>;

/**
 * A page of invitations, newest first, with the accounts of those that were claimed. `email` finds the one of an address,
 * in lower case, also one that ended.
 */
export async function listInvitations(ctx: Ctx, { email, ...cursors }: PageCursors & { email: string }) {
  const page = paginateByTime({ ts: invitations.createdTs, id: invitations.id, size: PAGE_SIZE }, cursors);
  const toHash = email ? await createAddressHasher(ctx) : null;
  const rows = await ctx.db
    .select({
      ...getTableColumns(invitations),
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.claimedUserId))
    .where(and(page.within, toHash ? eq(invitations.addressHash, toHash(email)) : undefined))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.toPage(rows, ({ createdTs, id }) => ({ ts: createdTs, id }));
}

/** The number of invitations in each state. */
export async function countInvitations({ db }: Ctx): Promise<Record<InvitationState, number>> {
  const rows = await db
    .select({ state: invitations.state, count: sql<number>`count(*)` })
    .from(invitations)
    .groupBy(invitations.state);
  return {
    invited: 0,
    claimed: 0,
    refused: 0,
    expired: 0,
    ...Object.fromEntries(rows.map(({ state, count }) => [state, count])),
  };
}

export const serializeInvitation = (row: Invitation): InvitationJson => ({
  _id: row.id,
  state: row.state,
  email: row.email,
  first_name: row.draft?.first_name ?? null,
  last_name: row.draft?.last_name ?? null,
  locale: row.locale,
  created_ts: toTimestampJson(row.createdTs),
  expires_ts: toTimestampJson(row.expiresTs),
  closed_ts: row.closedTs === null ? null : toTimestampJson(row.closedTs),
});
