import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { makeListing, makeTeacher, makeUser, signedIn } from "../../../helpers/factories";
import { proveCalls, type Scene } from "./prove";
import { BAD_TOKEN, exhaustLimits, malformed, member, session, TOO_LARGE } from "./scenes";

const NOWHERE = "0000000000000000";
const GUEST = { message: "Bună ziua! Mai aveți locuri?", name: "Ilinca", email: "ilinca@example.test" };
const REFUSING_CHECK = {
  TURNSTILE_SITE_KEY: "site-key",
  TURNSTILE_SECRET_KEY: "secret-key",
  TURNSTILE_VERIFY_URL: "https://turnstile.test/siteverify",
};

const offered = async ({ app }: Scene) => {
  const teacher = await makeTeacher(app);
  return { teacher, listing: await makeListing(app, teacher) };
};
const enquiriesOf = (id: string) => paths.apiListingEnquiries(id);
const phoneOf = (id: string) => paths.apiListingPhone(id);

/** A conversation that a learner began, with the credentials of both sides. */
async function conversation(scene: Scene) {
  const { teacher, listing } = await offered(scene);
  const learner = await makeUser(scene.app);
  const id = newId();
  await scene.app.post(paths.enquire(listing.id), {
    as: await signedIn(scene.app, learner),
    form: { message: "Bună ziua!", once: id },
  });
  return {
    id,
    asTeacher: { headers: (await session(scene, teacher)).headers },
    asLearner: { headers: (await session(scene, learner)).headers },
  };
}

proveCalls("enquiries", {
  "POST /api/listings/{id}/enquiries": {
    201: async (scene) => {
      const { listing } = await offered(scene);
      const { headers } = await member(scene);
      return scene.send(enquiriesOf(listing.id), { json: { message: "Bună ziua!" }, headers });
    },
    202: async (scene) => scene.send(enquiriesOf((await offered(scene)).listing.id), { json: GUEST }),
    400: async (scene) => scene.send(enquiriesOf((await offered(scene)).listing.id), malformed()),
    401: async (scene) =>
      scene.send(enquiriesOf((await offered(scene)).listing.id), { json: GUEST, ...BAD_TOKEN }),
    403: async (scene) => {
      const { listing } = await offered(scene);
      return scene.configured(REFUSING_CHECK).send(enquiriesOf(listing.id), { json: GUEST });
    },
    404: ({ send }) => send(enquiriesOf(NOWHERE), { json: GUEST }),
    409: async (scene) => {
      const { listing } = await offered(scene);
      const headers = { "idempotency-key": newId() };
      await scene.send(enquiriesOf(listing.id), { json: GUEST, headers });
      return scene.send(enquiriesOf(listing.id), { json: { ...GUEST, name: "Ana" }, headers });
    },
    413: async (scene) =>
      scene.send(enquiriesOf((await offered(scene)).listing.id), { json: { ...GUEST, message: TOO_LARGE } }),
    415: async (scene) => scene.send(enquiriesOf((await offered(scene)).listing.id), { form: GUEST }),
    422: async (scene) =>
      scene.send(enquiriesOf((await offered(scene)).listing.id), { json: { ...GUEST, email: "ilinca" } }),
    429: async (scene) => {
      const { listing } = await offered(scene);
      await scene.send(enquiriesOf(listing.id), { json: GUEST });
      await exhaustLimits(scene.app);
      return scene.send(enquiriesOf(listing.id), { json: { ...GUEST, message: "Încă una" } });
    },
  },
  "POST /api/listings/{id}/phone": {
    200: [
      async (scene) => scene.send(phoneOf((await offered(scene)).listing.id), { json: {} }),
      async (scene) => scene.send(phoneOf((await offered(scene)).listing.id)),
      async (scene) => {
        const { listing } = await offered(scene);
        const { headers } = await member(scene);
        return scene.send(phoneOf(listing.id), { headers });
      },
    ],
    400: async (scene) => scene.send(phoneOf((await offered(scene)).listing.id), malformed()),
    401: async (scene) => scene.send(phoneOf((await offered(scene)).listing.id), BAD_TOKEN),
    403: async (scene) => {
      const { listing } = await offered(scene);
      return scene.configured(REFUSING_CHECK).send(phoneOf(listing.id), { json: {} });
    },
    404: ({ send }) => send(phoneOf(NOWHERE), { json: {} }),
    409: async (scene) => {
      const { listing } = await offered(scene);
      const headers = { "idempotency-key": newId() };
      await scene.send(phoneOf(listing.id), { json: {}, headers });
      return scene.send(phoneOf(listing.id), { json: { "cf-turnstile-response": "x" }, headers });
    },
    413: async (scene) =>
      scene.send(phoneOf((await offered(scene)).listing.id), {
        json: { "cf-turnstile-response": TOO_LARGE },
      }),
    415: async (scene) => scene.send(phoneOf((await offered(scene)).listing.id), { form: { a: "b" } }),
    429: async (scene) => {
      const { listing } = await offered(scene);
      await scene.send(phoneOf(listing.id), { json: {} });
      await exhaustLimits(scene.app);
      return scene.send(phoneOf(listing.id), { json: {} });
    },
  },
  "GET /api/enquiries": {
    200: [
      async (scene) => scene.send(paths.apiEnquiries(), (await conversation(scene)).asTeacher),
      async (scene) => scene.send(paths.apiEnquiries({ box: "sent" }), (await conversation(scene)).asLearner),
    ],
    401: ({ send }) => send(paths.apiEnquiries()),
  },
  "GET /api/enquiries/{id}": {
    200: [
      async (scene) => {
        const { id, asTeacher } = await conversation(scene);
        return scene.send(paths.apiEnquiry(id), asTeacher);
      },
      async (scene) => {
        const { id, asLearner } = await conversation(scene);
        return scene.send(paths.apiEnquiry(id), asLearner);
      },
    ],
    401: ({ send }) => send(paths.apiEnquiry(NOWHERE)),
    404: async (scene) => {
      const { headers } = await member(scene);
      return scene.send(paths.apiEnquiry((await conversation(scene)).id), { headers });
    },
  },
  "POST /api/enquiries/{id}/messages": {
    201: async (scene) => {
      const { id, asTeacher } = await conversation(scene);
      return scene.send(paths.apiEnquiryMessages(id), { json: { message: "Da." }, ...asTeacher });
    },
    400: async (scene) => {
      const { id, asTeacher } = await conversation(scene);
      return scene.send(paths.apiEnquiryMessages(id), malformed(asTeacher.headers));
    },
    401: ({ send }) => send(paths.apiEnquiryMessages(NOWHERE), { json: { message: "Da." } }),
    404: async (scene) => {
      const { headers } = await member(scene);
      const { id } = await conversation(scene);
      return scene.send(paths.apiEnquiryMessages(id), { json: { message: "Da." }, headers });
    },
    409: async (scene) => {
      const { id, asTeacher, asLearner } = await conversation(scene);
      const filed = { method: "PATCH", json: { state: "spam" }, ...asTeacher };
      await scene.request(paths.apiEnquiry(id), filed);
      return scene.send(paths.apiEnquiryMessages(id), { json: { message: "Da." }, ...asLearner });
    },
    413: async (scene) => {
      const { id, asTeacher } = await conversation(scene);
      return scene.send(paths.apiEnquiryMessages(id), { json: { message: TOO_LARGE }, ...asTeacher });
    },
    415: async (scene) => {
      const { id, asTeacher } = await conversation(scene);
      return scene.send(paths.apiEnquiryMessages(id), { form: { message: "Da." }, ...asTeacher });
    },
    422: async (scene) => {
      const { id, asTeacher } = await conversation(scene);
      return scene.send(paths.apiEnquiryMessages(id), { json: { message: " " }, ...asTeacher });
    },
    429: async (scene) => {
      const { id, asTeacher } = await conversation(scene);
      await scene.send(paths.apiEnquiryMessages(id), { json: { message: "Da." }, ...asTeacher });
      await exhaustLimits(scene.app);
      return scene.send(paths.apiEnquiryMessages(id), { json: { message: "Nu." }, ...asTeacher });
    },
  },
  "PATCH /api/enquiries/{id}": {
    200: async (scene) => {
      const { id, asTeacher } = await conversation(scene);
      return scene.send(paths.apiEnquiry(id), { json: { state: "won" }, ...asTeacher });
    },
    400: async (scene) => {
      const { id, asTeacher } = await conversation(scene);
      return scene.send(paths.apiEnquiry(id), malformed(asTeacher.headers));
    },
    401: ({ send }) => send(paths.apiEnquiry(NOWHERE), { json: { state: "won" } }),
    404: async (scene) => {
      const { id, asLearner } = await conversation(scene);
      return scene.send(paths.apiEnquiry(id), { json: { state: "won" }, ...asLearner });
    },
    413: async (scene) => {
      const { id, asTeacher } = await conversation(scene);
      return scene.send(paths.apiEnquiry(id), { json: { state: TOO_LARGE }, ...asTeacher });
    },
    415: async (scene) => {
      const { id, asTeacher } = await conversation(scene);
      return scene.send(paths.apiEnquiry(id), { form: { state: "won" }, ...asTeacher });
    },
    422: async (scene) => {
      const { id, asTeacher } = await conversation(scene);
      return scene.send(paths.apiEnquiry(id), { json: { state: "sold" }, ...asTeacher });
    },
  },
});
