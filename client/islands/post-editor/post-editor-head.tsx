import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { PostEditorProps } from "./post-editor";

/** Heading, state and time of the last save. */
export function PostEditorHead({ view: { saved, state, values } }: { view: PostEditorProps }) {
  const { t, url } = usePage();
  const heading = t(saved ? "blog-admin.edit.heading" : "blog-admin.create.heading");
  return (
    <>
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
          <StateBadge kind="post" state={state} />
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
    </>
  );
}
