import { POST_STATES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Select, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import type { EditorPostPage, PostFilter } from "./editor-queries";
import { PostList } from "./post-list";

export type PostsView = {
  found: EditorPostPage;
  filter: PostFilter;
  /** The action just done, a key of `blog-admin.done`. */
  done: string | null;
};

/** All posts of the blog, for editors. */
export function PostsPage({ view: { found, filter, done } }: { view: PostsView }) {
  const { t, url } = usePage();
  const filtered = filter.state !== null || filter.locale !== null;
  const create = <LinkButton href={url(paths.createPost())}>{t("blog-admin.list.create")}</LinkButton>;
  const page = (cursor: { after?: string; before?: string }) =>
    url(paths.adminPosts({ ...filter, ...cursor }));
  return (
    <AdminPage
      heading={t("blog-admin.list.heading")}
      actions={
        <>
          <LinkButton variant="secondary" href={url(paths.adminCategories())}>
            {t("blog-admin.categories.heading")}
          </LinkButton>
          {create}
        </>
      }
    >
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            {t(`blog-admin.done.${done}`)}
          </Notice>
        ) : null}
        <form className="filter-bar" method="get" action={url(paths.adminPosts())}>
          <Select
            name="state"
            label={t("blog-admin.list.state")}
            options={POST_STATES.map((one) => ({ value: one, label: t(`blog-admin.states.${one}`) }))}
            placeholder={t("blog-admin.list.anyState")}
            value={filter.state}
            required={false}
          />
          <Select
            name="locale"
            label={t("blog-admin.fields.locale")}
            options={LOCALES.map((one) => ({ value: one, label: t(`blog-admin.languages.${one}`) }))}
            placeholder={t("blog-admin.list.anyLanguage")}
            value={filter.locale}
            required={false}
          />
          <SubmitButton>{t("blog-admin.list.show")}</SubmitButton>
        </form>
        {found.rows.length > 0 ? (
          <PostList posts={found.rows} />
        ) : (
          <EmptyState
            title={t(filtered ? "blog-admin.list.nothing" : "blog-admin.list.empty")}
            action={filtered ? undefined : create}
          >
            {t(filtered ? "blog-admin.list.nothingText" : "blog-admin.list.emptyText")}
          </EmptyState>
        )}
        <Pagination
          previous={found.previous && page({ before: found.previous })}
          next={found.next && page({ after: found.next })}
        />
      </div>
    </AdminPage>
  );
}
