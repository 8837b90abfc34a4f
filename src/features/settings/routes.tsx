import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { paths } from "@/shared/paths";
import { addDocumentForm, findSavedForm } from "./documents/document-routes";
import { listDocumentChanges } from "./settings-documents";
import { DOCUMENT_FORMS, OWN_FORMS } from "./settings-forms";
import { SettingsPage } from "./settings-page";

/** Settings that no other feature shows. `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const settingsRoutes = new Hono<AppEnv>();

for (const form of OWN_FORMS) addDocumentForm(settingsRoutes, form);

settingsRoutes.get(paths.adminSettings(), async (c) => {
  const { ctx } = c.var;
  const view = {
    forms: DOCUMENT_FORMS,
    changes: await listDocumentChanges(ctx),
    done: findSavedForm(c, OWN_FORMS),
  };
  return renderPage(
    c,
    { title: ctx.t("settings.settings.title"), noindex: true },
    <SettingsPage {...view} />,
  );
});
