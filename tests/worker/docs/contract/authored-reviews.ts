import { sql } from "drizzle-orm";
import { createDeclineToken } from "@/features/reviews/invitations/decline-token";
import { paths } from "@/shared/paths";
import { db } from "../../../helpers/app";
import { servicesAt } from "../../../helpers/services";
import { createContact } from "../../reviews/contact";
import type { CallContext } from "./call-context";
import { exhaustLimits, MALFORMED_JSON, reuseIdempotencyKey, UNKNOWN_ID } from "./requests";
import { signInCaller } from "./rows";
import type { Calls } from "./test-calls";

const REVIEW = {
  rating: 5,
  text: "Explică pe înțeles și are răbdare la fiecare lecție.",
  lessons: "2-5",
  name: "initial",
  level: "h",
};

/** The call of an author whose enquiry was answered; with a review if `reviewed`. */
async function createAuthorCall(
  { app, request }: CallContext,
  { reviewed = false, ...values }: Parameters<typeof createContact>[1] & { reviewed?: boolean } = {},
) {
  const { id, learner, teacher } = await createContact(app, values);
  const { headers } = await signInCaller(app, learner);
  const path = paths.apiEnquiryReview(id);
  if (reviewed) await request(path, { method: "POST", json: REVIEW, headers });
  return { path, headers, teacher };
}

/** The same call by the teacher of another contact. */
async function callAsTeacher(context: CallContext) {
  const { path, teacher } = await createAuthorCall(context);
  return { path, headers: (await signInCaller(context.app, teacher)).headers };
}

/** The call of an author whose review was removed. */
async function createObjectionCall(context: CallContext) {
  const { path, headers, teacher } = await createAuthorCall(context, { reviewed: true });
  await db.run(sql`update reviews set state = 'removed', reason = 'off_topic', reason_text = 'Nu este despre lecții.'
    where teacher_id = ${teacher.id}`);
  return { path: `${path}/objection`, headers };
}

export const AUTHORED_REVIEWS: Calls = {
  "GET /api/enquiries/{id}/review": {
    request: (context) => createAuthorCall(context, { reviewed: true }),
    200: {},
    400: async (context) => {
      const { path } = await createAuthorCall(context);
      return context.request(`${path}?token=spoiled`);
    },
    403: callAsTeacher,
    404: [{ path: paths.apiEnquiryReview(UNKNOWN_ID) }, (context) => createAuthorCall(context)],
  },
  "PUT /api/enquiries/{id}/review/objection": {
    request: async (context) => ({
      ...(await createObjectionCall(context)),
      json: { text: "Am scris doar despre lecții." },
    }),
    200: {},
    403: async (context) => {
      const { path, headers } = await callAsTeacher(context);
      return { path: `${path}/objection`, headers };
    },
    404: { path: paths.apiEnquiryReviewObjection(UNKNOWN_ID) },
    409: async (context) => {
      const { path, headers } = await createAuthorCall(context, { reviewed: true });
      return { path: `${path}/objection`, headers };
    },
    422: { json: { text: "" } },
  },
  "POST /api/enquiries/{id}/review": {
    request: async (context) => ({ ...(await createAuthorCall(context)), json: REVIEW }),
    201: [
      {},
      { json: { ...REVIEW, level: undefined } },
      { json: { ...REVIEW, text: "Sunați la 0722 345 678 acum." } },
    ],
    403: callAsTeacher,
    404: [{ path: paths.apiEnquiryReview(UNKNOWN_ID) }, { path: paths.apiEnquiryReview("nope") }],
    409: [
      reuseIdempotencyKey,
      (context) => createAuthorCall(context, { reviewed: true }),
      (context) => createAuthorCall(context, { answeredTs: null, state: "new" }),
    ],
    410: (context) => createAuthorCall(context, { teacherId: null }),
    422: [{ json: { ...REVIEW, rating: 6 } }, { json: { ...REVIEW, text: "Scurt." } }],
    429: async (context) => {
      const { path, headers } = await createAuthorCall(context, { reviewed: true });
      await context.request(path, { method: "DELETE", headers });
      await exhaustLimits();
      return { path, headers };
    },
  },
  "PUT /api/enquiries/{id}/review": {
    request: async (context) => ({
      ...(await createAuthorCall(context, { reviewed: true })),
      json: { ...REVIEW, rating: 4 },
    }),
    200: [{}, { json: REVIEW }],
    403: callAsTeacher,
    404: (context) => createAuthorCall(context),
    409: async (context) => {
      const call = await createAuthorCall(context, { reviewed: true });
      await db.run(sql`update reviews set created_ts = 0 where teacher_id = ${call.teacher.id}`);
      return call;
    },
    422: { json: { ...REVIEW, lessons: "many" } },
    429: async (context) => {
      const { path, headers } = await createAuthorCall(context, { reviewed: true });
      await context.request(path, { method: "PUT", headers, json: { ...REVIEW, rating: 3 } });
      await exhaustLimits();
      return { path, headers };
    },
  },
  "POST /api/enquiries/{id}/review/decline": {
    request: async ({ app }) => {
      const { id } = await createContact(app);
      const token = createDeclineToken(servicesAt(app.clock.now), id);
      return { path: paths.apiDeclineReviewInvitations(id), json: { token } };
    },
    204: {},
    400: [MALFORMED_JSON, { json: { token: "wrong" } }],
    404: { path: paths.apiDeclineReviewInvitations("nope") },
    422: { json: {} },
  },
  "DELETE /api/enquiries/{id}/review": {
    request: (context) => createAuthorCall(context, { reviewed: true }),
    204: {},
    400: async (context) => {
      const { path } = await createAuthorCall(context);
      return context.request(`${path}?token=spoiled`, { method: "DELETE" });
    },
    403: callAsTeacher,
    404: (context) => createAuthorCall(context),
  },
};
