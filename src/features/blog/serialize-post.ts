import { toIsoTime, toTimestampJson } from "@/shared/format";
import type { CategoryJson, PostJson } from "@/shared/schemas/post-json";
import { toBlogPictureKey } from "./blog-pictures";
import type { Category } from "./category-name";
import type { PostDetails } from "./find-post";
import { getPostState } from "./find-post";

/** A post as JSON, with its state at `now` (ms). */
export function serializePost(post: PostDetails, now: number): PostJson {
  const state = getPostState(post.publishTs, now);
  return {
    _id: post.id,
    slug: post.slug,
    locale: post.locale,
    title: post.title,
    excerpt: post.excerpt,
    body: post.body,
    category_id: post.categoryId,
    cover: post.cover === null ? null : toBlogPictureKey(post.id, post.cover),
    cover_alt: post.coverAlt,
    other_id: post.translationId,
    state,
    publish_at: post.publishTs === null ? null : toIsoTime(post.publishTs),
    published_ts: state === "published" ? toTimestampJson(post.publishTs) : null,
    created_ts: toTimestampJson(post.createdTs),
    updated_ts: toTimestampJson(post.updatedTs),
    edited_ts: toTimestampJson(post.editedTs),
    author:
      post.authorId === null
        ? null
        : { _id: post.authorId, first_name: post.firstName ?? "", last_name: post.lastName ?? "" },
    version: post.version,
  };
}

export const serializeCategory = ({ id, nameEn, nameRo }: Category): CategoryJson => ({
  _id: id,
  name: { en: nameEn, ro: nameRo },
});
