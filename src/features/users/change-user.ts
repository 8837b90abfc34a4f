import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isActiveAdminSql } from "@/auth/active-admin";
import { endSessionsStatements } from "@/auth/sessions";
import type { Ctx, SignedInUser } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hasAccountSql, previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { hasRows } from "@/db/returned-rows";
import { listings, teacherInformation, users } from "@/db/schema";
import { confirmNewAdmin, invalidateTokensStatement } from "@/features/accounts";
import {
  closeOwnAppointmentsStatements,
  listOpenAppointments,
  recountSentStatement,
} from "@/features/enquiries";
import { queueForRequestsStatement, reindexListingsStatements } from "@/features/listings";
import { type DetailsTable, type MailTemplate, queueMailStatement } from "@/features/mail";
import {
  prepareLiftedMails,
  prepareUpheldReports,
  refuseOwnReports,
  reportsAboutUserSql,
  storeUndoStatements,
} from "@/features/moderation";
import type { Role } from "@/shared/codes";
import { isOfAge, toDay } from "@/shared/dates";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { MINIMUM_AGE } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { userChangesSchema } from "@/shared/schemas/users";
import { composeDisablingStatement } from "./compose-disabling-statement";
import { type AccountStatus, findAccountStatus } from "./find-user-details";
import { type AccountBefore, DISABLING_VERSION, ENABLING_VERSION } from "./undo-disabling";

type UserAction = { action: `user.${string}`; detail: Record<string, unknown> };

type ChangeUserOptions = {
  /** The acting admin's, which a new admin requires. */
  password?: string;
  /** The ids of reports that the admin read: those about the listings of a disabled account are upheld. */
  readReports?: readonly string[];
};

/**
 * Disables or enables an account, changes its role or corrects its birth date. A decision of `withUndo` to disable or
 * enable it can be undone by `DISABLING_UNDO` or `ENABLING_UNDO`. `input` has the fields of `userChangesSchema`. Disabling
 * ends all sessions, hides the listings and mails the statement of reasons to the user. Only an admin can enable the
 * account again, which tells the reporters whom the disabling answered. Values that are already set are ignored. Only an
 * admin who may create admins can disable or demote another such admin, so at least one remains.
 * @returns `not_found`, `invalid`; `forbidden` with `own_account`, as `refuseOwnReports`, `invalid_password`,
 * `create_admin` (the acting admin may not create admins), `protected_admin` (the same, and the account may),
 * `admins_only` (the acting admin lost the role) or `too_young`; `conflict` with `has_listings` (learners can't have
 * listings) or `datastale`.
 */
export async function changeUser(
  ctx: Ctx,
  id: string,
  input: unknown,
  { password, readReports = [] }: ChangeUserOptions = {},
): Promise<Result<{ isChanged: boolean }>> {
  const admin = requireAdmin(ctx);
  const parsed = validate(userChangesSchema, input);
  if (!parsed.ok) return parsed;
  const { reason = "", category = "other" } = parsed.value;
  const user = await findAccountStatus(ctx, id);
  if (!user) return refuse("not_found");
  if (id === admin.id) return refuse("forbidden", { reason: "own_account" });

  const own = await refuseOwnReports(ctx, readReports);
  if (own) return own;

  const role = parsed.value.role === user.role ? undefined : parsed.value.role;
  const disabled = hasDisabledState(user, parsed.value.disabled) ? undefined : parsed.value.disabled;
  const birthDate = parsed.value.birth_date === user.birthDate ? undefined : parsed.value.birth_date;
  if (role === undefined && disabled === undefined && birthDate === undefined)
    return ok({ isChanged: false });
  if (role === "a" && !admin.canCreateAdmin) return refuse("forbidden", { reason: "create_admin" });
  const removesAdminCreator =
    user.canCreateAdmin && (disabled === true || (role !== undefined && role !== "a"));
  if (removesAdminCreator && !admin.canCreateAdmin) return refuse("forbidden", { reason: "protected_admin" });
  const min = (role ?? user.role) === "u" ? MINIMUM_AGE.u : MINIMUM_AGE.t;
  const isTooYoung = (day: string) => !isOfAge(day, min, toDay(ctx.now));
  if (birthDate && isTooYoung(birthDate))
    return invalid([{ field: "birth_date", code: "too_young", params: { min } }]);
  if (role && role !== "u" && !birthDate && user.birthDate && isTooYoung(user.birthDate)) {
    return refuse("forbidden", { reason: "too_young", params: { min } });
  }

  const confirmed = await confirmNewAdmin(ctx, admin, role === "a" ? password : undefined);
  if (!confirmed.ok) return confirmed;

  const upheld = disabled ? await prepareUpheldReports(ctx, id, readReports, category) : null;
  const statement =
    upheld && (await composeDisablingStatement(ctx, user, { reason, category, origin: upheld.origin }));
  const liftedMails =
    disabled === false && user.disabledTs !== null
      ? await prepareLiftedMails(ctx, {
          condition: sql`reports.id in ${reportsAboutUserSql(id)}`,
          decidedTs: user.disabledTs,
          decision: "enabled",
        })
      : null;
  const subject = auditSubject("user", id);
  const stateBefore: AccountBefore = {
    disabledTs: user.disabledTs,
    disabledBy: user.disabledBy,
    appointments: disabled && ctx.decision ? await listOpenAppointments(ctx, id) : [],
  };
  const actions: UserAction[] = [];
  if (role) actions.push({ action: "user.role_changed", detail: { from: user.role, to: role } });
  if (disabled) actions.push({ action: "user.disabled", detail: { by: "admin", reason } });
  if (disabled === false) actions.push({ action: "user.enabled", detail: {} });
  if (birthDate) actions.push({ action: "user.birth_date_corrected", detail: {} });
  const auditId = ctx.newId();
  const guard = hasAuditEventSql(auditId);
  const [changed] = await ctx.commit([
    ctx.db
      .update(users)
      .set({ ...roleColumns(role), ...disabledColumns(ctx, disabled), ...(birthDate ? { birthDate } : {}) })
      .where(
        and(
          isAccountUnchangedSql(user),
          canChangeSql(admin, id, role, removesAdminCreator),
          confirmed.value.guard,
        ),
      )
      .returning({ id: users.id }),
    // Each audit event is the `previousChanged` of the next. The first one is the guard of the rest of the batch.
    ...actions.map((action, n) =>
      auditEventStatement(
        ctx,
        {
          ...action,
          id: n === 0 ? auditId : ctx.newId(),
          subject,
        },
        previousChanged,
      ),
    ),
    ...(role && role !== "u" ? [insertTeacherInformationStatement(ctx, id, guard)] : []),
    ...(disabled === undefined
      ? []
      : [
          ...disabledStateStatements(ctx, user, { disabled, reason, statement }, guard),
          recountSentStatement(ctx, id, guard),
          ...storeUndoStatements(
            ctx,
            subject,
            { version: disabled ? DISABLING_VERSION : ENABLING_VERSION, stateBefore },
            guard,
          ),
        ]),
    ...(disabled ? closeOwnAppointmentsStatements(ctx, id, guard, { isByAdmin: true }) : []),
    ...(upheld?.statements(guard) ?? []),
    ...(liftedMails?.(guard) ?? []),
  ]);
  return hasRows(changed) ? ok({ isChanged: true }) : findRefusal(ctx, admin, user, role);
}

/**
 * Whether an account already has the requested state. An account that its owner closed does not count as disabled, so
 * that an admin can still disable it.
 */
const hasDisabledState = (
  { disabledTs, disabledBy }: AccountStatus,
  disabled: boolean | undefined,
): boolean => (disabled ? disabledBy === "admin" : disabledTs === null);

/** A demoted admin loses the right to create admins, also for a later promotion. */
const roleColumns = (role: Role | undefined) =>
  role === undefined ? {} : role === "a" ? { role } : { role, canCreateAdmin: false };

function disabledColumns(ctx: Ctx, disabled: boolean | undefined) {
  if (disabled === undefined) return {};
  return disabled
    ? { disabledTs: ctx.now, disabledBy: "admin" as const }
    : { disabledTs: null, disabledBy: null };
}

const isAccountUnchangedSql = ({
  id,
  role,
  canCreateAdmin,
  birthDate,
  disabledBy,
}: AccountStatus): SQL | undefined =>
  and(
    eq(users.id, id),
    eq(users.role, role),
    eq(users.canCreateAdmin, canCreateAdmin),
    sql`${users.birthDate} is ${birthDate}`,
    disabledBy === null ? isNull(users.disabledTs) : eq(users.disabledBy, disabledBy),
  );

function canChangeSql(
  admin: SignedInUser,
  id: string,
  role: Role | undefined,
  removesAdminCreator: boolean,
): SQL | undefined {
  return and(
    isActiveAdminSql(admin, role === "a" || removesAdminCreator),
    role === "u" ? sql`not ${hasListingsSql(id)}` : undefined,
  );
}

/**
 * The user has listings that are or were public or pending. A learner could not manage them. Drafts don't count.
 */
const hasListingsSql = (id: string): SQL =>
  sql`exists (select 1 from ${listings} where owner_id = ${id} and state not in ('draft', 'deleted'))`;

/** The follow-up list finds incomplete profiles by this row. */
const insertTeacherInformationStatement = (ctx: Ctx, userId: string, guard: SQL): Statement =>
  insertWhere(ctx.db, teacherInformation, { userId }, guard).onConflictDoNothing();

function disabledStateStatements(
  ctx: Ctx,
  user: AccountStatus,
  { disabled, reason, statement }: { disabled: boolean; reason: string; statement: DetailsTable | null },
  guard: SQL,
): Statement[] {
  return [
    ...(disabled
      ? [
          ...endSessionsStatements(ctx, user.id, undefined, guard),
          invalidateTokensStatement(ctx, user.id, ["reactivate", "reset_password", "change_email"], guard),
        ]
      : [queueForRequestsStatement(ctx, sql`listings.owner_id = ${user.id} and ${guard}`)]),
    ...reindexListingsStatements(ctx, sql`listings.owner_id = ${user.id} and ${guard}`),
    ...(disabled
      ? disabledMailStatements(ctx, user, { reason, statement }, guard)
      : enabledMailStatements(ctx, user, guard)),
  ];
}

/** Finds out why the update took no effect. */
async function findRefusal(
  ctx: Ctx,
  admin: SignedInUser,
  before: AccountStatus,
  role: Role | undefined,
): Promise<Result<never>> {
  const [acting, user] = await Promise.all([
    findAccountStatus(ctx, admin.id),
    findAccountStatus(ctx, before.id),
  ]);
  if (acting?.role !== "a" || acting.disabledTs !== null) {
    return refuse("forbidden", { reason: "admins_only" });
  }
  if (role === "a" && !acting.canCreateAdmin) return refuse("forbidden", { reason: "create_admin" });
  if (!user) return refuse("not_found");
  const isUnchangedSince =
    user.role === before.role &&
    user.canCreateAdmin === before.canCreateAdmin &&
    user.disabledBy === before.disabledBy;
  if (!isUnchangedSince) return refuse("conflict", { reason: "datastale" });
  if (user.canCreateAdmin && !acting.canCreateAdmin)
    return refuse("forbidden", { reason: "protected_admin" });
  return refuse("conflict", { reason: "has_listings" });
}

/** Tells a user that their account was disabled, and why. */
const disabledMailStatements = (
  ctx: Ctx,
  user: AccountStatus,
  { reason, statement }: { reason: string; statement: DetailsTable | null },
  guard: SQL,
): Statement[] =>
  userMailStatements(ctx, user, guard, {
    template: "account_disabled_by_us",
    ...(reason ? { quote: reason } : {}),
    ...(statement ? { tables: [statement] } : {}),
    // The statement asks for a reply.
    replyTo: ctx.config.CONTACT_EMAIL,
    actionPath: paths.contact(),
  });

/** Tells a user that their account is enabled again. */
const enabledMailStatements = (ctx: Ctx, user: AccountStatus, guard: SQL): Statement[] =>
  userMailStatements(ctx, user, guard, { template: "account_enabled", actionPath: paths.signIn() });

/** Mails a user. An unconfirmed address may belong to another person and gets no mail. */
function userMailStatements(
  ctx: Ctx,
  { id, email, locale, emailVerifiedTs }: AccountStatus,
  guard: SQL,
  mail: {
    template: MailTemplate;
    quote?: string;
    tables?: readonly DetailsTable[];
    replyTo?: string;
    actionPath: string;
  },
): Statement[] {
  if (emailVerifiedTs === null) return [];
  const addressGuard = and(guard, hasAccountSql(eq(users.id, id), eq(users.email, email))) as SQL;
  return [queueMailStatement(ctx, { ...mail, to: email, locale, params: {} }, addressGuard)];
}
