import type { PostState } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** Actions for the post in the form; always visible. */
export function EditorActions({ state, saved }: { state: PostState; saved: boolean }) {
  const { t, url } = usePage();
  const draft = state === "draft";
  return (
    <div className="post-editor__actions" data-saved-part="actions">
      <SubmitButton name="intent" value="save" variant={state === "published" ? "primary" : "secondary"}>
        {t(draft ? "blog-admin.actions.saveDraft" : "blog-admin.actions.save")}
      </SubmitButton>
      {state === "published" ? null : (
        <SubmitButton name="intent" value="publish">
          {t("blog-admin.actions.publish")}
        </SubmitButton>
      )}
      {saved ? null : (
        <LinkButton variant="quiet" href={url(paths.adminPosts())}>
          {t("general.words.cancel")}
        </LinkButton>
      )}
    </div>
  );
}

/** Turns a published or scheduled post back into a draft, after a confirmation. */
export function BackToDraft({ state }: { state: PostState }) {
  const { t } = usePage();
  if (state === "draft") return null;
  return (
    <details className="confirm">
      <summary className="button button--quiet button--small">
        <span className="confirm__open">{t("blog-admin.actions.unpublish")}</span>
        <span className="confirm__close">{t("general.words.cancel")}</span>
      </summary>
      <div className="confirm__form">
        <p>{t(`blog-admin.actions.unpublishText.${state}`)}</p>
        <SubmitButton name="intent" value="draft" variant="danger">
          {t("blog-admin.actions.unpublishConfirm")}
        </SubmitButton>
      </div>
    </details>
  );
}
