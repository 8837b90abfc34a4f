import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { seeOther } from "@/http/answers";
import { refusalAnswer } from "@/http/errors";
import { readForm } from "@/http/forms";
import { renderPage } from "@/http/render";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { errorTexts } from "@/ui/form";
import { editRows } from "./edit-rows";
import { changesOf, readValues, valuesOf } from "./form-values";
import { ProfilePage, type ProfileView } from "./profile-page";
import { findOwnAccount } from "./queries";
import { saveProfile } from "./save-profile";

export const profileRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

profileRoutes.get(paths.profile(), async (c) => {
  const account = await accountOf(c);
  const saved = c.req.query("done") === "saved";
  return profilePage(c, { account, values: valuesOf(account), saved });
});

profileRoutes.post(paths.profile(), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const account = await accountOf(c);
  const values = readValues(form);
  const rows = editRows(values.qualifications, form.text("intent"));
  if (rows) return profilePage(c, { account, values: { ...values, qualifications: rows } });
  const result = await saveProfile(ctx, changesOf(values, account));
  if (result.ok) return seeOther(c, paths.profile({ done: "saved" }));
  if (result.refusal.code !== "invalid") return refusalAnswer(c, result.refusal);
  const errors = errorTexts(ctx.t, result.refusal.fields);
  return profilePage(c, { account, values, errors }, 422);
});

async function accountOf(c: C) {
  const account = await findOwnAccount(c.var.ctx, requireUser(c.var.ctx).id);
  // Erased a moment ago.
  if (!account) throw new Refused({ code: "unauthenticated" });
  return account;
}

const profilePage = (c: C, view: ProfileView, status = 200) =>
  renderPage(c, { title: c.var.ctx.t("profile.title"), noindex: true }, <ProfilePage view={view} />, status);
