import { paths } from "@/shared/paths";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { EditablePost } from "./editor-queries";
import { type PostValues, toPostValues } from "./post-form";

const COMPARED = ["title", "slug", "excerpt", "body", "cover_alt", "publish_at"] as const;

/** Another admin saved the post in the meantime: shows where the saved values differ from the typed ones. */
export function PostConflictNotice({ saved, values }: { saved: EditablePost; values: PostValues }) {
  const { t, url } = usePage();
  const theirs = toPostValues(saved);
  const differ = COMPARED.filter((name) => theirs[name].trim() !== values[name].trim());
  return (
    <Notice tone="warning" title={t("blog-admin.overtaken.title")} live>
      <p>{t("blog-admin.overtaken.text")}</p>
      <DescriptionList
        items={differ.map((name) => ({
          term: t(`blog-admin.fields.${name}`),
          details: <div className="pre-line post-editor__theirs">{theirs[name] || "–"}</div>,
        }))}
      />
      <a href={url(paths.editPost(saved.id))} target="_blank" rel="noopener">
        {t("blog-admin.overtaken.open")}
      </a>
    </Notice>
  );
}
