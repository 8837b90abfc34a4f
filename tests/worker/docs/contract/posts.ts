import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createCategory, createPost } from "../../../helpers/create-post";
import type { CallContext } from "./call-context";
import { INVALID_TOKEN, NO_TOKEN } from "./requests";
import type { Calls } from "./test-calls";

const POST = { locale: "ro", title: "Un articol despre examene", body: "Cuvinte." };
const NAMES = { name: { en: "Exams", ro: "Examene" } };

const createPostRequest = async ({ app }: CallContext) => ({
  path: paths.apiPost((await createPost(app)).id),
});
const createCategoryRequest = async () => ({
  path: paths.apiCategory(await createCategory(newId(), "Exams", "Examene")),
});

export const POSTS: Calls = {
  "GET /api/posts": {
    request: { path: "/api/posts" },
    200: [
      { path: "/api/posts?locale=ro" },
      async ({ app }) => {
        await createPost(app, { publishTs: null });
        return { path: "/api/posts?state=draft", by: "admin" };
      },
    ],
    401: [INVALID_TOKEN, { ...NO_TOKEN, path: "/api/posts?state=draft" }],
    403: { path: "/api/posts?state=scheduled", by: "learner" },
  },
  "GET /api/posts/{id}": {
    request: async ({ rows }) => ({ path: paths.apiPost(rows.post.id) }),
    200: {},
    404: { path: paths.apiPost(newId()) },
  },
  "GET /api/categories": { request: { path: paths.apiCategories() }, 200: {} },
  "POST /api/posts": {
    request: { path: paths.apiPosts(), json: POST, by: "admin" },
    201: [{}, { json: { ...POST, state: "published" } }],
    403: { by: "learner" },
    422: { json: { ...POST, title: "Scurt" } },
  },
  "PUT /api/posts/{id}": {
    request: async ({ rows }) => ({
      path: paths.apiPost(rows.post.id),
      json: { title: "Alt titlu, mai bun" },
      by: "admin",
    }),
    200: createPostRequest,
    403: { by: "learner" },
    404: { path: paths.apiPost(newId()) },
    409: { json: { version: 7 } },
    422: { json: { locale: "en" } },
  },
  "DELETE /api/posts/{id}": {
    request: async ({ rows }) => ({ path: paths.apiPost(rows.post.id), by: "admin" }),
    204: createPostRequest,
    403: { by: "learner" },
    404: { path: paths.apiPost(newId()) },
    409: async ({ rows }) => ({ path: `${paths.apiPost(rows.post.id)}?version=7` }),
    422: async ({ rows }) => ({ path: `${paths.apiPost(rows.post.id)}?version=x` }),
  },
  "POST /api/categories": {
    request: { path: paths.apiCategories(), json: NAMES, by: "admin" },
    201: {},
    403: { by: "learner" },
    422: { json: { name: { en: "E" } } },
  },
  "PUT /api/categories/{id}": {
    request: async ({ rows }) => ({ path: paths.apiCategory(rows.category), json: NAMES, by: "admin" }),
    200: createCategoryRequest,
    403: { by: "learner" },
    404: { path: paths.apiCategory("nothing") },
    422: { json: {} },
  },
  "DELETE /api/categories/{id}": {
    request: async ({ rows }) => ({ path: paths.apiCategory(rows.category), by: "admin" }),
    204: createCategoryRequest,
    403: { by: "learner" },
    404: { path: paths.apiCategory("nothing") },
    409: async ({ app }) => {
      const categoryId = await createCategory(newId(), "Exams", "Examene");
      await createPost(app, { categoryId });
      return { path: paths.apiCategory(categoryId) };
    },
  },
};
