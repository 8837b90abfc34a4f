import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { MAX_PICTURES_BODY_BYTES } from "@/http/body-limit";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { POST_STATES } from "@/shared/codes";
import { parseLocalTime } from "@/shared/dates";
import { ERROR_STATUS, getFound, Refused } from "@/shared/errors";
import { LOCALES } from "@/shared/i18n/locales";
import { parseVersion } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { findPost } from "../find-post";
import { deletePost } from "../writing/delete-post";
import { blogCategoryRoutes } from "./category-routes";
import { listPostsForEditors } from "./editor-queries";
import { handleEditorForm, renderDeletedPost, renderEditorPage } from "./editor-routes";
import { newPostValues, readPostValues, toPostValues } from "./post-form";
import { PostsPage } from "./posts-page";

/** The post editor. `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const blogAdminRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** Bytes of a form without pictures: several times the allowed length, so that the response can name the limit. */
const MAX_POST_FORM = 4 * 1024 ** 2;
const POST_FORM = routeOptions({
  maxBody: ({ hasFiles }) => (hasFiles ? MAX_PICTURES_BODY_BYTES : MAX_POST_FORM),
});

blogAdminRoutes.route("/", blogCategoryRoutes);

blogAdminRoutes.get(paths.adminPosts(), async (c) => {
  const { ctx } = c.var;
  const filter = {
    state: POST_STATES.find((one) => one === c.req.query("state")) ?? null,
    locale: LOCALES.find((one) => one === c.req.query("locale")) ?? null,
  };
  const found = await listPostsForEditors(ctx, filter, {
    after: c.req.query("after"),
    before: c.req.query("before"),
  });
  const head = { title: ctx.t("blog-admin.list.heading"), noindex: true };
  return renderPage(c, head, <PostsPage view={{ found, filter, done: findDone(c) }} />);
});

blogAdminRoutes.get(paths.createPost(), async (c) => {
  const { ctx } = c.var;
  const otherPost = await findPost(ctx, c.req.query("other") ?? "");
  const free = otherPost?.translationId === null ? otherPost : null;
  const requestedLocale = LOCALES.find((one) => one === c.req.query("locale")) ?? ctx.locale;
  const locale = free ? (free.locale === "en" ? "ro" : "en") : requestedLocale;
  const fixedValues = { locale, translationId: free?.id ?? "", categoryId: free?.categoryId ?? "" };
  return renderEditorPage(c, { saved: null, values: newPostValues(ctx, fixedValues) });
});

blogAdminRoutes.post(paths.createPost(), POST_FORM, async (c) =>
  handleEditorForm(c, await readForm(c), null),
);

blogAdminRoutes.get(paths.editPost(":id"), async (c) => {
  const saved = await getSavedPost(c);
  const values = toPostValues(saved);
  const time = c.req.query("time") ?? "";
  const typed = saved.publishTs === null && parseLocalTime(time) !== null ? { publish_at: time } : {};
  return renderEditorPage(c, { saved, values: { ...values, ...typed }, done: findDone(c) });
});

blogAdminRoutes.post(paths.editPost(":id"), POST_FORM, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const form = await readForm(c);
  const saved = await findPost(ctx, id);
  if (saved) return handleEditorForm(c, form, saved);
  if (form.text("version") === "") throw new Refused({ code: "not_found" });
  return renderDeletedPost(c, { ...readPostValues(ctx, form), id });
});

blogAdminRoutes.post(paths.deletePost(":id"), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const version = parseVersion((await readForm(c)).text("version"));
  const result = await deletePost(ctx, { id, version });
  if (result.ok) return seeOther(c, paths.adminPosts({ done: "deleted" }));
  if (result.refusal.code !== "conflict") return refusalResponse(c, result.refusal);
  const saved = await getSavedPost(c);
  const refused = { message: explainRefusal(c, result.refusal), status: ERROR_STATUS.conflict };
  return renderEditorPage(c, { saved, values: toPostValues(saved), ...refused });
});

/** Shows the typed post as it would be published, above a form that holds all fields. Saves nothing. */
blogAdminRoutes.post(paths.previewPost(), POST_FORM, async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const values = readPostValues(ctx, form);
  const saved = values.version === "" ? null : await findPost(ctx, values.id);
  return renderEditorPage(c, { saved, values, isUnsaved: true });
});

/** Redirects for reloads: from the preview to the list, from a rejected deletion to the post. */
blogAdminRoutes.get(paths.previewPost(), (c) => seeOther(c, paths.adminPosts()));
blogAdminRoutes.get(paths.deletePost(":id"), (c) => seeOther(c, paths.editPost(idParam(c))));

async function getSavedPost(c: C) {
  const saved = getFound(await findPost(c.var.ctx, idParam(c)));
  return saved;
}

/** The notice after a redirect: a key of `blog-admin.done`. */
function findDone(c: C): string | null {
  const done = c.req.query("done") ?? "";
  return c.var.ctx.t.has(`blog-admin.done.${done}`) ? done : null;
}
