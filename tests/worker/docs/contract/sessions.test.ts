import { newJar } from "../../../helpers/app";
import { bearer, makeMember, newEmail, PASSWORD } from "../../../helpers/people";
import { proveCalls } from "./prove";
import { CROSS_SITE, exhaustLimits, huge, malformed, member, packed, TOO_LARGE } from "./scenes";

const TOKEN = "/auth/users/token";
const credentials = { username: "nimeni@example.test", password: PASSWORD };

proveCalls("sessions", {
  "POST /auth/users/token": {
    200: async ({ app, send }) => {
      const { email } = await makeMember(app, { email: newEmail() });
      return send(`${TOKEN}?remember_me=true`, { form: { username: email, password: PASSWORD } });
    },
    401: ({ send }) => send(TOKEN, { form: credentials }),
    403: ({ send }) => send(TOKEN, { form: credentials, headers: CROSS_SITE }),
    413: ({ send }) => send(TOKEN, { form: { ...credentials, password: TOO_LARGE } }),
    415: ({ send }) => send(TOKEN, { json: credentials }),
    422: ({ send }) => send(TOKEN, { form: { username: "nimeni@example.test" } }),
    429: async ({ app, send }) => {
      await send(TOKEN, { form: credentials });
      await exhaustLimits(app);
      return send(TOKEN, { form: credentials });
    },
    503: (scene) => scene.whileBusy().send(TOKEN, { form: credentials }),
  },
  "POST /auth/users/refresh": {
    200: async (scene) => {
      const { jar } = await member(scene);
      return scene.send("/auth/users/refresh", { as: jar });
    },
    401: ({ send }) => send("/auth/users/refresh", { as: newJar() }),
    403: async (scene) => {
      const { jar } = await member(scene);
      return scene.send("/auth/users/refresh", { as: jar, headers: CROSS_SITE });
    },
    413: ({ send }) => send("/auth/users/refresh", huge()),
    415: ({ send }) => send("/auth/users/refresh", packed()),
  },
  "POST /auth/users/logout": {
    200: async (scene) => {
      const { jar, token } = await member(scene);
      return scene.send("/auth/users/logout", {
        as: jar,
        json: { access_token: token, token_type: "bearer" },
      });
    },
    400: ({ send }) => send("/auth/users/logout", malformed()),
    401: ({ send }) => send("/auth/users/logout", { json: {} }),
    403: async (scene) => {
      const { jar } = await member(scene);
      return scene.send("/auth/users/logout", { as: jar, json: {}, headers: CROSS_SITE });
    },
    413: ({ send }) => send("/auth/users/logout", { json: { access_token: TOO_LARGE } }),
    415: ({ send }) => send("/auth/users/logout", { form: { access_token: "x" } }),
  },
  "GET /auth/users/is-authenticated": {
    200: async (scene) => {
      const { token } = await member(scene);
      return scene.send("/auth/users/is-authenticated", bearer(token));
    },
    401: ({ send }) => send("/auth/users/is-authenticated"),
  },
});
