import { type Context, Hono } from "hono";
import { requireAdmin } from "@/auth/access";
import type { AppEnv } from "@/context";
import { createSpecialUser } from "@/features/accounts";
import {
  findUndoneForm,
  reinstateUserListings,
  suspendUserListings,
  UNDONE_DECISION,
  type UndoRules,
  USER_REINSTATEMENT_UNDO,
  USER_SUSPENSION_UNDO,
  undoDecision,
  withUndo,
} from "@/features/moderation";
import { refusalResponse } from "@/http/errors";
import { readTaskOrigin } from "@/http/read-task-origin";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { ROLES } from "@/shared/codes";
import { parseDay } from "@/shared/dates";
import { ERROR_STATUS, getFound, type Refusal } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import { parseWholeNumber } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { parseTypedDay } from "@/shared/typed-dates";
import { toFormErrors } from "@/ui/form";
import { AuditLogPage } from "./audit-log-page";
import { changeUser } from "./change-user";
import {
  CREATE_USER_FIELDS,
  CreateUserPage,
  type CreateUserValues,
  NO_USER_VALUES,
} from "./create-user-page";
import { findUserDetails } from "./find-user-details";
import { listAuditEvents } from "./list-audit-events";
import { listSubjectTitles } from "./list-subject-titles";
import { listUsers } from "./list-users";
import { resendMail } from "./resend-mail";
import { DISABLING_UNDO, ENABLING_UNDO } from "./undo-disabling";
import type { UserActionsView } from "./user-actions";
import { UNDONE, UserPage } from "./user-page";
import { UsersPage } from "./users-page";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const usersRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;
type SubmittedAction = Pick<UserActionsView, "form"> & Partial<UserActionsView>;

usersRoutes.get(paths.adminUsers(), async (c) => {
  const { ctx } = c.var;
  const after = c.req.query("after");
  const disabled = c.req.query("disabled");
  const filter = {
    q: (c.req.query("q") ?? "").trim().slice(0, 200),
    role: ROLES.find((role) => role === c.req.query("role")) ?? null,
    disabled: disabled === "true" || disabled === "false" ? disabled === "true" : null,
  };
  const result = await listUsers(ctx, filter, after);
  const head = { title: ctx.t("users.list.heading"), noindex: true };
  return renderPage(c, head, <UsersPage result={result} filter={filter} first={!after} />);
});

usersRoutes.get(paths.adminCreateUser(), (c) => showCreate(c, NO_USER_VALUES));

usersRoutes.post(paths.adminCreateUser(), async (c) => {
  const form = await readForm(c);
  const values = {
    ...(Object.fromEntries(CREATE_USER_FIELDS.map((name) => [name, form.text(name)])) as CreateUserValues),
    birth_date: form.day("birth_date"),
  };
  const { role, birth_date, ...names } = values;
  const input = { ...names, role: role || undefined, birth_date: birth_date || null };
  const result = await createSpecialUser(c.var.ctx, input, form.text("password"));
  if (result.ok) return seeOther(c, paths.adminUser(result.value._id, { done: "created" }));
  const wrong = explainFormRefusal(c, result.refusal, {
    email_taken: "email",
    create_admin: "role",
    invalid_password: "password",
  });
  return showCreate(c, values, wrong, ERROR_STATUS[result.refusal.code]);
});

usersRoutes.get(paths.adminUser(":id"), (c) => showUser(c));

usersRoutes.post(paths.adminUserAction(":id", "disable"), async (c) => {
  const id = idParam(c);
  const form = await readForm(c);
  const typed = { reason: form.text("reason"), category: form.text("category") };
  const reports = form.all("report");
  const sent = { decision: "disable", values: form.values() };
  const decisionId = c.var.ctx.newId();
  const ctx = withUndo(c.var.ctx, { sent, decisionId });
  const input = { disabled: true, reason: typed.reason, category: typed.category || undefined };
  const result = await changeUser(ctx, id, input, { readReports: reports });
  if (result.ok)
    return seeOther(c, paths.adminUser(id, { done: "disabled", decision: decisionId, ...readTaskOrigin(c) }));
  return showRefusal(c, { form: "disable", values: { ...typed, role: "" }, reports }, result.refusal);
});

usersRoutes.post(paths.adminUserAction(":id", "enable"), async (c) => {
  const id = idParam(c);
  const decision = c.var.ctx.newId();
  const ctx = withUndo(c.var.ctx, { decisionId: decision });
  const result = await changeUser(ctx, id, { disabled: false });
  if (result.ok) return seeOther(c, paths.adminUser(id, { done: "enabled", decision, ...readTaskOrigin(c) }));
  return showRefusal(c, { form: "enable" }, result.refusal);
});

usersRoutes.post(paths.adminUserAction(":id", "role"), async (c) => {
  const id = idParam(c);
  const form = await readForm(c);
  const role = form.text("role");
  const result = await changeUser(c.var.ctx, id, { role }, { password: form.text("password") });
  if (result.ok) {
    const done = result.value.isChanged ? "role" : "unchanged";
    return seeOther(c, paths.adminUser(id, { done, ...readTaskOrigin(c) }));
  }
  return showRefusal(c, { form: "role", values: { reason: "", role } }, result.refusal);
});

usersRoutes.post(paths.adminUserAction(":id", "birth-date"), async (c) => {
  const id = idParam(c);
  const birth_date = (await readForm(c)).day("birth_date");
  const result = await changeUser(c.var.ctx, id, { birth_date });
  if (result.ok) return seeOther(c, paths.adminUser(id, { done: "birthDate", ...readTaskOrigin(c) }));
  return showRefusal(c, { form: "birth-date", values: { reason: "", role: "", birth_date } }, result.refusal);
});

usersRoutes.post(paths.adminUserAction(":id", "resend"), async (c) => {
  const id = idParam(c);
  const result = await resendMail(c.var.ctx, id);
  if (result.ok)
    return seeOther(c, paths.adminUser(id, { done: result.value.template, ...readTaskOrigin(c) }));
  return showRefusal(c, { form: "resend" }, result.refusal);
});

usersRoutes.post(paths.adminUserAction(":id", "suspend-listings"), async (c) => {
  const id = idParam(c);
  const form = await readForm(c);
  const typed = { reason: form.text("reason"), text: form.text("text") };
  const reports = form.all("report");
  const upheld = form.all("upheld_report");
  const sent = { decision: "suspend-listings", values: form.values() };
  const options = { readReports: [...reports, ...upheld] };
  const decision = c.var.ctx.newId();
  const ctx = withUndo(c.var.ctx, { sent, decisionId: decision });
  const result = await suspendUserListings(ctx, id, typed, options);
  if (result.ok) {
    const origin = readTaskOrigin(c);
    // An open report about messages that led to it waits for its own decision.
    if (reports.length > 0 && origin.task.startsWith("conversation_reports:"))
      return seeOther(c, paths.taskPage(origin.task, { done: "listings_suspended", run: origin.run }));
    return seeOther(c, paths.adminUser(id, { done: "suspended", decision, ...origin }));
  }
  return showRefusal(
    c,
    { form: "suspend-listings", values: { ...typed, role: "", upheld }, reports },
    result.refusal,
  );
});

const UNDOS = [
  { action: "undo-suspension", rules: USER_SUSPENSION_UNDO, done: "suspensionUndone" },
  { action: "undo-reinstatement", rules: USER_REINSTATEMENT_UNDO, done: "reinstatementUndone" },
  { action: "undo-disabling", rules: DISABLING_UNDO, done: "disablingUndone" },
  { action: "undo-enabling", rules: ENABLING_UNDO, done: "enablingUndone" },
] as const;

for (const { action, rules, done } of UNDOS) {
  usersRoutes.post(paths.adminUserAction(":id", action), async (c) => {
    const id = idParam(c);
    const form = await readForm(c);
    const result = await undoDecision(c.var.ctx, rules as UndoRules, id, form.text(UNDONE_DECISION));
    if (result.ok) return seeOther(c, paths.adminUser(id, { done, ...readTaskOrigin(c) }));
    return showRefusal(c, { form: action }, result.refusal);
  });
}

usersRoutes.post(paths.adminUserAction(":id", "reinstate-listings"), async (c) => {
  const id = idParam(c);
  const decidedTs = parseWholeNumber((await readForm(c)).text("decided"));
  const decision = c.var.ctx.newId();
  const ctx = withUndo(c.var.ctx, { decisionId: decision });
  const result = await reinstateUserListings(ctx, id, decidedTs);
  if (result.ok) {
    const n = String(result.value);
    return seeOther(c, paths.adminUser(id, { done: "reinstated", n, decision, ...readTaskOrigin(c) }));
  }
  return showRefusal(c, { form: "reinstate-listings" }, result.refusal);
});

/** A refused form is rendered at the URL of its action. A reload with GET redirects to the user's page. */
for (const action of [
  "disable",
  "undo-disabling",
  "enable",
  "undo-enabling",
  "role",
  "birth-date",
  "resend",
  "suspend-listings",
  "undo-suspension",
  "reinstate-listings",
  "undo-reinstatement",
] as const) {
  usersRoutes.get(paths.adminUserAction(":id", action), (c) =>
    seeOther(c, paths.adminUser(idParam(c), readTaskOrigin(c))),
  );
}

usersRoutes.get(paths.adminAudit(), async (c) => {
  const { ctx } = c.var;
  const after = c.req.query("after");
  const getParam = (name: string) => (c.req.query(name) ?? "").trim();
  const filter = { action: getParam("action"), actor: getParam("actor"), subject: getParam("subject") };
  const typed = { from: getParam("from"), to: getParam("to") };
  const toDay = (text: string) => parseTypedDay(text, ctx.locale) ?? parseDay(text) ?? "";
  const days = { from: toDay(typed.from), to: toDay(typed.to) };
  const wrong = (["from", "to"] as const).filter((name) => typed[name] !== "" && days[name] === "");
  const errors = toFormErrors(
    ctx.t,
    wrong.map((field) => ({ field, code: "not_date" })),
  );
  const result = await listAuditEvents(ctx, { ...filter, ...days }, after);
  const titles = await listSubjectTitles(ctx, result.events);
  const head = { title: ctx.t("users.audit.heading"), noindex: true };
  const shown = { from: days.from || typed.from, to: days.to || typed.to };
  return renderPage(
    c,
    head,
    <AuditLogPage
      result={result}
      titles={titles}
      filter={{ ...filter, ...shown }}
      errors={errors}
      first={!after}
    />,
    wrong.length > 0 ? ERROR_STATUS.invalid : 200,
  );
});

function showRefusal(c: C, submitted: SubmittedAction, refusal: Refusal) {
  if (refusal.code === "not_found") return refusalResponse(c, refusal);
  const { errors, message } = explainFormRefusal(c, refusal, { invalid_password: "password" });
  // In other forms, `text` has another label.
  if (refusal.fields?.some(({ field, code }) => field === "text" && code === "required"))
    errors.text = c.var.ctx.t("moderation.frame.textRequired");
  if (
    refusal.fields?.some(({ field, code }) => field === "reason" && code === "required") &&
    submitted.form === "disable"
  )
    errors.reason = c.var.ctx.t("general.errors.required_named", {
      label: c.var.ctx.t("users.disable.reason"),
    });
  return showUser(c, { ...submitted, errors, message }, ERROR_STATUS[refusal.code]);
}

async function showUser(c: C, submitted: Partial<UserActionsView> = {}, status = 200) {
  const { ctx } = c.var;
  const file = getFound(await findUserDetails(ctx, idParam(c)));
  const requested = c.req.query("done") ?? "";
  const undone = UNDONE.includes(requested) ? await findUndoneForm(ctx, DISABLING_UNDO, file.user.id) : null;
  const done = status === 200 && ctx.t.has(`users.done.${requested}`) ? requested : null;
  const defaults = {
    form: null,
    values: { reason: "", role: file.user.role },
    errors: {},
    message: null,
    reports: [],
  };
  const { reason = [], text = [], category = [], upheld_report: upheld = [] } = undone?.values ?? {};
  const restored = undone && {
    form: undone.decision === "disable" ? ("disable" as const) : ("suspend-listings" as const),
    values: {
      ...defaults.values,
      reason: reason[0] ?? "",
      text: text[0] ?? "",
      category: category[0] ?? "",
      upheld,
    },
  };
  const view = { ...defaults, ...restored, createsAdmins: requireAdmin(ctx).canCreateAdmin, ...submitted };
  const head = { title: formatFullName(file.user), noindex: true };
  return renderPage(
    c,
    head,
    <UserPage
      file={file}
      view={view}
      done={done}
      decision={c.req.query("decision") ?? ""}
      restored={parseWholeNumber(c.req.query("n") ?? "")}
    />,
    status,
  );
}

function showCreate(
  c: C,
  values: CreateUserValues,
  wrong: Partial<ReturnType<typeof explainFormRefusal>> = {},
  status = 200,
) {
  const { ctx } = c.var;
  const head = { title: ctx.t("users.create.heading"), noindex: true };
  const createsAdmins = requireAdmin(ctx).canCreateAdmin;
  return renderPage(
    c,
    head,
    <CreateUserPage values={values} createsAdmins={createsAdmins} {...wrong} />,
    status,
  );
}
