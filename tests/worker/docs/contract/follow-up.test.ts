import { contactMessages } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { db } from "../../../helpers/app";
import { proveCalls, type Scene } from "./prove";
import { malformed, member, TOO_LARGE } from "./scenes";

const ALL = paths.apiFollowUp();

const admin = (scene: Scene) => member(scene, { role: "a" });
const learner = async (scene: Scene) => ({ headers: (await member(scene)).headers });

/** The path of a row that stands in the list. */
async function row({ app }: Scene): Promise<string> {
  const id = newId();
  await db.insert(contactMessages).values({
    id,
    name: "Ilinca",
    email: "ilinca@example.test",
    subject: "Fotografia de profil",
    message: "Cum o schimb?",
    locale: "ro",
    createdTs: app.clock.now,
  });
  return paths.apiFollowUpRow(`contact:${id}`);
}

proveCalls("follow-up", {
  "GET /api/admin/follow-up": {
    200: [
      async (scene) => {
        const { user, headers } = await admin(scene);
        const json = { note: "Sun-o mâine", owner: user.id, due: "2026-11-21" };
        await scene.request(await row(scene), { method: "PATCH", json, headers });
        return scene.send(ALL, { headers });
      },
      async (scene) => scene.send(`${ALL}?after=spoiled`, await admin(scene)),
    ],
    401: ({ send }) => send(ALL),
    403: async (scene) => scene.send(ALL, await learner(scene)),
    422: [
      async (scene) => scene.send(paths.apiFollowUp({ queue: "nope" }), await admin(scene)),
      async (scene) => scene.send(paths.apiFollowUp({ owner: "somebody" }), await admin(scene)),
    ],
  },
  "PATCH /api/admin/follow-up/{key}": {
    200: [
      async (scene) =>
        scene.send(await row(scene), { json: { outcome: "Răspuns" }, headers: (await admin(scene)).headers }),
      async (scene) => {
        const { user, headers } = await admin(scene);
        const json = { note: "Sun-o mâine", owner: user.id, due: "2026-11-21", snoozed_until: "2026-11-22" };
        return scene.send(await row(scene), { json: { ...json, version: 0 }, headers });
      },
    ],
    400: async (scene) => scene.send(await row(scene), malformed((await admin(scene)).headers)),
    401: async (scene) => scene.send(await row(scene), { json: { note: "" } }),
    403: async (scene) => scene.send(await row(scene), { json: { note: "" }, ...(await learner(scene)) }),
    404: [
      async (scene) =>
        scene.send(paths.apiFollowUpRow("contact:0000000000000000"), {
          json: { note: "x" },
          headers: (await admin(scene)).headers,
        }),
      async (scene) =>
        scene.send(paths.apiFollowUpRow("nope"), { json: {}, headers: (await admin(scene)).headers }),
    ],
    409: async (scene) => {
      const { headers } = await admin(scene);
      const path = await row(scene);
      await scene.request(path, { method: "PATCH", json: { note: "Eu", version: 0 }, headers });
      return scene.send(path, { json: { note: "Tu", version: 0 }, headers });
    },
    413: async (scene) =>
      scene.send(await row(scene), { json: { note: TOO_LARGE }, headers: (await admin(scene)).headers }),
    415: async (scene) =>
      scene.send(await row(scene), { form: { note: "x" }, headers: (await admin(scene)).headers }),
    422: [
      async (scene) => {
        const { headers } = await admin(scene);
        return scene.send(await row(scene), { json: { due: "2026-02-30" }, headers });
      },
      async (scene) => {
        const { headers } = await admin(scene);
        const { user } = await member(scene);
        return scene.send(await row(scene), { json: { owner: user.id }, headers });
      },
    ],
  },
});
