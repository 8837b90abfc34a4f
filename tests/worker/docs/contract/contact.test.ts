import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { proveCalls } from "./prove";
import { BAD_TOKEN, exhaustLimits, malformed, member, TOO_LARGE } from "./scenes";

const CALL = paths.apiContact();
const WRITTEN = {
  name: "Ilinca",
  email: "ilinca@example.test",
  subject: "O întrebare",
  message: "Bună ziua! De unde îmi pot schimba fotografia?",
};

proveCalls("contact", {
  "POST /api/contact": {
    201: [
      ({ send }) => send(CALL, { json: WRITTEN }),
      async (scene) => scene.send(CALL, { json: WRITTEN, headers: (await member(scene)).headers }),
    ],
    400: ({ send }) => send(CALL, malformed()),
    401: ({ send }) => send(CALL, { json: WRITTEN, ...BAD_TOKEN }),
    403: ({ configured }) =>
      configured({
        TURNSTILE_SITE_KEY: "site-key",
        TURNSTILE_SECRET_KEY: "secret-key",
        TURNSTILE_VERIFY_URL: "https://turnstile.test/siteverify",
      }).send(CALL, { json: { ...WRITTEN, subject: "Fără verificare" } }),
    409: async ({ send }) => {
      const headers = { "idempotency-key": newId() };
      await send(CALL, { json: WRITTEN, headers });
      return send(CALL, { json: { ...WRITTEN, name: "Ana" }, headers });
    },
    413: ({ send }) => send(CALL, { json: { ...WRITTEN, message: TOO_LARGE } }),
    415: ({ send }) => send(CALL, { form: WRITTEN }),
    422: ({ send }) => send(CALL, { json: { ...WRITTEN, message: "Scurt" } }),
    429: async ({ app, send }) => {
      await send(CALL, { json: { ...WRITTEN, subject: "Prima întrebare" } });
      await exhaustLimits(app);
      return send(CALL, { json: { ...WRITTEN, subject: "A doua întrebare" } });
    },
  },
});
