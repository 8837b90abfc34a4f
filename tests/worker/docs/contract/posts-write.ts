import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { makeCategory, makePost } from "../../../helpers/make-post";
import type { Asked, Scene } from "./prove";
import { BAD_TOKEN, huge, malformed, member } from "./scenes";

const POST = { locale: "ro", title: "Un articol despre examene", body: "Cuvinte." };
const NAMES = { name: { en: "Exams", ro: "Examene" } };

const editor = async (scene: Scene) => ({ headers: (await member(scene, { role: "a" })).headers });
const learner = async (scene: Scene) => ({ headers: (await member(scene)).headers });

const postPath = async ({ app }: Scene) => paths.apiPost((await makePost(app)).id);
async function categoryPath() {
  const id = newId();
  await makeCategory(id, "Exams", "Examene");
  return paths.apiCategory(id);
}

/** What calls with a body refuse, wherever they lead. */
const bodyRefusals = (pathOf: (scene: Scene) => Promise<string> | string, json: object) => ({
  400: async (scene: Scene) => scene.send(await pathOf(scene), malformed((await editor(scene)).headers)),
  401: async (scene: Scene) => scene.send(await pathOf(scene), { json, ...BAD_TOKEN }),
  403: async (scene: Scene) => scene.send(await pathOf(scene), { json, ...(await learner(scene)) }),
  413: async (scene: Scene) => scene.send(await pathOf(scene), huge((await editor(scene)).headers)),
  415: async (scene: Scene) =>
    scene.send(await pathOf(scene), { form: { title: "x" }, ...(await editor(scene)) }),
});

/** Another request under a key that was used. */
const reused = (path: string, json: object) => async (scene: Scene) => {
  const { headers } = await editor(scene);
  const keyed = { headers: { ...headers, "idempotency-key": newId() } };
  await scene.send(path, { json, ...keyed });
  return scene.send(path, { json: { ...json, more: 1 }, ...keyed });
};

/** The calls that write the blog. */
export const WRITE_POSTS: Asked = {
  "POST /api/posts": {
    ...bodyRefusals(() => paths.apiPosts(), POST),
    201: [
      async (scene) => scene.send(paths.apiPosts(), { json: POST, ...(await editor(scene)) }),
      async (scene) =>
        scene.send(paths.apiPosts(), { json: { ...POST, state: "published" }, ...(await editor(scene)) }),
    ],
    409: reused(paths.apiPosts(), POST),
    422: async (scene) =>
      scene.send(paths.apiPosts(), { json: { ...POST, title: "Scurt" }, ...(await editor(scene)) }),
  },
  "PUT /api/posts/{id}": {
    ...bodyRefusals(postPath, {}),
    200: async (scene) =>
      scene.send(await postPath(scene), { json: { title: "Alt titlu, mai bun" }, ...(await editor(scene)) }),
    404: async (scene) => scene.send(paths.apiPost(newId()), { json: {}, ...(await editor(scene)) }),
    409: async (scene) =>
      scene.send(await postPath(scene), { json: { version: 7 }, ...(await editor(scene)) }),
    422: async (scene) =>
      scene.send(await postPath(scene), { json: { locale: "en" }, ...(await editor(scene)) }),
  },
  "DELETE /api/posts/{id}": {
    204: async (scene) => scene.send(await postPath(scene), await editor(scene)),
    401: async (scene) => scene.send(await postPath(scene), BAD_TOKEN),
    403: async (scene) => scene.send(await postPath(scene), await learner(scene)),
    404: async (scene) => scene.send(paths.apiPost(newId()), await editor(scene)),
    409: async (scene) => scene.send(`${await postPath(scene)}?version=7`, await editor(scene)),
    422: async (scene) => scene.send(`${await postPath(scene)}?version=x`, await editor(scene)),
  },
  "POST /api/categories": {
    ...bodyRefusals(() => paths.apiCategories(), NAMES),
    201: async (scene) => scene.send(paths.apiCategories(), { json: NAMES, ...(await editor(scene)) }),
    409: reused(paths.apiCategories(), NAMES),
    422: async (scene) =>
      scene.send(paths.apiCategories(), { json: { name: { en: "E" } }, ...(await editor(scene)) }),
  },
  "PUT /api/categories/{id}": {
    ...bodyRefusals(categoryPath, NAMES),
    200: async (scene) => scene.send(await categoryPath(), { json: NAMES, ...(await editor(scene)) }),
    404: async (scene) => scene.send(paths.apiCategory("nothing"), { json: NAMES, ...(await editor(scene)) }),
    422: async (scene) => scene.send(await categoryPath(), { json: {}, ...(await editor(scene)) }),
  },
  "DELETE /api/categories/{id}": {
    204: async (scene) => scene.send(await categoryPath(), await editor(scene)),
    401: async (scene) => scene.send(await categoryPath(), BAD_TOKEN),
    403: async (scene) => scene.send(await categoryPath(), await learner(scene)),
    404: async (scene) => scene.send(paths.apiCategory("nothing"), await editor(scene)),
    409: async (scene) => {
      const id = newId();
      await makeCategory(id, "Exams", "Examene");
      await makePost(scene.app, { categoryId: id });
      return scene.send(paths.apiCategory(id), await editor(scene));
    },
  },
};
