import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const blogApiDocs: CallDocs = {
  getApiPosts: {
    summary: "List blog posts",
    about:
      "Published posts, newest first, 10 per page, in both languages unless `locale` is set. Admins can request another `state`.",
    parameters: {
      locale: "`en` or `ro`.",
      category: "ID of a category.",
      state: "`draft`, `scheduled` or `published` (default).",
      after: "Cursor `next` of the previous page.",
    },
    responses: {
      200: "A page of posts.",
    },
  },
  getApiPostsById: {
    summary: "Get a blog post",
    about: "Admins can read posts in any state, others only published posts.",
    parameters: {
      id: "ID or slug of the post; earlier slugs work too.",
      locale: "Language of the slug, if both languages have it.",
    },
    responses: {
      200: "The post.",
    },
  },
  getApiCategories: {
    summary: "List blog categories",
    responses: {
      200: "All categories, by name.",
    },
  },
  postApiPosts: {
    summary: "Create a post",
    about:
      "Without a `state` the post is a draft; with `publish_at` it is scheduled. Publishing requires a `body`. To upload pictures first, choose an `_id` (16 characters of `0-9a-z` without `i`, `l`, `o`, `u`) and store them under `images/blog/{_id}/`.",
    fields: {
      _id: "ID chosen by the caller, so that repeating the call creates one post",
      locale: "Language of the post; it can’t be changed",
      title: "Title, 10 to 120 characters",
      slug: "Last segment of its URL; derived from the title if empty",
      excerpt: "One or two sentences for lists and search engines",
      body: "Text in Markdown",
      category_id: "ID of its category",
      cover: "Path of one of its stored pictures",
      cover_alt: "Description of the cover, required with a cover",
      other_id: "ID of the translation in the other language",
      state: "New state",
      publish_at: "Publication time (ISO 8601)",
    },
    responses: {
      201: "The post.",
      403: "The caller is not an admin (`admins_only`).",
    },
  },
  putApiPostsById: {
    summary: "Update a post",
    about:
      "Omitted fields stay unchanged. `state` publishes the post, schedules it for `publish_at`, or makes it a draft again. A draft’s slug follows its title; otherwise only a new `slug` changes it, and the earlier one redirects to it. Without a `version` the post is overwritten.",
    parameters: {
      id: "ID of the post.",
    },
    fields: {
      locale: "Language of the post; it can’t be changed",
      title: "Title, 10 to 120 characters",
      slug: "Last segment of its URL; derived from the title if empty",
      excerpt: "One or two sentences for lists and search engines",
      body: "Text in Markdown",
      category_id: "ID of its category",
      cover: "Path of one of its stored pictures",
      cover_alt: "Description of the cover, required with a cover",
      other_id: "ID of the translation in the other language",
      state: "New state",
      publish_at: "Publication time (ISO 8601)",
      version: "The version that you read",
    },
    responses: {
      200: "The updated post.",
      403: "The caller is not an admin (`admins_only`).",
      409: "The post was changed by another request (`datastale`).",
    },
  },
  deleteApiPostsById: {
    summary: "Delete a post",
    about: "Deletes the post permanently, with its pictures and URLs. Its translation stays.",
    parameters: {
      id: "ID of the post.",
      version: "The version that you read; without it, any version is deleted.",
    },
    responses: {
      204: "The post was deleted.",
      403: "The caller is not an admin (`admins_only`).",
      409: "The post was changed by another request (`datastale`).",
    },
  },
  postApiCategories: {
    summary: "Create a category",
    about: "The ID is derived from the English name and never changes.",
    fields: {
      name: "Name in each language",
    },
    responses: {
      201: "The category.",
      403: "The caller is not an admin (`admins_only`).",
    },
  },
  putApiCategoriesById: {
    summary: "Rename a category",
    parameters: {
      id: "ID of the category.",
    },
    fields: {
      name: "Name in each language",
    },
    responses: {
      200: "The renamed category.",
      403: "The caller is not an admin (`admins_only`).",
    },
  },
  deleteApiCategoriesById: {
    summary: "Delete a category",
    parameters: {
      id: "ID of the category.",
    },
    responses: {
      204: "The category was deleted.",
      403: "The caller is not an admin (`admins_only`).",
      409: "The category has posts (`category_in_use`).",
    },
  },
};
