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
export const blogCategoryRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const DONE = ["categoryAdded", "categoryRenamed", "categoryDeleted"] as const;

blogCategoryRoutes.get(paths.adminCategories(), (c) => {
  const done = DONE.find((code) => code === c.req.query("done")) ?? null;
  return renderCategoriesPage(c, { submitted: null, message: null, done });
});

blogCategoryRoutes.post(paths.adminCategories(), (c) => handleSave(c, null));

blogCategoryRoutes.post(paths.adminCategory(":id"), async (c) => {
  const id = c.req.param("id") ?? "";
  const form = await readForm(c);
  if (form.text("intent") !== "delete") return handleSave(c, id, form);
  const result = await deleteCategory(c.var.ctx, id);
  if (result.ok) return seeOther(c, paths.adminCategories({ done: "categoryDeleted" }));
  return renderRefusal(c, null, result.refusal);
});

/** Reloading the page after a rejected form. */
blogCategoryRoutes.get(paths.adminCategory(":id"), (c) => seeOther(c, paths.adminCategories()));

async function handleSave(c: C, id: string | null, parsedForm?: Awaited<ReturnType<typeof readForm>>) {
  const form = parsedForm ?? (await readForm(c));
  const name = { en: form.text("name.en"), ro: form.text("name.ro") };
  const result = await saveCategory(c.var.ctx, id, { name });
  if (!result.ok) return renderRefusal(c, { id, ...name }, result.refusal);
  return seeOther(c, paths.adminCategories({ done: id === null ? "categoryAdded" : "categoryRenamed" }));
}

function renderRefusal(
  c: C,
  submitted: { id: string | null; en: string; ro: string } | null,
  refusal: Refusal,
) {
  if (refusal.code !== "invalid" && refusal.code !== "conflict") return refusalResponse(c, refusal);
  const { errors, message } = explainFormRefusal(c, refusal);
  const view = { submitted: submitted && { ...submitted, errors }, message, done: null };
  return renderCategoriesPage(c, view, ERROR_STATUS[refusal.code]);
}

async function renderCategoriesPage(c: C, view: Omit<CategoriesView, "categories">, status = 200) {
  const { ctx } = c.var;
  const categories = await listEditableCategories(ctx);
  const head = { title: ctx.t("blog-admin.categories.heading"), noindex: true };
  return renderPage(c, head, <CategoriesPage view={{ ...view, categories }} />, status);
}
