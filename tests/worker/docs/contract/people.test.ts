import { gzipSync } from "node:zlib";
import { makeTeacher, makeUser } from "../../../helpers/factories";
import { PASSWORD } from "../../../helpers/people";
import { ADMINISTER_PEOPLE } from "./people-admin";
import { proveCalls, type Scene } from "./prove";
import { exhaustLimits, malformed, member, TOO_LARGE } from "./scenes";

const ME = "/auth/users/me";

const signedIn = async (scene: Scene, given: Parameters<typeof member>[1] = {}) => ({
  headers: (await member(scene, given)).headers,
});

const userList = (list: unknown) =>
  `/auth/users/user-list?user_list=${gzipSync(JSON.stringify(list)).toString("base64url")}`;

const TEACHING = {
  phone_number: "0712 345 678",
  county: "cj",
  qualifications: ["Gradul didactic I"],
  experience: { job: 3, teaching: 7 },
};

proveCalls("people", {
  ...ADMINISTER_PEOPLE,
  "GET /auth/users/me": {
    200: async (scene) => scene.send(ME, await signedIn(scene, { role: "t" })),
    401: ({ send }) => send(ME),
  },
  "PUT /auth/users/me": {
    200: async (scene) =>
      scene.send(ME, {
        json: { first_name: "Maria", teacher_information: TEACHING },
        ...(await signedIn(scene, { role: "t" })),
      }),
    400: async (scene) => {
      return scene.send(ME, malformed((await signedIn(scene)).headers));
    },
    401: ({ send }) => send(ME, { json: { first_name: "Maria" } }),
    413: async (scene) => scene.send(ME, { json: { first_name: TOO_LARGE }, ...(await signedIn(scene)) }),
    415: async (scene) => scene.send(ME, { form: { first_name: "Maria" }, ...(await signedIn(scene)) }),
    422: async (scene) => scene.send(ME, { json: { first_name: "" }, ...(await signedIn(scene)) }),
  },
  "DELETE /auth/users/me": {
    200: async (scene) => scene.send(ME, { json: { password: PASSWORD }, ...(await signedIn(scene)) }),
    400: async (scene) => scene.send(ME, malformed((await signedIn(scene)).headers)),
    401: ({ send }) => send(ME, { json: { password: PASSWORD } }),
    403: async (scene) => scene.send(ME, { json: { password: "altceva" }, ...(await signedIn(scene)) }),
    409: async (scene) => {
      await scene.app.bindings.DB.prepare("update users set can_create_admin = 0").run();
      const admin = await signedIn(scene, { role: "a", canCreateAdmin: true });
      return scene.send(ME, { json: { password: PASSWORD }, ...admin });
    },
    413: async (scene) => scene.send(ME, { json: { password: TOO_LARGE }, ...(await signedIn(scene)) }),
    415: async (scene) => scene.send(ME, { form: { password: PASSWORD }, ...(await signedIn(scene)) }),
    422: async (scene) => scene.send(ME, { json: {}, ...(await signedIn(scene)) }),
    429: async (scene) => {
      const who = await signedIn(scene);
      await scene.send(ME, { json: { password: "altceva" }, ...who });
      await exhaustLimits(scene.app);
      return scene.send(ME, { json: { password: PASSWORD }, ...who });
    },
    503: async (scene) =>
      scene.whileBusy().send(ME, { json: { password: PASSWORD }, ...(await signedIn(scene)) }),
  },
  "GET /auth/users/user-list": {
    200: async ({ app, send }) => {
      const people = [await makeTeacher(app), await makeUser(app, { profilePicture: "webp" })];
      return send(userList(people.map(({ id }) => id)));
    },
    400: ({ send }) => send("/auth/users/user-list?user_list=not+gzip"),
    413: ({ send }) => send(userList(["x".repeat(100_000)])),
    422: ({ send }) => send(userList(Array(1001).fill("x"))),
  },
  "GET /auth/users/{id}": {
    200: [
      async ({ app, send }) => send(`/auth/users/${(await makeTeacher(app)).id}`),
      async ({ app, send }) => send(`/auth/users/${(await makeUser(app)).id}`),
      async (scene) => {
        const { user, headers } = await member(scene, { role: "t" });
        return scene.send(`/auth/users/${user.id}`, { headers });
      },
      async (scene) => {
        const { headers } = await member(scene, { role: "a" });
        return scene.send(`/auth/users/${(await makeTeacher(scene.app)).id}`, { headers });
      },
    ],
    404: ({ send }) => send("/auth/users/0000000000000000"),
  },
});
