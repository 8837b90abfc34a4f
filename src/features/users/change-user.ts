import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { isActiveAdmin } from "@/auth/active-admin";
import { requireAdmin } from "@/auth/guards";
import { endSessions } from "@/auth/sessions";
import type { Ctx, Visitor } from "@/context";
import { hasAccount } from "@/db/account-where";
import { auditEvent, auditSubject, hasAuditEvent } from "@/db/audit";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { listings, teacherInformation, users } from "@/db/schema";
import { invalidateTokens } from "@/features/accounts";
import { reindexListings } from "@/features/listings";
import { queueMail } from "@/features/mail";
import type { Role } from "@/shared/codes";
import { isOfAge, toDay } from "@/shared/dates";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { MINIMUM_AGE } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { userChangesSchema } from "@/shared/schemas/users";
import { type AccountStatus, findAccountStatus } from "./find-user-details";

type UserAction = { action: `user.${string}`; detail: Record<string, unknown> };

/**
 * Disables or enables an account, or changes its role; `input` has the fields of `userChangesSchema`. No mailed link
 * enables an account that an admin disabled: sessions end on every device, listings are hidden at once, and the person
 * is told the reason. A field that already has its value stays. Only an admin who may create admins disables or demotes
 * another such admin, so at least one always remains.
 * @returns `not_found`, `invalid`; `forbidden` with `oneself`, `create_admin` (the acting admin may not create admins),
 * `protected_admin` (the same, and the account may), `admins_only` (the right was taken meanwhile) or `too_young`;
 * `conflict` with `has_listings` (a learner has none) or `datastale`.
 */
export async function changeUser(ctx: Ctx, id: string, input: unknown): Promise<Result<null>> {
  const admin = requireAdmin(ctx);
  const wanted = validate(userChangesSchema, input);
  if (!wanted.ok) return wanted;
  const { reason } = wanted.value;
  const person = await findAccountStatus(ctx, id);
  if (!person) return refuse("not_found");
  if (id === admin.id) return refuse("forbidden", { reason: "oneself" });

  const role = wanted.value.role === person.role ? undefined : wanted.value.role;
  const disabled = hasDisabledState(person, wanted.value.disabled) ? undefined : wanted.value.disabled;
  if (role === undefined && disabled === undefined) return ok(null);
  if (role === "a" && !admin.canCreateAdmin) return refuse("forbidden", { reason: "create_admin" });
  const removesAdminCreator =
    person.canCreateAdmin && (disabled === true || (role !== undefined && role !== "a"));
  if (removesAdminCreator && !admin.canCreateAdmin) return refuse("forbidden", { reason: "protected_admin" });
  const minimum = MINIMUM_AGE.t;
  if (role && role !== "u" && person.birthDate && !isOfAge(person.birthDate, minimum, toDay(ctx.now))) {
    return refuse("forbidden", { reason: "too_young", params: { minimum } });
  }

  const actions: UserAction[] = [];
  if (role) actions.push({ action: "user.change_role", detail: { from: person.role, to: role } });
  if (disabled) actions.push({ action: "user.disable", detail: { by: "admin", reason } });
  if (disabled === false) actions.push({ action: "user.enable", detail: {} });
  const auditId = ctx.newId();
  const guard = hasAuditEvent(auditId);
  const [changed] = await ctx.commit([
    ctx.db
      .update(users)
      .set({ ...roleColumns(role), ...disabledColumns(ctx, disabled) })
      .where(and(isUnchanged(person), canChange(admin, id, role, removesAdminCreator)))
      .returning({ id: users.id }),
    // The first says whether the update took effect, and each one counts as a change for the next.
    ...actions.map((action, n) =>
      auditEvent(ctx, { ...action, id: n === 0 ? auditId : ctx.newId(), subject: auditSubject("user", id) }),
    ),
    ...(role && role !== "u" ? [insertTeacherInformation(ctx, id, guard)] : []),
    ...(disabled === undefined ? [] : disabledStateStatements(ctx, person, { disabled, reason }, guard)),
  ]);
  return (changed as unknown[]).length > 0 ? ok(null) : findRefusal(ctx, admin, person, role);
}

/**
 * Whether an account already has the wanted state. An account closed by its owner does not count as disabled by an
 * admin.
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

const isUnchanged = ({ id, role, canCreateAdmin, disabledBy }: AccountStatus): SQL | undefined =>
  and(
    eq(users.id, id),
    eq(users.role, role),
    eq(users.canCreateAdmin, canCreateAdmin),
    disabledBy === null ? isNull(users.disabledTs) : eq(users.disabledBy, disabledBy),
  );

function canChange(
  admin: Visitor,
  id: string,
  role: Role | undefined,
  removesAdminCreator: boolean,
): SQL | undefined {
  return and(
    isActiveAdmin(admin, role === "a" || removesAdminCreator),
    role === "u" ? sql`not ${hasListings(id)}` : undefined,
  );
}

/**
 * Listings that are or were public or in review: a learner could not manage them. Drafts are visible to their author
 * only.
 */
const hasListings = (id: string): SQL =>
  sql`exists (select 1 from ${listings} where owner_id = ${id} and state not in ('draft', 'deleted'))`;

/** Where a teacher's own words go; without it the work list would not miss them. */
const insertTeacherInformation = (ctx: Ctx, userId: string, guard: SQL): Statement =>
  insertWhere(ctx.db, teacherInformation, { userId }, guard).onConflictDoNothing();

function disabledStateStatements(
  ctx: Ctx,
  person: AccountStatus,
  { disabled, reason }: { disabled: boolean; reason: string },
  guard: SQL,
): Statement[] {
  return [
    ...(disabled
      ? [
          endSessions(ctx, person.id, undefined, guard),
          invalidateTokens(ctx, person.id, ["reactivate", "reset_password", "change_email"], guard),
        ]
      : []),
    ...reindexListings(ctx, sql`listings.owner_id = ${person.id} and ${guard}`),
    ...(disabled ? disabledMail(ctx, person, reason, guard) : enabledMail(ctx, person, guard)),
  ];
}

/** Nothing was changed: something is otherwise than it was looked at, or must not become so. */
async function findRefusal(
  ctx: Ctx,
  admin: Visitor,
  before: AccountStatus,
  role: Role | undefined,
): Promise<Result<null>> {
  const [acting, person] = await Promise.all([
    findAccountStatus(ctx, admin.id),
    findAccountStatus(ctx, before.id),
  ]);
  if (acting?.role !== "a" || acting.disabledTs !== null) {
    return refuse("forbidden", { reason: "admins_only" });
  }
  if (role === "a" && !acting.canCreateAdmin) return refuse("forbidden", { reason: "create_admin" });
  if (!person) return refuse("not_found");
  const same =
    person.role === before.role &&
    person.canCreateAdmin === before.canCreateAdmin &&
    person.disabledBy === before.disabledBy;
  if (!same) return refuse("conflict", { reason: "datastale" });
  if (person.canCreateAdmin && !acting.canCreateAdmin)
    return refuse("forbidden", { reason: "protected_admin" });
  return refuse("conflict", { reason: "has_listings" });
}

/** Tells a person that their account was disabled, and why. An unconfirmed address may belong to another person. */
const disabledMail = (ctx: Ctx, person: AccountStatus, reason: string, guard: SQL): Statement[] =>
  mailUser(ctx, person, guard, {
    template: "account_disabled_by_us",
    ...(reason ? { quote: reason } : {}),
    actionPath: paths.contact(),
  });

/** Tells a person that their account is enabled again. */
const enabledMail = (ctx: Ctx, person: AccountStatus, guard: SQL): Statement[] =>
  mailUser(ctx, person, guard, { template: "account_enabled", actionPath: paths.signIn() });

function mailUser(
  ctx: Ctx,
  { id, email, locale, emailVerifiedTs }: AccountStatus,
  guard: SQL,
  mail: { template: string; quote?: string; actionPath: string },
): Statement[] {
  if (emailVerifiedTs === null) return [];
  const reached = and(guard, hasAccount(eq(users.id, id), eq(users.email, email))) as SQL;
  return [queueMail(ctx, { ...mail, to: email, locale, params: {} }, reached)];
}
