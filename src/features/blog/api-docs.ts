import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  getApiPosts: {
    summary: "Posts of the blog",
    about:
      "What is published, the newest first, ten at a time; of both languages unless `locale` says one. Administrators may ask for another `state`, others are refused.",
    parameters: {
      locale: "`en` or `ro`.",
      category: "A category’s id.",
      state: "`draft`, `scheduled` or `published` (the default).",
      after: "The cursor `next` of the page before.",
    },
    answers: {
      200: "A page of posts.",
    },
  },
  getApiPostsById: {
    summary: "A post",
    about: "Administrators see it in any state, others once it is published.",
    parameters: {
      id: "The post’s id, or its slug; an earlier slug finds it, too.",
      locale: "The language whose slug it is, where both have one like it.",
    },
    answers: {
      200: "The post.",
    },
  },
  getApiCategories: {
    summary: "Categories of the blog",
    answers: {
      200: "All of them, by name.",
    },
  },
  postApiPosts: {
    summary: "Write a post",
    about:
      "Without a `state` it is a draft, with `publish_at` it is scheduled for that moment. What comes out needs a `body`. Pictures can be stored under `images/blog/{_id}/` before, with an `_id` drawn by the caller (16 characters of `0-9a-z` without `i`, `l`, `o`, `u`).",
    fields: {
      _id: "An id drawn by the caller, so that a post sent twice is one",
      locale: "The language it is written in; it never changes",
      title: "10 to 120 characters",
      slug: "The end of its address; empty: made from the title",
      excerpt: "One or two sentences for lists and search engines",
      body: "The text, in Markdown",
      category_id: "The category it stands in",
      cover: "The path of one of its stored pictures",
      cover_alt: "What the cover shows; needed with one",
      other_id: "The post that says the same in the other language",
      state: "What becomes of it",
      publish_at: "When it comes out, ISO 8601",
    },
    answers: {
      201: "The post.",
      403: "Only for administrators (`admins_only`).",
    },
  },
  putApiPostsById: {
    summary: "Change a post",
    about:
      "What is left out stays as it is. `state` publishes it, schedules it for `publish_at`, or makes it a draft again. A title that changes makes another slug, and the earlier one leads to it. Without a `version` it is written over whatever stands there.",
    parameters: {
      id: "The post’s id.",
    },
    fields: {
      locale: "The language it is written in; it never changes",
      title: "10 to 120 characters",
      slug: "The end of its address; empty: made from the title",
      excerpt: "One or two sentences for lists and search engines",
      body: "The text, in Markdown",
      category_id: "The category it stands in",
      cover: "The path of one of its stored pictures",
      cover_alt: "What the cover shows; needed with one",
      other_id: "The post that says the same in the other language",
      state: "What becomes of it",
      publish_at: "When it comes out, ISO 8601",
      version: "The version that was seen",
    },
    answers: {
      200: "The post, changed.",
      403: "Only for administrators (`admins_only`).",
      409: "Another request changed it first (`datastale`).",
    },
  },
  deleteApiPostsById: {
    summary: "Delete a post",
    about: "It goes for good, with its pictures and addresses. Its counterpart in the other language stays.",
    parameters: {
      id: "The post’s id.",
      version: "The version that was seen; without it, whatever stands there is deleted.",
    },
    answers: {
      204: "Deleted.",
      403: "Only for administrators (`admins_only`).",
      409: "Another request changed it first (`datastale`).",
    },
  },
  postApiCategories: {
    summary: "Add a category",
    about: "Its id is made from its English name and never changes.",
    fields: {
      name: "The names",
    },
    answers: {
      201: "The category.",
      403: "Only for administrators (`admins_only`).",
    },
  },
  putApiCategoriesById: {
    summary: "Rename a category",
    parameters: {
      id: "The category’s id.",
    },
    fields: {
      name: "The names",
    },
    answers: {
      200: "The category, renamed.",
      403: "Only for administrators (`admins_only`).",
    },
  },
  deleteApiCategoriesById: {
    summary: "Delete a category",
    parameters: {
      id: "The category’s id.",
    },
    answers: {
      204: "Deleted.",
      403: "Only for administrators (`admins_only`).",
      409: "There are posts in it (`category_in_use`).",
    },
  },
};
