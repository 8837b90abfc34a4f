import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { declineInvitationsSchema } from "@/shared/schemas/review";
import { declineInvitations } from "./decline-invitations";

/** Invitations to review as JSON. */
export const invitationsApi = new Hono<AppEnv>();

const DECLINE_INVITATIONS = {
  tag: "reviews",
  parameters: [{ name: "id", in: "path" }],
  body: { schema: declineInvitationsSchema },
  responses: { 204: {} },
  problems: ["not_found", "invalid"],
} as const;

const PATH = paths.apiDeclineReviewInvitations(":id");

invitationsApi.post(PATH, describeRoute(DECLINE_INVITATIONS), async (c) => {
  const id = idParam(c);
  const request = validate(declineInvitationsSchema, await readJson(c));
  if (!request.ok) return problem(c, request.refusal);
  const result = await declineInvitations(c.var.ctx, id, request.value.token);
  return result.ok ? c.body(null, 204, { "cache-control": "no-store" }) : problem(c, result.refusal);
});
