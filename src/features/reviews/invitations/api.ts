import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { declareCall } from "@/http/declare-call";
import { getOrThrow } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { declineInvitationsSchema } from "@/shared/schemas/review";
import { declineInvitations } from "./decline-invitations";

/** Invitations to review as JSON. */
export const invitationsApi = new Hono<AppEnv>();

declareCall(invitationsApi, {
  method: "POST",
  path: paths.apiDeclineReviewInvitations(":id"),
  tag: "reviews",
  summary: "End invitations to review",
  description:
    "No further invitation is mailed to the learner or guest of the enquiry, about any teacher. A repeated call changes nothing. No account is required.",
  fields: { token: "The token of the link “Don’t ask me again” in an invitation" },
  access: "public",
  body: declineInvitationsSchema,
  responses: {
    204: { description: "No invitation will be sent." },
    400: "The body is not JSON, or the token is not that of the enquiry (`invalid_token`).",
  },
  async handler({ ctx, id, body }) {
    getOrThrow(await declineInvitations(ctx, id, body.token));
  },
});
