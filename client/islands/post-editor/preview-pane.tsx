import { paths } from "@/shared/paths";
import { SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

type Props = { html: string; isLoading: boolean; isHydrated: boolean };

/** The post as it would be published. Without a script a button renews it. */
export function PreviewPane({ html, isLoading, isHydrated }: Props) {
  const { t, url } = usePage();
  return (
    <section className="post-editor__preview" aria-label={t("blog-admin.preview.heading")}>
      <div className="row row--between post-editor__preview-head">
        <h2 className="small">{t("blog-admin.preview.heading")}</h2>
        {isHydrated ? null : (
          <div>
            <SubmitButton
              variant="secondary"
              name="intent"
              value="preview"
              formAction={url(paths.previewPost())}
              formNoValidate
            >
              {t("blog-admin.preview.show")}
            </SubmitButton>
          </div>
        )}
      </div>
      <div
        className="post-editor__page"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        aria-busy={isLoading ? true : undefined}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: markup that the server rendered with React
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  );
}
