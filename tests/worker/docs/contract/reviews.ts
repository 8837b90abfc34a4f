import { reviewReports } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { db } from "../../../helpers/app";
import { createReview } from "../../reviews/create-review";
import { AUTHORED_REVIEWS } from "./authored-reviews";
import type { CallContext } from "./call-context";
import { exceedLimit, UNKNOWN_ID } from "./requests";
import type { Calls } from "./test-calls";

const ALL = "/api/admin/reviews";
const REFUSAL = { reason: "off_topic", text: "Textul nu este despre lecții." };
const ANSWER = { text: "Am citit din nou recenzia." };
const REPORT_ID = "7m2xk9q4t0v8w3bz";

const createReviewOfTeacher = ({ app, rows }: CallContext, overrides?: Parameters<typeof createReview>[2]) =>
  createReview(app, rows.teacher.user, overrides);

/** An admin's decision that the state `from` allows, and the body that it takes. */
function createDecisionCases(
  name: string,
  from: Parameters<typeof createReview>[2],
  json: object,
): Calls[string] {
  return {
    request: async (context) => ({
      path: `${ALL}/${(await createReviewOfTeacher(context, from)).id}/${name}`,
      json,
      by: "admin",
    }),
    200: {},
    403: { by: "teacher" },
    404: { path: `${ALL}/${UNKNOWN_ID}/${name}` },
    409: async (context) => ({
      path: `${ALL}/${(await createReviewOfTeacher(context, { state: "rejected" })).id}/${name}`,
    }),
    422: { json: { ...json, version: "1" } },
  };
}

export const REVIEWS: Calls = {
  ...AUTHORED_REVIEWS,
  "GET /api/listings/{id}/reviews": {
    request: async ({ rows }) => ({ path: paths.apiListingReviews(rows.listing.id) }),
    200: [
      {},
      async ({ app, rows }) => {
        await createReview(app, rows.teacher.user, {
          editedTs: app.clock.now,
          replyText: "Mulțumesc pentru încredere.",
          replyCreatedTs: app.clock.now,
        });
        return { path: paths.apiListingReviews(rows.listing.id, { after: "spoiled" }) };
      },
    ],
    404: [{ path: paths.apiListingReviews(UNKNOWN_ID) }, { path: paths.apiListingReviews("nope") }],
  },
  "GET /api/reviews": {
    request: { path: paths.apiOwnReviews(), by: "teacher" },
    200: [
      { path: paths.apiOwnReviews({ after: "spoiled" }) },
      async (context) => {
        await createDismissedReviewId(context);
        await createReviewOfTeacher(context, { state: "pending" });
        return {};
      },
    ],
    403: { by: "learner" },
  },
  "GET /api/admin/reviews": {
    request: { path: ALL, by: "admin" },
    200: async (context) => {
      await createReviewOfTeacher(context, { state: "pending", holdRule: "banned_word" });
      return { path: `${ALL}?state=pending&after=nonsense` };
    },
    403: { by: "teacher" },
    422: { path: `${ALL}?state=withdrawn` },
  },
  "POST /api/admin/reviews/{id}/publish": createDecisionCases("publish", { state: "pending" }, {}),
  "POST /api/admin/reviews/{id}/reject": createDecisionCases("reject", { state: "pending" }, REFUSAL),
  "POST /api/admin/reviews/{id}/remove": createDecisionCases("remove", {}, REFUSAL),
  "POST /api/admin/reviews/{id}/dismiss": {
    ...createDecisionCases("dismiss", {}, { ...ANSWER, report_ids: [REPORT_ID] }),
    200: async (context) => {
      const { id: reviewId } = await createReviewOfTeacher(context);
      const id = newId();
      await db
        .insert(reviewReports)
        .values({ id, reviewId, reason: "offensive", createdTs: context.app.clock.now });
      return { path: `${ALL}/${reviewId}/dismiss`, json: { ...ANSWER, report_ids: [id] } };
    },
  },
  "POST /api/admin/reviews/{id}/decline-objection": createDecisionCases(
    "decline-objection",
    { state: "removed", objectionTs: 1, objectionText: "De ce?" },
    ANSWER,
  ),
  "POST /api/reviews/{id}/reports": {
    request: async (context) => ({
      path: paths.apiReviewReports((await createReviewOfTeacher(context)).id),
      json: { reason: "off_topic" },
    }),
    201: [{}, { by: "teacher" }],
    403: async (context) => ({
      path: paths.apiReviewReports(
        (await createReviewOfTeacher(context, { learnerId: context.rows.learner.user.id })).id,
      ),
      by: "learner",
    }),
    404: [
      { path: paths.apiReviewReports(UNKNOWN_ID) },
      async (context) => ({
        path: paths.apiReviewReports((await createReviewOfTeacher(context, { state: "pending" })).id),
      }),
    ],
    422: [{ json: {} }, { json: { reason: "other" } }],
    429: async (context) => {
      const another = paths.apiReviewReports((await createReviewOfTeacher(context)).id);
      return exceedLimit(context, {}, { path: another });
    },
  },
  "PUT /api/reviews/{id}/reply": {
    request: async (context) => ({
      path: paths.apiReviewReply((await createReviewOfTeacher(context)).id),
      json: { text: "Mulțumesc, mă bucur că v-a plăcut." },
      by: "teacher",
    }),
    200: {},
    404: [{ path: paths.apiReviewReply(UNKNOWN_ID) }, { by: "learner" }],
    409: async (context) => ({
      path: paths.apiReviewReply((await createReviewOfTeacher(context, { state: "removed" })).id),
    }),
    422: [{ json: { text: "Mulțumesc!" } }, { json: { text: "Sunați-mă oricând la 0722 123 456." } }],
  },
  "PUT /api/reviews/{id}/objection": {
    request: async (context) => ({
      path: paths.apiReviewObjection(await createDismissedReviewId(context)),
      json: { text: "Nu mi-a scris niciodată." },
      by: "teacher",
    }),
    200: {},
    404: [{ path: paths.apiReviewObjection(UNKNOWN_ID) }, { by: "learner" }],
    409: async (context) => ({
      path: paths.apiReviewObjection((await createReviewOfTeacher(context)).id),
    }),
    422: { json: { text: "" } },
  },
};

/** The id of a review with a dismissed report by its teacher. */
async function createDismissedReviewId(context: CallContext): Promise<string> {
  const { id } = await createReviewOfTeacher(context);
  await db.insert(reviewReports).values({
    id: newId(),
    reviewId: id,
    reporterId: context.rows.teacher.user.id,
    reason: "not_a_client",
    createdTs: context.app.clock.now,
    outcome: "dismissed",
  });
  return id;
}
