import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isActiveAdminSql } from "@/auth/active-admin";
import type { Ctx, SignedInUser } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { countRows } from "@/db/returned-rows";
import { invitations } from "@/db/schema";
import { queueMailsStatement } from "@/features/mail";
import { invalid, ok, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { createAddressHasher } from "../address-hasher";
import { createInvitationToken } from "../invitation-token";
import { findInviterName } from "../queries";
import { type CheckedUpload, checkUpload } from "./check-upload";
import { composeInvitation, toInvitationEnd } from "./compose-invitation";
import type { InvitedTeacher } from "./parse-upload";

/** Teachers of one batch: their drafts and mails are two parameters of less than 2 MB, which D1 allows. */
const BATCH_SIZE = 50;

/**
 * Invites the teachers of an upload's rows without problems: each gets a private draft and one mail, in batches. A second
 * call, as after one that was interrupted, invites only those who have no invitation yet. Refuses like `checkUpload`, and
 * unless the admin states that the law allows to write to these people.
 */
export async function inviteTeachers(
  ctx: Ctx,
  { may_write, ...input }: { csv?: unknown; source?: unknown; may_write?: unknown },
): Promise<Result<CheckedUpload & { invited: number }>> {
  const admin = requireAdmin(ctx);
  if (may_write !== true) return invalid([{ field: "may_write", code: "required", choice: true }]);
  const checked = await checkUpload(ctx, input);
  if (!checked.ok) return checked;
  const { rows, source } = checked.value;
  const teachers = rows
    .flatMap(({ teacher }) => teacher ?? [])
    .map((teacher, place) => ({ ...teacher, place }));
  const [operator, toHash] = await Promise.all([findInviterName(ctx), createAddressHasher(ctx)]);
  let invited = 0;
  for (let from = 0; from < teachers.length; from += BATCH_SIZE) {
    const batch = teachers.slice(from, from + BATCH_SIZE);
    invited += await inviteBatch(ctx, admin, batch, { source, operator, toHash });
  }
  return ok({ ...checked.value, invited });
}

/**
 * Invites those teachers who still have no account and never had an invitation. By its `place` a later row is created
 * some milliseconds earlier, so that the list, newest first, has the order of the file. @returns their number
 */
async function inviteBatch(
  ctx: Ctx,
  admin: SignedInUser,
  teachers: readonly (InvitedTeacher & { place: number })[],
  { source, operator, toHash }: { source: string; operator: string; toHash(email: string): string },
): Promise<number> {
  const expiresTs = toInvitationEnd(ctx);
  const rows = teachers.map((teacher) => ({
    ...teacher,
    id: ctx.newId(),
    hash: toHash(teacher.email),
  }));
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const isInvitedSql = sql`invitations.id in (select value from json_each(${ids}))`;
  const [inserted] = await ctx.commit([
    ctx.db
      .insert(invitations)
      .select(sql`
        select value ->> 'id', value ->> 'email', value ->> 'hash', value ->> 'locale', value -> 'draft', ${source}, 'invited',
          ${ctx.now} - (value ->> 'place'), ${expiresTs}, null, null
        from json_each(${JSON.stringify(rows)}) where ${isActiveAdminSql(admin, false)}
          and not exists (select 1 from users where users.email = value ->> 'email')`)
      .onConflictDoNothing()
      .returning({ id: invitations.id }),
    queueMailsStatement(
      ctx,
      rows.map(({ id, ...teacher }) => ({
        key: [id],
        mail: {
          ...composeInvitation(ctx, teacher, { source, operator }),
          about: auditSubject("invitation", id),
          actionPath: paths.invitation({ token: createInvitationToken(ctx, id) }),
          unsubscribePath: paths.refuseInvitation({ token: createInvitationToken(ctx, id) }),
          linkExpiresTs: expiresTs,
        },
      })),
      sql`exists (select 1 from ${invitations} where ${invitations.id} = key ->> 0)`,
    ),
    auditEventStatement(
      ctx,
      {
        // 16 characters, as other ids have.
        id: sql`lower(hex(randomblob(8)))`,
        action: "invitation.sent",
        subject: auditSubject("invitation", invitations.id),
        actorId: admin.id,
        // What `inviteTeachers` requires.
        detail: { may_write: true },
      },
      isInvitedSql,
      invitations,
    ),
  ]);
  return countRows(inserted);
}
