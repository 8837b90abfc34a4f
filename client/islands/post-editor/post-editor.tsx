import { hasChangedFields, markFormSaved } from "@client/drafts/form-changes";
import { useHydrated } from "@client/islands/use-hydrated";
import {
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { PostState } from "@/shared/codes";
import { formatDateTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import { POST_FIELDS, type PostFormValues } from "@/shared/post-form";
import type { FormValues } from "@/shared/schemas/listing";
import { EnterSubmit, ErrorSummary, type FormErrors } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { DeletePostForm, EditorActions } from "./editor-actions";
import { findFormat, formatSelection, type MarkdownFormat } from "./format-markdown";
import { FormattingToolbar } from "./formatting-toolbar";
import { MarkdownHelp } from "./markdown-help";
import { PicturesPanel } from "./pictures-panel";
import { PostConflictNotice } from "./post-conflict-notice";
import { PostDraftNotice } from "./post-draft-notice";
import { PostEditorHead } from "./post-editor-head";
import { fillTexts, getBody, getInput } from "./post-form-fields";
import { PreviewPane } from "./preview-pane";
import { SettingsPanel } from "./settings-panel";
import { useLeaveWarning } from "./use-leave-warning";
import { useLivePreview } from "./use-live-preview";
import { usePostDraft } from "./use-post-draft";
import { usePostPictures } from "./use-post-pictures";
import { type PostSave, useSaveInPlace } from "./use-save-in-place";
import { WritingFields } from "./writing-fields";

/** A saved post, as far as its editor shows it. Times in ms. */
export type SavedPost = {
  id: string;
  slug: string;
  version: number;
  /** Null for a draft. */
  publishTs: number | null;
  updatedTs: number;
  /** Id of the translation. */
  translationId: string | null;
};

export type PostEditorProps = {
  /** The initial values of the fields. */
  values: PostFormValues;
  /** Null for a new post. */
  saved: SavedPost | null;
  state: PostState;
  categories: readonly { id: string; name: string }[];
  /** Posts that may be the translation. */
  candidates: readonly { id: string; title: string }[];
  /** File names of the post's stored pictures. */
  pictures: readonly string[];
  /** File name of the picture that this request stored, or null. */
  newPicture: string | null;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
  /** What another admin saved after this form was opened; null without a conflict. */
  conflict: PostFormValues | null;
  /** Whether the form holds submitted values that are not saved. */
  isUnsaved: boolean;
  /** The action just done, a key of `blog-admin.done`. */
  done: string | null;
  /** The post as it would be published. */
  previewHtml: string;
  /** A line that embeds listings. */
  shortCodeExample: string;
};

/** Fields that the error summary names. */
const LABELED_FIELDS = [
  "locale",
  "title",
  "slug",
  "excerpt",
  "body",
  "category_id",
  "cover",
  "cover_alt",
  "other_id",
  "publish_at",
  "picture",
];

/**
 * The editor of a post. It works as plain HTML. Once hydrated, it renews the preview, formats text, uploads pictures,
 * saves without leaving the page and stores drafts in the browser.
 */
export function PostEditor(props: PostEditorProps) {
  const { t, locale } = usePage();
  /** The post as the server has it: renewed after each save. */
  const [view, setView] = useState(props);
  return (
    <>
      <PostEditorHead view={view} />
      <div className="stack">
        <ErrorSummary
          errors={props.errors}
          message={props.message}
          labels={Object.fromEntries(LABELED_FIELDS.map((name) => [name, t(`blog-admin.fields.${name}`)]))}
        />
        {props.conflict ? <PostConflictNotice saved={props.conflict} typed={props.values} /> : null}
        {props.done ? (
          <Notice tone="success" live>
            {t(`blog-admin.done.${props.done}`, {
              time: formatDateTime(props.saved?.publishTs ?? 0, locale),
            })}
          </Notice>
        ) : null}
        <EditorForm view={view} setView={setView} />
        {view.saved ? <DeletePostForm post={view.saved} isPublished={view.state === "published"} /> : null}
      </div>
    </>
  );
}

type EditorFormProps = { view: PostEditorProps; setView(view: PostEditorProps): void };

function EditorForm({ view, setView }: EditorFormProps) {
  const { t, url, visitor } = usePage();
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [postId, setPostId] = useState(view.values.id);
  const [isUnsaved, setIsUnsaved] = useState(view.isUnsaved);
  const [isTimed, setIsTimed] = useState(view.values.publish_at !== "");
  const [status, setStatus] = useState("");

  const { saved, errors } = view;
  const preview = useLivePreview(form, view.previewHtml, setStatus);
  const draft = usePostDraft({ form, account: visitor?.id ?? "", savedId: saved?.id ?? null, isUnsaved });
  const pictures = usePostPictures({
    form,
    postId,
    pictures: view.pictures.map((file) => {
      const isNew = file === view.newPicture;
      return { file, alt: isNew ? view.values.picture_alt : "", isNew };
    }),
    cover: view.values.cover,
    setStatus,
    onCover() {
      setIsUnsaved(true);
      preview.refresh();
    },
  });
  const save = useSaveInPlace(form, setStatus, (result) => {
    if (!form.current) return;
    draft.delete();
    flushSync(() => {
      setView(mergeSave(view, result));
      setIsUnsaved(result.hasChanged);
    });
    showSave(form.current, result);
    if (!result.hasChanged) markFormSaved(form.current);
    if (!saved) history.replaceState(history.state, "", result.redirectedTo);
  });
  const markLeaving = useLeaveWarning(form, () => void save());

  const readTime = () => {
    if (form.current && view.state !== "published")
      setIsTimed(getInput(form.current, "publish_at").value !== "");
  };
  const onInput = () => {
    readTime();
    preview.refreshSoon();
    draft.storeSoon();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for text that was typed before the script was loaded
  useEffect(() => {
    if (form.current && hasChangedFields(form.current)) onInput();
  }, []);

  const restoreDraft = (values: FormValues) => {
    if (!form.current) return;
    const { id, cover, ...texts } = values;
    // Synchronously: the preview reads the form next.
    flushSync(() => {
      if (id?.[0]) setPostId(id[0]);
      pictures.setCover(cover?.[0] ?? "");
      setIsUnsaved(true);
      draft.closeOffer();
    });
    fillTexts(form.current, texts);
    readTime();
    preview.refresh();
  };

  const onFormat = (format: MarkdownFormat) => {
    if (form.current) formatSelection(getBody(form.current), format, t("blog-admin.placeholders.link"));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const format = isInBody(event) ? findFormat(event) : null;
    if (!format) return;
    event.preventDefault();
    onFormat(format);
  };
  /** Pictures that were dropped on the text or pasted into it. */
  const takePictures = (event: DragEvent | ClipboardEvent, transfer: DataTransfer) => {
    const files = [...transfer.files].filter(({ type }) => type.startsWith("image/"));
    if (!isInBody(event) || files.length === 0) return;
    event.preventDefault();
    pictures.add(files);
  };
  const onChange = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLInputElement) || target.type !== "file") return;
    const files = [...(target.files ?? [])];
    target.value = "";
    if (target.name === "picture") pictures.add(files);
    else if (files[0]) void pictures.chooseCover(files[0]);
  };

  const values = { ...view.values, id: postId };
  return (
    <form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      action={url(saved ? paths.editPost(saved.id) : paths.createPost())}
      className="form post-editor"
      autoComplete="off"
      data-unsaved={isUnsaved ? "" : undefined}
      onInput={onInput}
      onChange={onChange}
      onKeyDown={onKeyDown}
      onPaste={(event) => takePictures(event, event.clipboardData)}
      onDrop={(event) => takePictures(event, event.dataTransfer)}
      onSubmit={() => {
        markLeaving();
        draft.store();
      }}
    >
      <EnterSubmit value="save">{t("general.common.save")}</EnterSubmit>
      <input type="hidden" name="id" value={postId} />
      <input type="hidden" name="version" value={values.version} />
      <input type="hidden" name="cover" value={pictures.cover} />
      {draft.offered ? (
        <PostDraftNotice draft={draft.offered} onRestore={restoreDraft} onDiscard={draft.discard} />
      ) : null}
      <WritingFields
        values={values}
        errors={errors}
        status={status}
        toolbar={
          isHydrated ? (
            <FormattingToolbar
              onFormat={onFormat}
              onPicture={() => form.current && getInput(form.current, "picture").click()}
            />
          ) : null
        }
        preview={<PreviewPane html={preview.html} isLoading={preview.isLoading} isHydrated={isHydrated} />}
      />
      <div className="post-editor__more">
        <div className="stack">
          <PicturesPanel values={values} errors={errors} pictures={pictures} isHydrated={isHydrated} />
          <MarkdownHelp shortCodeExample={view.shortCodeExample} />
        </div>
        <SettingsPanel
          view={{ ...view, values }}
          isTimed={isTimed}
          cover={pictures.cover}
          coverStatus={pictures.coverStatus}
        />
      </div>
      <EditorActions state={view.state} isSaved={saved !== null} isTimed={isTimed} />
    </form>
  );
}

const isInBody = ({ target }: { target: EventTarget }): boolean =>
  target instanceof HTMLTextAreaElement && target.name === "body";

/** The editor after a save. The typed texts stay; the server gives the version and the web address. */
function mergeSave(view: PostEditorProps, { props, ...save }: PostSave): PostEditorProps {
  const typed = POST_FIELDS.flatMap((name) => (save.typed[name] ? [[name, save.typed[name][0]]] : []));
  const { version, slug, locale } = props.values;
  return { ...props, values: { ...view.values, ...Object.fromEntries(typed), version, slug, locale } };
}

/** Shows the web address that the server made, unless the user is editing it, and the new title of the page. */
function showSave(form: HTMLFormElement, { props, title }: PostSave): void {
  document.title = title;
  const slug = getInput(form, "slug");
  if (slug !== document.activeElement) slug.value = props.values.slug;
}
