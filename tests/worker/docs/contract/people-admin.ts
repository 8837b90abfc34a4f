import { paths } from "@/shared/paths";
import { makeListing, makeTeacher, makeUser } from "../../../helpers/factories";
import type { Asked, Scene } from "./prove";
import { malformed, member, TOO_LARGE } from "./scenes";

const ALL = paths.apiAdminUsers();
const NOBODY = "0000000000000000";

const as = async (scene: Scene, given: Parameters<typeof member>[1]) => ({
  headers: (await member(scene, given)).headers,
});
const admin = (scene: Scene) => as(scene, { role: "a" });
const maker = (scene: Scene) => as(scene, { role: "a", canCreateAdmin: true });
const person = async ({ app }: Scene) => paths.apiAdminUser((await makeUser(app)).id);

/** What admins do with people. */
export const ADMINISTER_PEOPLE: Asked = {
  "GET /api/admin/users": {
    200: [
      async (scene) => scene.send(ALL, await admin(scene)),
      async (scene) => scene.send(`${ALL}?q=an&role=u&disabled=false&after=spoiled`, await admin(scene)),
      async (scene) => {
        await makeTeacher(scene.app);
        return scene.send(`${ALL}?role=t`, await admin(scene));
      },
    ],
    401: ({ send }) => send(ALL),
    403: async (scene) => scene.send(ALL, await as(scene, { role: "t" })),
    422: [
      async (scene) => scene.send(`${ALL}?role=admin`, await admin(scene)),
      async (scene) => scene.send(`${ALL}?disabled=perhaps`, await admin(scene)),
      async (scene) => scene.send(`${ALL}?q=${"a".repeat(201)}`, await admin(scene)),
    ],
  },
  "PATCH /api/admin/users/{id}": {
    200: [
      async (scene) =>
        scene.send(await person(scene), {
          json: { disabled: true, reason: "Mesaje nedorite." },
          ...(await admin(scene)),
        }),
      async (scene) => scene.send(await person(scene), { json: { role: "a" }, ...(await maker(scene)) }),
      // Nothing to change is no failure.
      async (scene) =>
        scene.send(await person(scene), { json: { disabled: false }, ...(await admin(scene)) }),
    ],
    400: async (scene) => scene.send(await person(scene), malformed((await admin(scene)).headers)),
    401: async (scene) => scene.send(await person(scene), { json: { disabled: true } }),
    403: [
      async (scene) =>
        scene.send(await person(scene), { json: { disabled: true }, ...(await as(scene, { role: "t" })) }),
      async (scene) => {
        const { user } = await member(scene, { role: "a", canCreateAdmin: true });
        return scene.send(paths.apiAdminUser(user.id), { json: { disabled: true }, ...(await admin(scene)) });
      },
      async (scene) => scene.send(await person(scene), { json: { role: "a" }, ...(await admin(scene)) }),
      async (scene) => {
        const { user, headers } = await member(scene, { role: "a", canCreateAdmin: true });
        return scene.send(paths.apiAdminUser(user.id), { json: { role: "u" }, headers });
      },
    ],
    404: [
      async (scene) =>
        scene.send(paths.apiAdminUser(NOBODY), { json: { disabled: true }, ...(await admin(scene)) }),
      async (scene) =>
        scene.send(paths.apiAdminUser("nope"), { json: { disabled: true }, ...(await admin(scene)) }),
    ],
    409: [
      async (scene) => {
        const teacher = await makeTeacher(scene.app);
        await makeListing(scene.app, teacher);
        return scene.send(paths.apiAdminUser(teacher.id), { json: { role: "u" }, ...(await admin(scene)) });
      },
    ],
    413: async (scene) =>
      scene.send(await person(scene), {
        json: { disabled: true, reason: TOO_LARGE },
        ...(await admin(scene)),
      }),
    415: async (scene) =>
      scene.send(await person(scene), { form: { disabled: "true" }, ...(await admin(scene)) }),
    422: [
      async (scene) => scene.send(await person(scene), { json: {}, ...(await admin(scene)) }),
      async (scene) => scene.send(await person(scene), { json: { role: "x" }, ...(await admin(scene)) }),
      async (scene) =>
        scene.send(await person(scene), {
          json: { disabled: true, reason: "a".repeat(1001) },
          ...(await admin(scene)),
        }),
    ],
  },
};
