import { newId } from "@/shared/ids";
import { makeCategory, makePost } from "../../../helpers/make-post";
import type { Asked } from "./prove";
import { BAD_TOKEN, member } from "./scenes";

/** The calls that read the blog. */
export const READ_POSTS: Asked = {
  "GET /api/posts": {
    200: [
      async ({ app, send }) => {
        await makePost(app);
        return send("/api/posts?locale=ro");
      },
      async (scene) => {
        const { headers } = await member(scene, { role: "a" });
        await makePost(scene.app, { publishTs: null });
        return scene.send("/api/posts?state=draft", { headers });
      },
    ],
    401: [({ send }) => send("/api/posts", BAD_TOKEN), ({ send }) => send("/api/posts?state=draft")],
    403: async (scene) => {
      const { headers } = await member(scene);
      return scene.send("/api/posts?state=scheduled", { headers });
    },
  },
  "GET /api/posts/{id}": {
    200: async ({ app, send }) => send(`/api/posts/${(await makePost(app)).id}`),
    401: ({ send }) => send(`/api/posts/${newId()}`, BAD_TOKEN),
    404: ({ send }) => send(`/api/posts/${newId()}`),
  },
  "GET /api/categories": {
    200: async ({ send }) => {
      await makeCategory(newId(), "Exams", "Examene");
      return send("/api/categories");
    },
  },
};
