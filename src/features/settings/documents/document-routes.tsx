import type { Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS } from "@/shared/errors";
import { type DocumentForm, getDocumentName } from "./document-form";
import { type DisplayedForm, DocumentFormPage } from "./document-form-page";
import { getFilledForm, getMergedForm, listFormHistory } from "./form-queries";
import { MAX_DOCUMENT_BODY } from "./read-documents";
import { parseDocumentForm, saveDocumentForm } from "./save-document-form";

const FORM_OPTIONS = routeOptions({
  maxBody: MAX_DOCUMENT_BODY,
  tooLarge: () => ({ code: "too_large", reason: "set" }),
});

/** The routes of a document's form. `adminGate` (src/http/admin-gate.ts) protects them. */
export function addDocumentForm(routes: Hono<AppEnv>, form: DocumentForm<unknown>): void {
  routes.get(form.path(), async (c) => show(c, await getFilledForm(c.var.ctx, form)));

  routes.post(form.path(), FORM_OPTIONS, async (c) => {
    const { ctx } = c.var;
    const typed = parseDocumentForm(form, (await readForm(c)).values(), ctx.t);
    const result = await saveDocumentForm(ctx, form, typed);
    if (result.ok) return seeOther(c, form.list.path({ done: getDocumentName(form.kind) }));
    const { refusal } = result;
    const displayed =
      refusal.reason === "datastale"
        ? await getMergedForm(ctx, form, typed)
        : { ...typed, ...explainFormRefusal(c, refusal) };
    return show(c, displayed, ERROR_STATUS[refusal.code]);
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
