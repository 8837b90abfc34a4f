import { testimonials } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { db } from "../../../helpers/app";
import { makeUser } from "../../../helpers/factories";
import { proveCalls, type Scene } from "./prove";
import { exhaustLimits, malformed, member, TOO_LARGE } from "./scenes";

const ALL = paths.apiTestimonials();
const NOWHERE = "0000000000000000";
const SAID = {
  text: "Am găsit un profesor bun în două zile.",
  name: "Ioana P.",
  role: "mamă a doi copii, Cluj",
  consent: true,
};

const learner = async (scene: Scene) => ({ headers: (await member(scene)).headers });
const admin = async (scene: Scene) => ({ headers: (await member(scene, { role: "a" })).headers });

async function stored({ app }: Scene, state: "pending" | "published" = "pending"): Promise<string> {
  const id = newId();
  const { consent: _, ...words } = SAID;
  await db.insert(testimonials).values({
    ...words,
    id,
    userId: (await makeUser(app)).id,
    locale: "ro",
    consentTs: app.clock.now,
    state,
    createdTs: app.clock.now,
  });
  return id;
}

proveCalls("testimonials", {
  "GET /api/testimonials": {
    200: [
      async (scene) => {
        await stored(scene, "published");
        return scene.send(ALL);
      },
      ({ send }) => send(`${ALL}?after=spoiled`),
    ],
  },
  "POST /api/testimonials": {
    201: async (scene) => scene.send(ALL, { json: SAID, ...(await learner(scene)) }),
    400: async (scene) => scene.send(ALL, malformed((await learner(scene)).headers)),
    401: ({ send }) => send(ALL, { json: SAID }),
    409: async (scene) => {
      const headers = { ...(await learner(scene)).headers, "idempotency-key": newId() };
      await scene.send(ALL, { json: SAID, headers });
      return scene.send(ALL, { json: { ...SAID, name: "Ana" }, headers });
    },
    413: async (scene) => scene.send(ALL, { json: { ...SAID, text: TOO_LARGE }, ...(await learner(scene)) }),
    415: async (scene) => scene.send(ALL, { form: { text: SAID.text }, ...(await learner(scene)) }),
    422: [
      async (scene) => scene.send(ALL, { json: { ...SAID, consent: false }, ...(await learner(scene)) }),
      async (scene) => scene.send(ALL, { json: { ...SAID, text: "Scurt." }, ...(await learner(scene)) }),
    ],
    429: async (scene) => {
      const who = await learner(scene);
      await scene.send(ALL, { json: SAID, ...who });
      await exhaustLimits(scene.app);
      return scene.send(ALL, { json: SAID, ...who });
    },
  },
  "PATCH /api/testimonials/{id}": {
    200: ["published", "rejected", "pending"].map((state) => async (scene: Scene) => {
      const path = paths.apiTestimonial(await stored(scene));
      return scene.send(path, { json: { state }, ...(await admin(scene)) });
    }),
    400: async (scene) =>
      scene.send(paths.apiTestimonial(await stored(scene)), malformed((await admin(scene)).headers)),
    401: async (scene) =>
      scene.send(paths.apiTestimonial(await stored(scene)), { json: { state: "published" } }),
    403: async (scene) =>
      scene.send(paths.apiTestimonial(await stored(scene)), {
        json: { state: "published" },
        ...(await learner(scene)),
      }),
    404: [
      async (scene) =>
        scene.send(paths.apiTestimonial(NOWHERE), { json: { state: "published" }, ...(await admin(scene)) }),
      async (scene) =>
        scene.send(paths.apiTestimonial("nope"), { json: { state: "published" }, ...(await admin(scene)) }),
    ],
    413: async (scene) =>
      scene.send(paths.apiTestimonial(await stored(scene)), {
        json: { state: TOO_LARGE },
        ...(await admin(scene)),
      }),
    415: async (scene) =>
      scene.send(paths.apiTestimonial(await stored(scene)), {
        form: { state: "published" },
        ...(await admin(scene)),
      }),
    422: async (scene) =>
      scene.send(paths.apiTestimonial(await stored(scene)), {
        json: { state: "deleted" },
        ...(await admin(scene)),
      }),
  },
});
