import { type Context, Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { refusalResponse } from "@/http/errors";
import { readTaskOrigin } from "@/http/read-task-origin";
import { renderPage } from "@/http/render";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { parseVersion } from "@/shared/numbers";
import { paths as urls } from "@/shared/paths";
import { formatTimeCursor } from "@/shared/time-cursor";
import { countStillPublic } from "./count-still-public";
import {
  CONFIRMED_WARNING,
  NOTHING_SUBMITTED,
  type SubmittedDecision,
  UNSENT_REJECTION,
} from "./decision-context";
import { type DecisionFlash, toDecided, UNDONE_DECISION } from "./decision-notice";
import { findDecidedName } from "./find-decided-name";
import { findRunFlash } from "./find-run-flash";
import { ItemPage } from "./item-page";
import type { DecisionFields, DecisionTarget, ModeratedItem, ModerationKind } from "./kind";
import { KIND_PATHS } from "./kind-paths";
import { findNextItem, listItems } from "./list-items";
import { QueuePage } from "./queue-page";
import { addReasonBlocks, FILL_INTENT } from "./reason-blocks";
import { findUndo, findUndoneForm, undoDecision } from "./undo-decision";

type C = Context<AppEnv>;

/** A decision just made: its key in `done`, and its id if it can be undone. */
type MadeDecision = { done: string; decision: string | undefined };

/** The position in a run through all tasks, which the forms have in their address; empty outside of one. */
const readRun = (c: C): string => c.req.query("run") ?? "";

/** The decisions that publish what waits. */
const APPROVALS = ["approve", "publish"];

/** Refusals of a decision about what another request changed or decided first. */
const CHANGED = ["datastale", "wrong_state", "verification_decided", "request_decided"];

/**
 * The pages of a kind for admins: its lists, its items, and its decisions. After a decision the next item of the list
 * follows. `adminGate` (src/http/admin-gate.ts) protects them.
 */
export function createModerationRoutes<Row, Item extends ModeratedItem>(
  kind: ModerationKind<Row, Item>,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const { name, lists, page, undo } = kind;
  const paths = KIND_PATHS[name];
  const decisions = undo
    ? {
        ...kind.decisions,
        undo: (ctx: Ctx, { id }: DecisionTarget, form: DecisionFields) =>
          undoDecision(ctx, undo, id, form.text(UNDONE_DECISION)),
      }
    : kind.decisions;
  const [defaultList = ""] = Object.keys(lists);
  const isList = (list: string): boolean => Object.hasOwn(lists, list);

  routes.get(paths.queue(), (c) => showList(c, c.req.query("state") ?? ""));
  if (paths.item)
    routes.get(paths.item(":id"), (c) => showItem(c, { ...NOTHING_SUBMITTED, run: readRun(c) }));

  for (const [decision, decide] of Object.entries(decisions)) {
    const path = paths.action(":id", decision);
    routes.post(path, async (c) => {
      const form = await readForm(c);
      const target = { id: idParam(c), version: parseVersion(form.text("version")) };
      const values = { ...form.values(), ...readDays(form) };
      const { ctx } = c.var;
      const submitted = { ...NOTHING_SUBMITTED, decision, values, run: readRun(c) };
      if (form.text("intent") === FILL_INTENT) return showFilled(c, form, submitted);
      const warnings = [...listUnsent(decision, form), ...(await listWarnings(ctx, decision, target))];
      if (warnings.length > 0 && form.text(CONFIRMED_WARNING) !== warnings.join())
        return showItem(c, { ...submitted, values: { ...values, [CONFIRMED_WARNING]: warnings } });
      const decisionId = ctx.newId();
      const result = await decide(ctx, target, { ...form, decisionId, sent: { decision, values } });
      if (!result.ok) return showRefusal(c, form, submitted, result.refusal);
      const { typed, done = decision } = result.value;
      if (!typed) return redirectAfterDecision(c, form, { done, decision: undo && decisionId });
      const filled = Object.entries(typed).map(([field, value]) => [field, [value]]);
      return showItem(c, { ...submitted, values: { ...values, ...Object.fromEntries(filled) } });
    });
    // A reload of the page that a refused decision shows.
    routes.get(path, (c) => seeOther(c, paths.item?.(idParam(c), readTaskOrigin(c)) ?? paths.queue()));
  }
  return routes;

  /** The form again, with the prepared texts of the chosen reasons. */
  async function showFilled(c: C, form: FormFields, submitted: SubmittedDecision): Promise<Response> {
    const { ctx } = c.var;
    const item = await page?.load(ctx, idParam(c));
    const blocks = item && page?.getReasonBlocks?.(ctx, item);
    const text = addReasonBlocks(form.text("text"), blocks?.texts ?? {}, form.all("reason"));
    return showItem(c, { ...submitted, values: { ...submitted.values, text: [text] } });
  }

  /** A warning about what was filled in for a rejection, if an approval from the same form does not send it. */
  function listUnsent(decision: string, form: FormFields): string[] {
    const isFilled = form.text("text") !== "" || form.all("reason").length > 0;
    return page?.MainDecision && decision === "approve" && isFilled ? [UNSENT_REJECTION] : [];
  }

  /** A warning about the version that the admin saw, if the decision approves it. */
  async function listWarnings(ctx: Ctx, decision: string, { id, version }: DecisionTarget) {
    if (!page?.findWarning || !APPROVALS.includes(decision)) return [];
    const item = await page.load(ctx, id);
    const warning = item && item.version === (version ?? item.version) ? page.findWarning(item) : null;
    return warning === null ? [] : [warning];
  }

  function readDays(form: FormFields): Record<string, string[]> {
    return Object.fromEntries((kind.days ?? []).map((day) => [day, [form.day(day)]]));
  }

  /**
   * Redirects to the next task of a run, or to the next item of the form's list, or to the list if none waits; without a
   * list, or after an undo, to the decided item.
   */
  function redirectAfterDecision(c: C, form: FormFields, made: MadeDecision): Promise<Response> | Response {
    const { done } = made;
    const id = idParam(c);
    const list = isList(form.text("queue")) ? form.text("queue") : null;
    const run = readRun(c);
    if (run && done === "undone") {
      const task = `${lists[defaultList]?.followUp}:${id}`;
      const query = { kind: name, done, decided: id, run };
      return seeOther(c, paths.item ? paths.item(id, { done, run }) : urls.followUpRow(task, query));
    }
    if (run) return seeOther(c, urls.nextTask({ after: run, kind: name, ...made, decided: id }));
    if (list === null && paths.item) return seeOther(c, paths.item(id, { done }));
    return redirectToNext(
      c,
      { list: list ?? defaultList, cursor: form.text("queue_cursor"), except: id },
      made,
    );
  }

  async function redirectToNext(
    c: C,
    from: { list: string; cursor: string; except: string },
    { done, decision }: MadeDecision,
  ): Promise<Response> {
    const query = { done, decided: from.except, decision };
    const next = paths.item && (await findNextItem(c.var.ctx, kind, from));
    if (next && paths.item) return seeOther(c, paths.item(next.id, query));
    return seeOther(c, paths.queue({ state: from.list === defaultList ? null : from.list, ...query }));
  }

  function showRefusal(
    c: C,
    form: FormFields,
    submitted: SubmittedDecision,
    refusal: Refusal,
  ): Promise<Response> | Response {
    if (refusal.code !== "invalid" && refusal.code !== "conflict") return refusalResponse(c, refusal);
    const status = ERROR_STATUS[refusal.code];
    const { errors, ...explained } = explainFormRefusal(c, refusal);
    // In other forms, `text` has another label.
    if (refusal.fields?.some(({ field, code }) => field === "text" && code === "required"))
      errors.text = c.var.ctx.t("moderation.frame.textRequired");
    const message = CHANGED.includes(refusal.reason ?? "")
      ? c.var.ctx.t("moderation.frame.changed")
      : explained.message;
    if (!page) return showList(c, form.text("queue"), message, status);
    return showItem(c, { ...submitted, errors, message }, status);
  }

  async function showList(c: C, requested: string, message: string | null = null, status = 200) {
    const { ctx } = c.var;
    const list = isList(requested) ? requested : defaultList;
    const after = c.req.query("after");
    const [rows, flash] = await Promise.all([listItems(ctx, kind, list, after), findFlash(c, list, null)]);
    const view = { list, page: rows, isFirstPage: !after, flash, message };
    const head = { title: ctx.t(`moderation.kinds.${name}.heading`), noindex: true };
    return renderPage(c, head, <QueuePage kind={kind} view={view} />, status);
  }

  async function showItem(c: C, sent: SubmittedDecision, status = 200): Promise<Response> {
    const { ctx } = c.var;
    const id = idParam(c);
    const undone =
      undo && sent.decision === null && c.req.query("done") === "undone"
        ? await findUndoneForm(ctx, undo, id)
        : null;
    const item = await page?.load(ctx, id);
    if (!page || !item) throw new Refused({ code: "not_found" });
    const submitted = { ...sent, ...undone, ...explainStaleForm(ctx, item, sent) };
    await page.recordView?.(ctx, item);
    const { waiting } = item;
    const cursor = waiting ? formatTimeCursor({ ts: waiting.ts, id }) : undefined;
    const list = waiting?.list ?? defaultList;
    const [next, flash, decided] = await Promise.all([
      submitted.run ? null : findNextItem(ctx, kind, { list, cursor, except: id }),
      findFlash(c, list, item),
      findDecided(ctx, id),
    ]);
    const view = {
      item,
      undo: decided?.undo ?? null,
      hasRejection: "reject" in decisions,
      submitted,
      flash,
      flashQuery: flash?.decided?.undo ? c.req.query() : {},
      next: submitted.run
        ? urls.nextTask({ after: submitted.run })
        : // After the last item, the list shows what was skipped.
          next &&
          (paths.item && !next.isWrapped
            ? paths.item(next.id)
            : paths.queue({ state: list === defaultList ? null : list })),
      reasonBlocks: page.getReasonBlocks?.(ctx, item) ?? null,
    };
    const head = { title: page.formatTitle(ctx.t, item), noindex: true };
    return renderPage(c, head, <ItemPage kind={name} page={page} view={view} />, status);
  }

  /** The error of a form that was sent from an older page, whatever else is wrong with it, and the text typed there. */
  function explainStaleForm(
    { t }: Ctx,
    item: Item,
    { decision, values, message }: SubmittedDecision,
  ): Partial<SubmittedDecision> {
    if (decision === null) return {};
    const { waiting, version } = item;
    const [shown = String(version)] = values.version ?? [];
    // Only the forms about what waits name its list.
    const hasForm = values.queue ? waiting !== null : (page?.hasForm?.(item, decision) ?? true);
    if (hasForm && (!values.queue || parseVersion(shown) === version)) return {};
    return {
      message: message ?? t("moderation.frame.changed"),
      lostText: hasForm ? "" : (values.text?.join().trim() ?? ""),
    };
  }

  /** The last decision about an item, or only one decision, while it can be undone. */
  async function findDecided(ctx: Ctx, id: string, decisionId?: string) {
    const found = undo && (await findUndo(ctx, undo, id));
    if (!found?.ok) return null;
    return decisionId === undefined || found.value.decisionId === decisionId
      ? toDecided(ctx.t, paths.action(id, "undo"), found.value)
      : null;
  }

  /** The decision that the previous request made, about `shown` or the item in the query; null for invalid values. */
  async function findFlash(c: C, list: string, shown: Item | null): Promise<DecisionFlash | null> {
    const { ctx } = c.var;
    const { done = "", decided = "", decision = "", kind: runKind = name } = c.req.query();
    if (runKind !== name) return findRunFlash(ctx, c.req.query());
    const isContinued = ID_PATTERN.test(decided);
    const texts = `moderation.kinds.${name}.done`;
    if (!ctx.t.has(`${texts}.${done}`) || !(shown || isContinued)) return null;
    const [item, last, about, stillPublic] = isContinued
      ? await Promise.all([
          page?.load(ctx, decided),
          findDecided(ctx, decided, decision),
          page ? "" : findDecidedName(ctx, name, decided),
          countStillPublic(ctx, { kind: name, done, id: decided }),
        ])
      : [];
    return {
      kind: { name, texts, paths },
      done,
      list: isContinued ? list : null,
      run: c.req.query("before") ?? "",
      decided:
        item || last || about
          ? {
              id: decided,
              title: item && page ? page.formatTitle(ctx.t, item) : (about ?? ""),
              stillPublic: stillPublic ?? 0,
              undo: null,
              ...last,
            }
          : null,
    };
  }
}
