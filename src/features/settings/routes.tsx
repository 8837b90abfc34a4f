import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { paths } from "@/shared/paths";
import { bannedWordsForm } from "./banned-words/banned-words-form";
import type { DocumentForm } from "./documents";
import { addDocumentForm, findSavedForm } from "./documents/document-routes";
import { examsForm } from "./exams/exams-form";
import { limitsForm } from "./limits-form";
import { PRICING_FORMS } from "./pricing/pricing-forms";
import { listDocumentChanges } from "./settings-documents";
import { SettingsPage } from "./settings-page";

/** Settings that no other feature shows. `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const settingsRoutes = new Hono<AppEnv>();

const OWN_FORMS: readonly DocumentForm<unknown>[] = [limitsForm, bannedWordsForm, examsForm];
for (const form of OWN_FORMS) addDocumentForm(settingsRoutes, form);

settingsRoutes.get(paths.adminSettings(), async (c) => {
  const { ctx } = c.var;
  const view = {
    forms: [...PRICING_FORMS, ...OWN_FORMS],
    changes: await listDocumentChanges(ctx),
    done: findSavedForm(c, OWN_FORMS),
  };
  return renderPage(
    c,
    { title: ctx.t("settings.settings.title"), noindex: true },
    <SettingsPage {...view} />,
  );
});
