import { parseLocalTime } from "@/shared/dates";
import { formatDateTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import type { PostFormValues } from "@/shared/post-form";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

const COMPARED = ["title", "slug", "excerpt", "body", "cover_alt", "publish_at"] as const;

/** Another admin saved the post in the meantime: shows where the saved values differ from the typed ones. */
export function PostConflictNotice({ saved, typed }: { saved: PostFormValues; typed: PostFormValues }) {
  const { t, url, locale } = usePage();
  const formatTime = (local: string) => {
    const ts = parseLocalTime(local);
    return ts === null ? local : formatDateTime(ts, locale);
  };
  const different = COMPARED.filter((name) => saved[name].trim() !== typed[name].trim());
  return (
    <Notice tone="warning" title={t("blog-admin.conflict.title")} live>
      <p>{t("blog-admin.conflict.text")}</p>
      <DescriptionList
        items={different.map((name) => ({
          term: t(`blog-admin.fields.${name}`),
          details: (
            <div className="pre-line post-editor__saved-value">
              {(name === "publish_at" ? formatTime(saved[name]) : saved[name]) || "–"}
            </div>
          ),
        }))}
      />
      <a href={url(paths.editPost(saved.id))} target="_blank" rel="noopener">
        {t("blog-admin.conflict.open")}
      </a>
    </Notice>
  );
}
