import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { EditorPostPage } from "./editor-queries";

type FoundPost = EditorPostPage["rows"][number];

/** Posts for editors, each with a link to its editor. */
export function PostList({ posts }: { posts: readonly FoundPost[] }) {
  return (
    <ul className="entry-list">
      {posts.map((post) => (
        <Entry key={post.id} post={post} />
      ))}
    </ul>
  );
}

function Entry({ post }: { post: FoundPost }) {
  const { t, url } = usePage();
  const { id, locale, state, publishTs } = post;
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title" lang={locale}>
          <a href={url(paths.editPost(id))}>{post.title}</a>
        </p>
        <p className="entry__meta">
          {[t(`blog-admin.languages.${locale}`), post.category].filter(Boolean).join(" · ")}
          {" · "}
          {publishTs === null ? (
            <>
              {t("blog-admin.list.changed")} <Time ts={post.updatedTs} clock />
            </>
          ) : (
            <>
              {t(`blog-admin.publishing.${state}`)} <Time ts={publishTs} clock />
            </>
          )}
          {post.translationId ? ` · ${t("blog-admin.list.both")}` : null}
        </p>
      </div>
      <div className="entry__side">
        <StateBadge kind="post" state={state} />
        {state === "published" ? (
          <LinkButton variant="quiet" size="small" href={url(paths.post(post.slug))}>
            {t("blog-admin.list.see")}
            <span className="visually-hidden">: {post.title}</span>
          </LinkButton>
        ) : null}
      </div>
    </li>
  );
}
