import type { Context } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import type { FormFields } from "@/http/requests";
import { explainFormRefusal, explainRefusal, seeOther } from "@/http/responses";
import { ERROR_STATUS, ok, type Refusal, type Result } from "@/shared/errors";
import { isLocale } from "@/shared/i18n/locales";
import { parseVersion } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import type { PostFormValues } from "@/shared/post-form";
import { isPictureFile } from "@/shared/storage-path";
import { toFormErrors } from "@/ui/form";
import { deleteBlogPicture, listPostPictures, prepareBlogPicture, toBlogPictureKey } from "../blog-pictures";
import { getCategoryName } from "../category-name";
import { findPost, getPostState, type PostDetails } from "../find-post";
import { listCategories } from "../queries";
import { createPost } from "../writing/create-post";
import { updatePost } from "../writing/update-post";
import { EditorPage, type EditorView } from "./editor-page";
import { listPairCandidates } from "./editor-queries";
import { type Intent, readIntent, readPostValues, toSubmittedPost } from "./post-form";
import { postPreview } from "./post-preview";

type C = Context<AppEnv>;

/** Success messages by intent. */
const DONE: Record<Intent, string> = {
  save: "saved",
  draft: "unpublished",
  publish: "published",
  schedule: "scheduled",
  picture: "saved",
  preview: "saved",
};

/**
 * Handles the submitted form: stores its pictures first (they stay even if the rest fails), then does what the button
 * asks.
 */
export async function handleEditorForm(c: C, form: FormFields, saved: PostDetails | null): Promise<Response> {
  const { ctx } = c.var;
  const typed = readPostValues(ctx, form);
  const values = saved ? { ...typed, id: saved.id, locale: saved.locale } : typed;
  const fileToDelete = form.text("remove");
  if (fileToDelete !== "") return deletePicture(c, { saved, values }, fileToDelete);
  const intent = readIntent(form);
  const cover = await storeFile(ctx, values.id, form.files("cover_file")[0]);
  const picture = await storeFile(ctx, values.id, form.files("picture")[0]);
  if (cover?.ok) values.cover = cover.value;
  if (cover?.ok === false) return renderRefusedPicture(c, { saved, values }, "cover", cover.refusal);
  if (picture?.ok === false) return renderRefusedPicture(c, { saved, values }, "picture", picture.refusal);
  if (intent === "picture" && !picture) return renderRefusedPicture(c, { saved, values }, "picture");
  if (intent === "picture" || intent === "preview") {
    return renderEditorPage(c, { saved, values, isUnsaved: true, newPicture: picture?.value ?? null });
  }

  const isScheduled = saved !== null && getPostState(saved.publishTs, ctx.now) === "scheduled";
  const post = toSubmittedPost(values, intent, isScheduled);
  const result = saved
    ? await updatePost(ctx, { id: saved.id, version: parseVersion(values.version), post })
    : await createPost(ctx, { id: values.id, post });
  if (result.ok) {
    // A draft has no publication time; a typed time is kept for scheduling.
    const isDraft = intent === "save" && (saved?.publishTs ?? null) === null;
    const time = isDraft ? { time: values.publish_at } : {};
    return seeOther(c, paths.editPost(result.value.id, { done: DONE[intent], ...time }));
  }
  return renderRefusedSave(c, { saved, values }, result.refusal);
}

type SubmittedPost = { saved: PostDetails | null; values: PostFormValues };

/**
 * Removes a stored picture that the saved post doesn't show; typed values stay. A isMissing picture counts as removed.
 */
async function deletePicture(c: C, { saved, values }: SubmittedPost, file: string): Promise<Response> {
  const { ctx } = c.var;
  if (saved && (saved.cover === file || saved.body.includes(toBlogPictureKey(saved.id, file)))) {
    const message = ctx.t("blog-admin.pictures.inUse");
    return renderEditorPage(c, { saved, values, message, isUnsaved: true, status: ERROR_STATUS.conflict });
  }
  if (isPictureFile(file)) {
    await deleteBlogPicture(ctx, { postId: values.id, name: file.replace(/\.\w+$/, "") });
  }
  const cover = values.cover === file ? "" : values.cover;
  return renderEditorPage(c, {
    saved,
    values: { ...values, cover },
    isUnsaved: true,
    done: "pictureRemoved",
  });
}

/**
 * The form of a post that another admin deleted in the meantime. It keeps the typed text, which may become a new post.
 * The post's pictures are gone, and its translation may be gone.
 */
export function renderDeletedPost(c: C, values: PostFormValues): Promise<Response> {
  return renderEditorPage(c, {
    saved: null,
    values: { ...values, version: "", cover: "", other_id: "" },
    message: c.var.ctx.t("blog-admin.edit.deleted"),
    isUnsaved: true,
    status: ERROR_STATUS.conflict,
  });
}

async function renderRefusedSave(c: C, sent: SubmittedPost, refusal: Refusal): Promise<Response> {
  const status = ERROR_STATUS[refusal.code];
  if (refusal.code === "not_found") return renderDeletedPost(c, sent.values);
  if (refusal.reason !== "datastale") {
    if (refusal.code !== "invalid" && refusal.code !== "conflict") return refusalResponse(c, refusal);
    return renderEditorPage(c, { ...sent, ...explainFormRefusal(c, refusal), isUnsaved: true, status });
  }
  // Another admin saved first: show their text and keep the typed one, which may be saved over it.
  const saved = await findPost(c.var.ctx, sent.values.id);
  if (!saved) return renderDeletedPost(c, sent.values);
  const values = { ...sent.values, version: String(saved.version), locale: saved.locale };
  return renderEditorPage(c, { saved, values, isUnsaved: true, hasConflict: true, status });
}

function renderRefusedPicture(
  c: C,
  sent: SubmittedPost,
  field: "cover" | "picture",
  refusal?: Refusal,
): Promise<Response> {
  const { t } = c.var.ctx;
  const text = refusal?.fields?.length
    ? toFormErrors(t, refusal.fields).picture
    : refusal && explainRefusal(c, refusal);
  const errors = { [field]: text ?? t("general.errors.picture_missing") };
  const isTooLarge = refusal?.fields?.some(({ code }) => code === "image_too_large");
  const status = ERROR_STATUS[isTooLarge ? "too_large" : (refusal?.code ?? "invalid")];
  return renderEditorPage(c, { ...sent, errors, isUnsaved: true, status });
}

/** The name of the stored file; null without a file. */
async function storeFile(ctx: Ctx, postId: string, file: File | undefined): Promise<Result<string> | null> {
  if (!file) return null;
  const name = ctx.newId();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const stored = await prepareBlogPicture(ctx, { postId, name }, bytes, file.name);
  return stored.ok ? ok(`${name}.webp`) : stored;
}

type EditorPageState = SubmittedPost & Partial<Omit<EditorView, "values" | "saved">> & { status?: number };

/** The editor with the form's values and their preview. */
export async function renderEditorPage(c: C, page: EditorPageState): Promise<Response> {
  const { ctx } = c.var;
  const { saved, values, status = 200 } = page;
  const locale = isLocale(values.locale) ? values.locale : ctx.locale;
  const [found, candidates, pictures] = await Promise.all([
    listCategories(ctx),
    listPairCandidates(ctx, { id: values.id, locale }),
    listPostPictures(ctx, values.id),
  ]);
  const categories = found.map((category) => ({
    id: category.id,
    name: getCategoryName(category, ctx.locale),
  }));
  const view: EditorView = {
    errors: {},
    message: null,
    hasConflict: false,
    isUnsaved: false,
    done: null,
    newPicture: null,
    ...page,
    state: getPostState(saved?.publishTs ?? null, ctx.now),
    categories,
    candidates,
    pictures,
    preview: await postPreview(ctx, values, found),
  };
  const title = saved ? saved.title : ctx.t("blog-admin.create.heading");
  return renderPage(c, { title, noindex: true }, <EditorPage view={view} />, status);
}
