import type { ReactNode } from "react";
import type { PostState } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { Badge } from "@/ui/badge";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { ErrorSummary, type FormErrors } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { DeletePost } from "./delete-post-form";
import { EditorActions } from "./editor-actions";
import type { EditablePost } from "./editor-queries";
import { editorLabels, editorWords } from "./editor-words";
import { MarkdownHelp } from "./markdown-help";
import { PostConflictNotice } from "./overtaken-notice";
import { PicturesPanel } from "./pictures-panel";
import type { PostValues } from "./post-form";
import { STATE_TONES } from "./post-list";
import { SettingsPanel } from "./settings-panel";
import { WritingFields } from "./writing-fields";

export type EditorView = {
  values: PostValues;
  /** The saved post; null for a new one. */
  saved: EditablePost | null;
  state: PostState;
  categories: readonly { id: string; name: string }[];
  candidates: readonly { id: string; title: string }[];
  /** File names of the post's stored pictures. */
  pictures: readonly string[];
  /** File name of the picture stored by this request, or null. */
  stored: string | null;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
  /** Whether another admin saved the post after this form was opened. */
  overtaken: boolean;
  /** Whether the form holds submitted values that are not saved. */
  typed: boolean;
  /** The action just done, a key of `blog-admin.done`. */
  done: string | null;
  /** The post as it would be published. */
  preview: ReactNode;
};

/** The post editor: the text next to its preview, the settings below. */
export function EditorPage({ view }: { view: EditorView }) {
  const { t, url } = usePage();
  const { saved, state, values } = view;
  const heading = t(saved ? "blog-admin.edit.heading" : "blog-admin.create.heading");
  return (
    <div className="container page">
      <div data-saved-part="head">
        <Breadcrumbs
          crumbs={[
            { label: t("admin.home.heading"), href: url(paths.admin()) },
            { label: t("blog-admin.list.heading"), href: url(paths.adminPosts()) },
          ]}
          current={heading}
        />
        <header className="page-head">
          <h1>{heading}</h1>
          <div className="row">
            <Badge tone={STATE_TONES[state]}>{t(`blog-admin.states.${state}`)}</Badge>
            <span className="muted">{t(`blog-admin.languages.${values.locale}`)}</span>
            {saved ? (
              <span className="muted small">
                {t("blog-admin.edit.saved")} <Time ts={saved.updatedTs} clock />
              </span>
            ) : null}
          </div>
          {saved && state === "published" ? (
            <div className="page-head__actions">
              <LinkButton variant="secondary" href={url(paths.post(saved.slug))}>
                {t("blog-admin.edit.see")}
              </LinkButton>
            </div>
          ) : null}
        </header>
      </div>
      <div className="stack">
        <ErrorSummary errors={view.errors} message={view.message} labels={editorLabels(t)} />
        {view.overtaken && saved ? <PostConflictNotice saved={saved} values={values} /> : null}
        {view.done ? (
          <Notice tone="success" live>
            {t(`blog-admin.done.${view.done}`)}
          </Notice>
        ) : null}
        <Enhanced name="post-editor" words={editorWords(t)} now>
          <EditorForm view={view} />
        </Enhanced>
        <div data-saved-part="delete">
          {saved ? <DeletePost post={saved} published={state === "published"} /> : null}
        </div>
      </div>
    </div>
  );
}

function EditorForm({ view }: { view: EditorView }) {
  const { t, url, visitor } = usePage();
  const { saved, values, errors } = view;
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={url(saved ? paths.editPost(saved.id) : paths.createPost())}
      className="form post-editor"
      autoComplete="off"
      data-editor
      data-preview-address={url(paths.previewPost())}
      data-draft={`${visitor?.id ?? ""}/${saved ? saved.id : "new"}`}
      {...(view.typed ? { "data-unsaved": "" } : {})}
    >
      {/* The Enter key presses the first button of a form. */}
      <button
        type="submit"
        name="intent"
        value="save"
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
      >
        {t("general.words.save")}
      </button>
      <input type="hidden" name="id" value={values.id} />
      <input type="hidden" name="version" value={values.version} />
      <input type="hidden" name="cover" value={values.cover} />
      <div data-notices className="stack" />
      <WritingFields values={values} errors={errors} preview={view.preview} />
      <div className="post-editor__more">
        <div className="stack">
          <PicturesPanel view={view} />
          <MarkdownHelp />
        </div>
        <SettingsPanel view={view} />
      </div>
      <EditorActions state={view.state} saved={saved !== null} />
    </form>
  );
}
