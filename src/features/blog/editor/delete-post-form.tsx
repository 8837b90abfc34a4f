import { paths } from "@/shared/paths";
import { Button } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import type { EditablePost } from "./editor-queries";

/** Deletes a post after a confirmation. */
export function DeletePost({ post, published }: { post: EditablePost; published: boolean }) {
  const { t, url } = usePage();
  return (
    <details className="confirm">
      <summary className="button button--quiet button--small">
        <span className="confirm__open">{t("blog-admin.delete.open")}</span>
        <span className="confirm__close">{t("general.words.cancel")}</span>
      </summary>
      <form method="post" action={url(paths.deletePost(post.id))} className="confirm__form">
        <p>{t(published ? "blog-admin.delete.published" : "blog-admin.delete.text")}</p>
        <input type="hidden" name="version" value={post.version} />
        <Button type="submit" variant="danger">
          {t("blog-admin.delete.confirm")}
        </Button>
      </form>
    </details>
  );
}
