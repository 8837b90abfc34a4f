import { mailsTo, makeUser } from "../../../helpers/factories";
import { learner, makeMember, newEmail, PASSWORD, tokenIn } from "../../../helpers/people";
import { proveCalls, type Scene } from "./prove";
import { exhaustLimits, malformed, member, TOO_LARGE } from "./scenes";

const APP_CHECK = { TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" };
const SIGN_UP = "/auth/users/signup";
const SPECIAL = "/auth/users/create_special_user";
const FORGOT = "/auth/users/forgot-password";
const RESET = "/auth/users/reset-password";
const DISABLE = "/auth/users/me/disable";
const NEW_PASSWORD = "codrul frate cu romanul";

const idempotencyKey = (key: string) => ({ headers: { "idempotency-key": key } });

/** The same key for two different bodies. */
async function reusedKey(send: Scene["send"], path: string, bodies: [object, object], headers: object = {}) {
  const key = { ...headers, "idempotency-key": "one and the same".replaceAll(" ", "-") };
  await send(path, { json: bodies[0], headers: key });
  return send(path, { json: bodies[1], headers: key });
}

const admin = (scene: Scene) => member(scene, { role: "a", canCreateAdmin: true });
const headersOf = async (someone: Promise<{ headers: Record<string, string> }>) => ({
  headers: (await someone).headers,
});
const special = (given: object = {}) => {
  const { password: _, ...account } = learner({ role: "t", ...given });
  return account;
};

/** The path of a reset by a token that was really mailed. */
async function mailedReset({ app, request }: Scene): Promise<string> {
  const { email } = await makeMember(app, { email: newEmail() });
  await request(`${FORGOT}/${email}`);
  const [mail] = (await mailsTo(email)).slice(-1);
  return `${RESET}?token=${tokenIn(mail?.text ?? "")}`;
}

proveCalls("accounts", {
  "POST /auth/users/signup": {
    201: ({ send }) => send(SIGN_UP, { json: learner() }),
    400: ({ send }) => send(SIGN_UP, malformed()),
    403: ({ configured }) => configured(APP_CHECK).send(SIGN_UP, { json: learner() }),
    409: ({ send }) => reusedKey(send, SIGN_UP, [learner(), learner()]),
    413: ({ send }) => send(SIGN_UP, { json: learner({ first_name: TOO_LARGE }) }),
    415: ({ send }) => send(SIGN_UP, { form: { email: newEmail() } }),
    422: ({ send }) => send(SIGN_UP, { json: learner({ password: "scurt" }), ...idempotencyKey("a") }),
    429: async ({ app, send }) => {
      await send(SIGN_UP, { json: learner() });
      await exhaustLimits(app);
      return send(SIGN_UP, { json: learner() });
    },
    503: (scene) => scene.whileBusy().send(SIGN_UP, { json: learner() }),
  },
  "POST /auth/users/create_special_user": {
    201: async (scene) => scene.send(SPECIAL, { json: special(), ...(await headersOf(admin(scene))) }),
    400: async (scene) => {
      return scene.send(SPECIAL, malformed((await admin(scene)).headers));
    },
    401: ({ send }) => send(SPECIAL, { json: special() }),
    403: async (scene) => scene.send(SPECIAL, { json: special(), ...(await headersOf(member(scene))) }),
    409: async (scene) => {
      const { email } = await makeUser(scene.app);
      return scene.send(SPECIAL, { json: special({ email }), ...(await headersOf(admin(scene))) });
    },
    413: async (scene) => {
      const json = special({ first_name: TOO_LARGE });
      return scene.send(SPECIAL, { json, ...(await headersOf(admin(scene))) });
    },
    415: async (scene) => scene.send(SPECIAL, { form: { role: "a" }, ...(await headersOf(admin(scene))) }),
    422: async (scene) => scene.send(SPECIAL, { json: {}, ...(await headersOf(admin(scene))) }),
  },
  "GET /auth/users/forgot-password/{user}": {
    200: ({ send }) => send(`${FORGOT}/nimeni@example.test`),
    403: ({ configured }) => configured(APP_CHECK).send(`${FORGOT}/nimeni@example.test`),
    429: async ({ app, send }) => {
      await send(`${FORGOT}/uituc@example.test`);
      await exhaustLimits(app);
      return send(`${FORGOT}/uituc@example.test`);
    },
  },
  "PUT /auth/users/reset-password": {
    200: async (scene) => scene.send(await mailedReset(scene), { json: { password: NEW_PASSWORD } }),
    400: ({ send }) => send(`${RESET}?token=unknown`, { json: { password: NEW_PASSWORD } }),
    413: ({ send }) => send(`${RESET}?token=unknown`, { json: { password: TOO_LARGE } }),
    415: ({ send }) => send(`${RESET}?token=unknown`, { form: { password: NEW_PASSWORD } }),
    422: async (scene) => scene.send(await mailedReset(scene), { json: { password: "scurt" } }),
    503: async (scene) =>
      scene.whileBusy().send(await mailedReset(scene), { json: { password: NEW_PASSWORD } }),
  },
  "PATCH /auth/users/me/disable": {
    200: async (scene) =>
      scene.send(DISABLE, { json: { password: PASSWORD }, ...(await headersOf(member(scene))) }),
    400: async (scene) => {
      return scene.send(DISABLE, malformed((await member(scene)).headers));
    },
    401: ({ send }) => send(DISABLE, { json: { password: PASSWORD } }),
    403: async (scene) =>
      scene.send(DISABLE, { json: { password: "altceva" }, ...(await headersOf(member(scene))) }),
    409: async (scene) => {
      await scene.app.bindings.DB.prepare("update users set can_create_admin = 0").run();
      return scene.send(DISABLE, { json: { password: PASSWORD }, ...(await headersOf(admin(scene))) });
    },
    413: async (scene) =>
      scene.send(DISABLE, { json: { password: TOO_LARGE }, ...(await headersOf(member(scene))) }),
    415: async (scene) =>
      scene.send(DISABLE, { form: { password: PASSWORD }, ...(await headersOf(member(scene))) }),
    422: async (scene) => scene.send(DISABLE, { json: {}, ...(await headersOf(member(scene))) }),
    429: async (scene) => {
      const who = await headersOf(member(scene));
      await scene.send(DISABLE, { json: { password: "altceva" }, ...who });
      await exhaustLimits(scene.app);
      return scene.send(DISABLE, { json: { password: PASSWORD }, ...who });
    },
    503: async (scene) =>
      scene.whileBusy().send(DISABLE, { json: { password: PASSWORD }, ...(await headersOf(member(scene))) }),
  },
});
