import type { PostState } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { Button, LinkButton } from "@/ui/button";
import { SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { SavedPost } from "./post-editor";

/** Actions for the post in the form; always visible. A draft whose time is typed is to be scheduled, not published now. */
export function EditorActions({
  state,
  isSaved,
  isTimed,
}: {
  state: PostState;
  isSaved: boolean;
  isTimed: boolean;
}) {
  const { t, url } = usePage();
  return (
    <div className="post-editor__actions">
      <SubmitButton name="intent" value="save" variant={state === "draft" ? "secondary" : "primary"}>
        {t(state === "draft" ? "blog-admin.actions.saveDraft" : "blog-admin.actions.save")}
      </SubmitButton>
      {state === "published" ? null : (
        <SubmitButton
          name="intent"
          value="publish"
          variant={state === "draft" && !isTimed ? "primary" : "secondary"}
        >
          {t("blog-admin.actions.publish")}
        </SubmitButton>
      )}
      {isSaved ? null : (
        <LinkButton variant="quiet" href={url(paths.adminPosts())}>
          {t("general.common.cancel")}
        </LinkButton>
      )}
    </div>
  );
}

/** Turns a published or scheduled post back into a draft, after a confirmation. */
export function RevertToDraft({ state }: { state: PostState }) {
  const { t } = usePage();
  if (state === "draft") return null;
  return (
    <details className="confirm">
      <summary className="button button--quiet button--small">
        <span className="confirm__open">{t("blog-admin.actions.unpublish")}</span>
        <span className="confirm__close">{t("general.common.cancel")}</span>
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

/** Deletes a post after a confirmation. */
export function DeletePostForm({ post, isPublished }: { post: SavedPost; isPublished: boolean }) {
  const { t, url } = usePage();
  return (
    <details className="confirm">
      <summary className="button button--danger button--small">
        <span className="confirm__open">{t("blog-admin.delete.open")}</span>
        <span className="confirm__close">{t("general.common.cancel")}</span>
      </summary>
      <form method="post" action={url(paths.deletePost(post.id))} className="confirm__form">
        <p>{t(isPublished ? "blog-admin.delete.published" : "blog-admin.delete.text")}</p>
        <input type="hidden" name="version" value={post.version} />
        <Button type="submit" variant="danger">
          {t("blog-admin.delete.confirm")}
        </Button>
      </form>
    </details>
  );
}
