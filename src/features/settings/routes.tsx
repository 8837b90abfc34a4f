import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { bannedWordsForm } from "./banned-words/banned-words-form";
import {
  type DisplayedForm,
  type DocumentForm,
  getFilledForm,
  getMergedForm,
  listFormHistory,
  parseDocumentForm,
  saveDocumentForm,
} from "./documents";
import { limitsForm } from "./limits/limits-form";
import { listSettingsDocuments, MAX_DOCUMENT_BODY } from "./settings-documents";
import { DocumentPage, SettingsPage } from "./settings-pages";

/** Settings that no other feature shows. `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const settingsRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** The documents: the name of their messages, the last segment of their page's path, and their form. */
const PAGES = [
  { name: "limits", path: "limits", form: limitsForm as DocumentForm<unknown> },
  { name: "bannedWords", path: "banned-words", form: bannedWordsForm as DocumentForm<unknown> },
] as const;
type Page = (typeof PAGES)[number];

settingsRoutes.get(paths.adminSettings(), async (c) => {
  const { ctx } = c.var;
  const done = PAGES.find(({ path }) => path === c.req.query("done"))?.name ?? null;
  const head = { title: ctx.t("settings.settings.title"), noindex: true };
  return renderPage(c, head, <SettingsPage documents={await listSettingsDocuments(ctx)} done={done} />);
});

const documentForm = routeOptions({
  maxBody: MAX_DOCUMENT_BODY,
  tooLarge: () => ({ code: "too_large", reason: "set" }),
});

for (const page of PAGES) {
  const { form, path } = page;
  settingsRoutes.get(paths.adminSetting(path), async (c) =>
    renderDocumentPage(c, page, await getFilledForm(c.var.ctx, form)),
  );
  settingsRoutes.post(paths.adminSetting(path), documentForm, async (c) => {
    const { ctx } = c.var;
    const typed = parseDocumentForm(form, (await readForm(c)).values(), ctx.t);
    const result = await saveDocumentForm(ctx, form, typed);
    if (result.ok) return seeOther(c, paths.adminSettings({ done: path }));
    const { refusal } = result;
    return refusal.reason === "datastale"
      ? renderDocumentPage(c, page, await getMergedForm(ctx, form, typed), ERROR_STATUS.conflict)
      : renderDocumentPage(
          c,
          page,
          { ...typed, ...explainFormRefusal(c, refusal) },
          ERROR_STATUS[refusal.code],
        );
  });
}

async function renderDocumentPage(
  c: C,
  { form, name, path }: Page,
  filled: Omit<DisplayedForm, "history">,
  status = 200,
) {
  const { ctx } = c.var;
  const history = await listFormHistory(ctx, form, c.req.query("before"));
  const head = { title: ctx.t(`settings.${name}.title`), noindex: true };
  return renderPage(c, head, <DocumentPage name={name} path={path} form={{ ...filled, history }} />, status);
}
