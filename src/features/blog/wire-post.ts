import { isoTime, wireTimestamp } from "@/shared/format";
import type { WireCategory, WirePost } from "@/shared/schemas/wire-post";
import type { Category } from "./category-name";
import type { PostDetails } from "./find-post";
import { blogPictureKey } from "./pictures";
import { postState } from "./post-times";

/** A post as JSON, as it is at `now` (ms). */
export function wirePost(post: PostDetails, now: number): WirePost {
  const state = postState(post.publishTs, now);
  const time = (ts: number | null) => (ts === null ? null : wireTimestamp(ts));
  return {
    _id: post.id,
    slug: post.slug,
    locale: post.locale,
    title: post.title,
    excerpt: post.excerpt,
    body: post.body,
    category_id: post.categoryId,
    cover: post.cover === null ? null : blogPictureKey(post.id, post.cover),
    cover_alt: post.coverAlt,
    other_id: post.otherId,
    state,
    publish_at: post.publishTs === null ? null : isoTime(post.publishTs),
    published_ts: state === "published" ? time(post.publishTs) : null,
    created_ts: wireTimestamp(post.createdTs),
    updated_ts: wireTimestamp(post.updatedTs),
    edited_ts: time(post.editedTs),
    author:
      post.authorId === null
        ? null
        : { _id: post.authorId, first_name: post.firstName ?? "", last_name: post.lastName ?? "" },
    version: post.version,
  };
}

export const wireCategory = ({ id, nameEn, nameRo }: Category): WireCategory => ({
  _id: id,
  name: { en: nameEn, ro: nameRo },
});
