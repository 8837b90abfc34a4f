import type { Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS, Refused } from "@/shared/errors";
import { parseVersion } from "@/shared/numbers";
import { type DocumentForm, getDocumentName } from "./document-form";
import { type DisplayedForm, DocumentFormPage } from "./document-form-page";
import { getFilledForm, getMergedForm, listFormHistory } from "./form-queries";
import { MAX_DOCUMENT_BODY } from "./read-documents";
import { parseDocumentForm, restoreDocument, saveDocumentForm } from "./save-document-form";

const FORM_OPTIONS = routeOptions({
  maxBody: MAX_DOCUMENT_BODY,
  tooLarge: () => ({ code: "too_large", reason: "set" }),
});

/** The routes of a document's form. `adminGate` (src/http/admin-gate.ts) protects them. */
export function addDocumentForm(routes: Hono<AppEnv>, form: DocumentForm<unknown>): void {
  routes.get(form.path(), async (c) => show(c, await getFilledForm(c.var.ctx, form)));

  routes.post(form.path(), FORM_OPTIONS, async (c) => {
    const { ctx } = c.var;
    const fields = (await readForm(c)).values();
    const restored = fields.restore && parseVersion(fields.restore[0] ?? "");
    const typed = parseDocumentForm(form, fields, ctx.t);
    const result =
      restored === undefined
        ? await saveDocumentForm(ctx, form, typed)
        : await restoreDocument(ctx, form, { restored, ...typed });
    if (result.ok && !result.value) return seeOther(c, form.list.path({ done: getDocumentName(form.kind) }));
    if (!result.ok && result.refusal.code === "not_found") throw new Refused(result.refusal);
    const isMerged = !result.ok && result.refusal.reason === "datastale" && restored === undefined;
    if (isMerged) return show(c, await getMergedForm(ctx, form, typed), ERROR_STATUS.conflict);
    const filled = restored === undefined ? typed : await getFilledForm(ctx, form);
    return result.ok
      ? show(
          c,
          { ...filled, unconfirmed: result.value && { ...result.value, restored } },
          ERROR_STATUS.invalid,
        )
      : show(c, { ...filled, ...explainFormRefusal(c, result.refusal) }, ERROR_STATUS[result.refusal.code]);
  });

  async function show(c: Context<AppEnv>, displayed: Omit<DisplayedForm, "history">, status = 200) {
    const { ctx } = c.var;
    const history = await listFormHistory(ctx, form, c.req.query("before"));
    const head = { title: ctx.t(`${form.texts}.title`), noindex: true };
    return renderPage(
      c,
      head,
      <DocumentFormPage form={form} displayed={{ ...displayed, history }} />,
      status,
    );
  }
}

/** The document that was saved before its list is shown; null without one. */
export const findSavedForm = <T,>(c: Context<AppEnv>, forms: readonly DocumentForm<T>[]) =>
  forms.find(({ kind }) => getDocumentName(kind) === c.req.query("done")) ?? null;
