import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { deleteCategory } from "../writing/delete-category";
import { saveCategory } from "../writing/save-category";
import { CategoriesPage, type CategoriesView } from "./categories-page";
import { listEditableCategories } from "./editor-queries";

/** The categories of posts, one page with a form for each category. */
export const categoryRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const DONE = ["categoryAdded", "categoryRenamed", "categoryDeleted"] as const;

categoryRoutes.get(paths.adminCategories(), (c) => {
  const done = DONE.find((one) => one === c.req.query("done")) ?? null;
  return categoriesPage(c, { typed: null, message: null, done });
});

categoryRoutes.post(paths.adminCategories(), (c) => save(c, null));

categoryRoutes.post(paths.adminCategory(":id"), async (c) => {
  const id = c.req.param("id") ?? "";
  const form = await readForm(c);
  if (form.text("intent") !== "delete") return save(c, id, form);
  const result = await deleteCategory(c.var.ctx, id);
  if (result.ok) return seeOther(c, paths.adminCategories({ done: "categoryDeleted" }));
  return refused(c, null, result.refusal);
});

/** Reloading the page after a rejected form. */
categoryRoutes.get(paths.adminCategory(":id"), (c) => seeOther(c, paths.adminCategories()));

async function save(c: C, id: string | null, sent?: Awaited<ReturnType<typeof readForm>>) {
  const form = sent ?? (await readForm(c));
  const name = { en: form.text("name.en"), ro: form.text("name.ro") };
  const result = await saveCategory(c.var.ctx, id, { name });
  if (!result.ok) return refused(c, { id, ...name }, result.refusal);
  return seeOther(c, paths.adminCategories({ done: id === null ? "categoryAdded" : "categoryRenamed" }));
}

function refused(c: C, typed: { id: string | null; en: string; ro: string } | null, refusal: Refusal) {
  if (refusal.code !== "invalid" && refusal.code !== "conflict") return refusalResponse(c, refusal);
  const { errors, message } = explainFormRefusal(c, refusal);
  const view = { typed: typed && { ...typed, errors }, message, done: null };
  return categoriesPage(c, view, ERROR_STATUS[refusal.code]);
}

async function categoriesPage(c: C, view: Omit<CategoriesView, "categories">, status = 200) {
  const { ctx } = c.var;
  const categories = await listEditableCategories(ctx);
  const head = { title: ctx.t("blog-admin.categories.heading"), noindex: true };
  return renderPage(c, head, <CategoriesPage view={{ ...view, categories }} />, status);
}
