import { type Context, Hono } from "hono";
import { requireAdmin } from "@/auth/access";
import type { AppEnv, Ctx } from "@/context";
import { findAccountByEmail } from "@/features/accounts";
import { findContactMessage } from "@/features/contact";
import { findUnansweredEnquiry } from "@/features/enquiries";
import { canCorrectAddress } from "@/features/mail";
import {
  findRunFlash,
  findUndo,
  findUndoneForm,
  selectHistory,
  toUndo,
  UNDONE_DECISION,
  undoDecision,
  withUndo,
} from "@/features/moderation";
import { listOrders } from "@/features/payments-admin";
import { findDisputedAmount, listReturnedRefunds, type ReturnedRefund } from "@/features/promotions";
import { findPendingTestimonial } from "@/features/testimonials";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { csvResponse, explainFormRefusal, seeOther } from "@/http/responses";
import type { FollowUpQueue } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { formatLei } from "@/shared/format";
import { parseVersion, parseWholeNumber } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { correctMailAddress } from "./correct-mail-address";
import { findNextTask, listOpenTasks } from "./find-next-task";
import { createFollowUpCsv } from "./follow-up-csv";
import { findButtonOutcome, OUTCOME_ERRORS } from "./pages/closing-buttons";
import { findSuspendedPerson } from "./pages/find-suspended-person";
import { FollowUpPage } from "./pages/follow-up-page";
import { GonePage } from "./pages/gone-page";
import { parseListFilters, toFollowUpFilter, toFollowUpQuery } from "./pages/list-filters";
import { type NoteValues, toNoteValues } from "./pages/note-form";
import { FollowUpRowPage, type FollowUpRowView } from "./pages/row-page";
import { RunEndPage } from "./pages/run-end-page";
import { countFollowUp } from "./queues/count-follow-up";
import { findFollowUpRow, listAdmins } from "./queues/find-follow-up-row";
import { listFollowUp } from "./queues/list-follow-up";
import { parseKey, toSnoozeDay } from "./queues/row";
import { remindAndSnooze } from "./remind-and-snooze";
import { REPLY_UNDO, replyToContact } from "./reply-to-contact";
import { getNoteSubject, saveNote } from "./save-note";
import { hasTaskDigest, saveTaskDigestChoice } from "./task-digest-choice";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const followUpRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

followUpRoutes.get(paths.followUp(), async (c) => {
  const { ctx } = c.var;
  const { id: adminId } = requireAdmin(ctx);
  const filters = getListFilters(c);
  const after = c.req.query("after");
  const filter = toFollowUpFilter(filters, adminId);
  // A queue that a link names shows also what returns later: money is still owed while its task is snoozed.
  const hasSnoozed = filter.queue !== null && filter.view === "open" && !after;
  const [result, snoozed, counts, admins, hasDigest] = await Promise.all([
    listFollowUp(ctx, filter, { after }),
    hasSnoozed ? listFollowUp(ctx, { ...filter, view: "snoozed" }, { after }) : EMPTY_LIST,
    countFollowUp(ctx),
    listAdmins(ctx),
    hasTaskDigest(ctx),
  ]);
  const { done: intent = "", row: decided = "", version = "", decision = "" } = c.req.query();
  const done = ctx.t.has(`follow-up.done.${intent}`)
    ? { intent, flash: await findRunFlash(ctx, { kind: "tasks", done: intent, decided, version, decision }) }
    : null;
  const view = {
    filters,
    result,
    snoozed,
    counts,
    admins,
    adminId,
    hasDigest,
    done,
    isFirstPage: !after,
    today: toDay(ctx.now),
    now: ctx.now,
  };
  const head = { title: ctx.t("follow-up.heading"), noindex: true };
  return renderPage(c, head, <FollowUpPage view={view} />);
});

/** A run through all tasks: redirects to the page of the next one, with the decision just made. */
followUpRoutes.get(paths.nextTask(), async (c) => {
  const { ctx } = c.var;
  const { after = "", kind = "", done = "", decided = "", decision = "", version = "" } = c.req.query();
  const made = { kind, done, decided, decision, before: after, version };
  const next = await findNextTask(ctx, after);
  if (next) return seeOther(c, next.toPath({ run: next.cursor, ...(decided ? made : {}) }));
  const listSnoozed = (queue: FollowUpQueue | null) =>
    listFollowUp(ctx, { queue, owner: null, view: "snoozed" }, { after: undefined });
  const [flash, open, snoozed, { rows: danger }] = await Promise.all([
    findRunFlash(ctx, made),
    listOpenTasks(ctx),
    listSnoozed(null),
    // No other danger can be snoozed.
    listSnoozed("suspensions"),
  ]);
  const head = { title: ctx.t("follow-up.run.heading"), noindex: true };
  return renderPage(c, head, <RunEndPage open={open} snoozed={snoozed} danger={danger} flash={flash} />);
});

followUpRoutes.post(paths.taskDigest(), async (c) => {
  const isWanted = (await readForm(c)).text("wanted") === "1";
  await saveTaskDigestChoice(c.var.ctx, isWanted);
  return seeOther(c, paths.followUp({ done: isWanted ? "digestOn" : "digestOff" }));
});

followUpRoutes.get(paths.followUpCsv(), async (c) => {
  const { ctx } = c.var;
  const filter = toFollowUpFilter(getListFilters(c), requireAdmin(ctx).id);
  const csv = await createFollowUpCsv(ctx, filter);
  return csvResponse(c, csv, ctx.t("follow-up.csv.file"), filter.queue ?? "", toDay(ctx.now));
});

followUpRoutes.get(paths.followUpRow(":key"), (c) => renderRowPage(c, c.req.param("key") ?? ""));

followUpRoutes.post(paths.adminContactReply(":id"), async (c) => {
  const id = idParam(c);
  const form = await readForm(c);
  const reply = form.text("text");
  const from = form.text("filters");
  const key = `contact:${id}`;
  const sent = { decision: "reply", values: form.values() };
  const decision = c.var.ctx.newId();
  const keepOpen = form.text("keep_open") === "1";
  const ctx = withUndo(c.var.ctx, { sent, decisionId: decision });
  const version = parseVersion(form.text("version"));
  const note = parseNoteForm(form);
  const result = await replyToContact(ctx, id, { text: reply }, { note, keepOpen, version });
  const run = readRun(c);
  if (result.ok) {
    if (keepOpen && !note.outcome?.trim()) {
      const flash = { kind: "tasks", done: "repliedOpen", decided: key, decision };
      return seeOther(c, paths.followUpRow(key, { ...flash, run }));
    }
    if (run) return continueRun(c, run, "replied", key, { decision });
    const filters = parseListFilters(new URLSearchParams(from));
    return seeOther(c, paths.followUp({ ...toFollowUpQuery(filters), done: "replied", row: key, decision }));
  }
  const { refusal } = result;
  if (refusal.code === "not_found") return refusalResponse(c, refusal);
  // What another admin saved meanwhile stays where nothing was typed.
  const typed =
    refusal.code === "conflict"
      ? Object.fromEntries(Object.entries(note).filter(([, value]) => value.trim() !== ""))
      : note;
  return renderRefusal(c, form, refusal, { key, typed });
});

followUpRoutes.post(paths.adminUndoReply(":id"), async (c) => {
  const id = idParam(c);
  const key = `contact:${id}`;
  const form = await readForm(c);
  const result = await undoDecision(c.var.ctx, REPLY_UNDO, id, form.text(UNDONE_DECISION));
  if (result.ok) return seeOther(c, paths.followUpRow(key, { done: REPLY_UNDONE, run: readRun(c) }));
  const { message } = explainFormRefusal(c, result.refusal);
  return renderRowPage(
    c,
    key,
    { ...EMPTY_FORM, from: "", formError: message },
    ERROR_STATUS[result.refusal.code],
  );
});

followUpRoutes.post(paths.adminRemindTeacher(":id"), async (c) => {
  const id = idParam(c);
  const key = `enquiries_unanswered:${id}`;
  const run = readRun(c);
  const form = await readForm(c);
  const shown = form.has("version") ? { version: parseVersion(form.text("version")) } : {};
  const result = await remindAndSnooze(c.var.ctx, { id, key, note: parseNoteForm(form), ...shown });
  if (!result.ok) {
    const { refusal } = result;
    const isOfForm = refusal.code === "invalid" || refusal.code === "conflict";
    return isOfForm ? renderRefusal(c, form, refusal, { key }) : refusalResponse(c, refusal);
  }
  if (run) return continueRun(c, run, "reminded", key);
  return seeOther(c, paths.followUp({ queue: "enquiries_unanswered", done: "reminded", row: key }));
});

followUpRoutes.get(paths.adminRemindTeacher(":id"), (c) =>
  seeOther(c, paths.followUpRow(`enquiries_unanswered:${idParam(c)}`, { run: readRun(c) })),
);

/** Sends an undelivered mail again, to a corrected address. */
followUpRoutes.post(paths.adminCorrectMail(":id"), async (c) => {
  const id = idParam(c);
  const key = `mail_undelivered:${id}`;
  const form = await readForm(c);
  const result = await correctMailAddress(c.var.ctx, id, {
    address: form.text("address"),
    note: parseNoteForm(form),
    version: parseVersion(form.text("version")),
  });
  if (result.ok) {
    const run = readRun(c);
    if (run) return continueRun(c, run, "resent", key);
    return seeOther(c, paths.followUp({ queue: "mail_undelivered", done: "resent", row: key }));
  }
  const { refusal } = result;
  if (refusal.code === "not_found") return refusalResponse(c, refusal);
  return renderRefusal(c, form, refusal, { key });
});

followUpRoutes.get(paths.adminCorrectMail(":id"), (c) =>
  seeOther(c, paths.followUpRow(`mail_undelivered:${idParam(c)}`, { run: readRun(c) })),
);

// A reload of the page that a refused reply or undo shows.
for (const path of [paths.adminContactReply(":id"), paths.adminUndoReply(":id")])
  followUpRoutes.get(path, (c) =>
    seeOther(c, paths.followUpRow(`contact:${idParam(c)}`, { run: readRun(c) })),
  );

followUpRoutes.post(paths.followUpRow(":key"), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const key = c.req.param("key") ?? "";
  const intent = form.text("intent");
  const target = parseKey(key);
  if (form.text("text").trim())
    return renderRefusal(c, form, { code: "invalid", fields: [{ field: "text", code: "reply_unsent" }] });
  const address = form.text("address").trim();
  if (address && address !== (await findFollowUpRow(ctx, key))?.texts?.concerned)
    return renderRefusal(c, form, {
      code: "invalid",
      fields: [{ field: "address", code: "address_unused" }],
    });
  const buttonOutcome = findButtonOutcome(target?.queue, intent);
  const values = { ...parseNoteForm(form), ...toIntentValues(ctx, form, intent, buttonOutcome) };
  // What was done about money or safety is written down, and no single key closes it.
  const code = target && OUTCOME_ERRORS[target.queue];
  if (intent === "done" && code && !form.text("outcome").trim())
    return renderRefusal(c, form, { code: "invalid", fields: [{ field: "outcome", code }] });
  const result = await saveNote(ctx, key, values, {
    // The order page closes a message without having read its row.
    ...(form.has("version") ? { version: parseVersion(form.text("version")) } : {}),
    ...(isUndo(form) ? {} : { since: parseWholeNumber(form.text("since")) }),
  });
  if (!result.ok) return renderRefusal(c, form, result.refusal);
  const run = readRun(c);
  // A typed outcome closes the task, whatever button is pressed.
  const closes = buttonOutcome !== undefined || (intent === "save" && form.text("outcome").trim() !== "");
  const { version } = result.value;
  const isSaved = version !== parseVersion(form.text("version"));
  const done = closes
    ? "done"
    : (INTENTS.find((one) => one === intent && one !== "save") ?? (isSaved ? "save" : "unchanged"));
  if (run) return continueRun(c, run, done, key, { version });
  const filters = parseListFilters(new URLSearchParams(form.text("filters")));
  return seeOther(c, paths.followUp({ ...toFollowUpQuery(filters), done, row: key, version }));
});

/** The position in a run through all tasks, which the forms have in their address; empty outside of one. */
const readRun = (c: C): string => c.req.query("run") ?? "";

/** The form of an undo names the version of the note that it takes back, and no row. */
const isUndo = (form: FormFields): boolean => !form.has("since");

/**
 * Redirects to the next task of a run, or to one that is open again, whose page says what was done. The undo needs the
 * version of the note, or the id of the decision.
 */
function continueRun(
  c: C,
  run: string,
  done: string,
  key: string,
  made: { version?: number; decision?: string } = {},
): Response {
  const flash = { kind: "tasks", done, decided: key, ...made };
  return seeOther(
    c,
    done === "reopen" ? paths.followUpRow(key, { ...flash, run }) : paths.nextTask({ after: run, ...flash }),
  );
}

/** What was done, after which the page of a message has the typed reply again. */
const REPLY_UNDONE = "replyUndone";

const EMPTY_LIST = { rows: [], next: null };

const INTENTS = ["save", "done", "tomorrow", "week", "reopen"] as const;

/** The typed values of the fields that the form has; the list's short forms have none. */
const parseNoteForm = (form: FormFields): Partial<NoteValues> =>
  Object.fromEntries(
    (["note", "owner", "due", "snoozed_until", "outcome"] as const)
      .filter((name) => form.has(name))
      .map((name) => [name, name === "due" || name === "snoozed_until" ? form.day(name) : form.text(name)]),
  );

/** The fields that the pressed button sets; they override typed values. */
function toIntentValues(
  { t, now }: Ctx,
  form: FormFields,
  intent: string,
  buttonOutcome: string | undefined,
): Partial<NoteValues> {
  if (buttonOutcome || intent === "done")
    return { outcome: form.text("outcome").trim() || t(buttonOutcome ?? "follow-up.defaultOutcome") };
  if (intent === "reopen") return { outcome: "", snoozed_until: "" };
  const day = toSnoozeDay(intent, now);
  return day === null ? {} : { snoozed_until: day };
}

const getListFilters = (c: C) => parseListFilters(new URL(c.req.url).searchParams);

function renderRefusal(
  c: C,
  form: FormFields,
  refusal: Refusal,
  { key = c.req.param("key") ?? "", typed = parseNoteForm(form) } = {},
): Promise<Response> | Response {
  const isStale = refusal.reason === "datastale";
  const hasConflict = isStale && !isUndo(form);
  const { errors, message } = explainFormRefusal(c, refusal);
  if (refusal.fields?.some(({ field, code }) => field === "text" && code === "required"))
    errors.text = c.var.ctx.t("follow-up.reply.required");
  const isClosed = refusal.reason === "wrong_state" && form.has("text");
  return renderRowPage(
    c,
    key,
    {
      typed,
      from: form.text("filters"),
      errors,
      formError: hasConflict
        ? null
        : isStale
          ? c.var.ctx.t("follow-up.conflict.undo")
          : isClosed
            ? c.var.ctx.t("follow-up.reply.answered")
            : message,
      hasConflict,
      reply: form.has("text")
        ? { typed: form.text("text"), keepOpen: form.text("keep_open") === "1" }
        : EMPTY_FORM.reply,
      ...(form.has("address") ? { address: form.text("address") } : {}),
    },
    ERROR_STATUS[refusal.code],
  );
}

type SubmittedNote = Pick<FollowUpRowView, "errors" | "formError" | "hasConflict" | "reply"> & {
  typed: Partial<NoteValues>;
  /** The corrected address of a mail. */
  address?: string;
  from: string;
};
const EMPTY_FORM = {
  typed: {},
  errors: {},
  formError: null,
  hasConflict: false,
  reply: { typed: "", keepOpen: true },
};
/** Orders of the sender of a message; a link leads to all. */
const MAX_ORDERS = 5;

/** The address of a mail that asks the buyer of a returned refund for a bank account, in the buyer's language. */
function toAccountRequest(ctx: Ctx, { buyerEmail, buyerLocale, amount, orderId }: ReturnedRefund): string {
  const locale = buyerLocale ?? ctx.locale;
  const t = ctx.translator(locale);
  const params = { amount: formatLei(amount, locale), order: orderId };
  const [subject, body] = ["subject", "body"].map((part) =>
    encodeURIComponent(t(`payments-admin.returned.request.${part}`, params)),
  );
  return `mailto:${encodeURIComponent(buyerEmail ?? "").replace("%40", "@")}?subject=${subject}&body=${body}`;
}

/** A row's page. After a rejected form it shows the typed values and the current version. */
async function renderRowPage(c: C, key: string, submitted?: SubmittedNote, status = 200): Promise<Response> {
  const { ctx } = c.var;
  const row = await findFollowUpRow(ctx, key);
  if (!row) {
    const queue = parseKey(key)?.queue;
    if (!queue) throw new Refused({ code: "not_found" });
    const head = { title: ctx.t("follow-up.gone.heading"), noindex: true };
    return renderPage(c, head, <GonePage queue={queue} run={readRun(c)} />, ERROR_STATUS.not_found);
  }
  const [admins, message, enquiry, testimonial, suspended] = await Promise.all([
    listAdmins(ctx),
    row.queue === "contact" ? findContactMessage(ctx, row.id) : null,
    row.queue === "enquiries_unanswered" ? findUnansweredEnquiry(ctx, row.id) : null,
    row.queue === "testimonials" ? findPendingTestimonial(ctx, row.id) : null,
    row.queue === "suspensions" ? findSuspendedPerson(ctx, row.id) : null,
  ]);
  const found = message?.sender
    ? await listOrders(ctx, { state: null, q: message.sender.email }, undefined)
    : null;
  const query = c.req.query();
  const recipient =
    row.queue === "mail_undelivered" ? await findAccountByEmail(ctx, row.texts?.concerned ?? "") : null;
  const [returned = null] =
    row.queue === "payments" && row.id.startsWith("evt_")
      ? await listReturnedRefunds(ctx, { eventId: row.id })
      : [];
  const events = row.version > 0 ? await selectHistory(ctx, getNoteSubject(row)) : [];
  const undo = message ? await findUndo(ctx, REPLY_UNDO, row.id) : null;
  const undone =
    message && query.done === REPLY_UNDONE ? await findUndoneForm(ctx, REPLY_UNDO, row.id) : null;
  const { typed, from, ...formState } = {
    from: query.from ?? "",
    ...EMPTY_FORM,
    ...(undone ? { reply: { ...EMPTY_FORM.reply, typed: undone.values.text?.join() ?? "" } } : {}),
    ...submitted,
  };
  const view = {
    ...formState,
    run: readRun(c),
    row,
    history: events.filter(
      ({ action, detail }) => action.startsWith("follow_up.") && detail.queue === row.queue,
    ),
    message,
    enquiry,
    testimonial,
    suspended,
    orders: found?.orders.slice(0, MAX_ORDERS) ?? [],
    flash: submitted
      ? null
      : await findRunFlash(
          ctx,
          query.done === REPLY_UNDONE ? { kind: "tasks", done: REPLY_UNDONE, decided: key } : query,
        ),
    recipientId: recipient?.id ?? null,
    address:
      submitted?.address ??
      (row.queue === "mail_undelivered" && (await canCorrectAddress(ctx, row.id))
        ? (row.texts?.concerned ?? "")
        : null),
    replyUndo: undo?.ok ? toUndo(paths.adminUndoReply(row.id), undo.value) : null,
    returned,
    accountRequest: returned?.buyerEmail ? toAccountRequest(ctx, returned) : null,
    disputed: row.texts?.code === "dispute" ? await findDisputedAmount(ctx, row.id) : null,
    stripeUrl: row.id.startsWith("evt_")
      ? `${ctx.payments.dashboardUrl}/events/${row.id}`
      : row.texts?.code === "dispute"
        ? `${ctx.payments.dashboardUrl}/disputes/${row.id}`
        : null,
    admins,
    now: ctx.now,
    filters: parseListFilters(new URLSearchParams(from)),
    values: { ...toNoteValues(row), ...typed },
  };
  const title = row.texts?.title || ctx.t("follow-up.heading");
  return renderPage(c, { title, noindex: true }, <FollowUpRowPage view={view} />, status);
}
