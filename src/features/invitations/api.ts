import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { DEFAULT_MAX_BODY_BYTES } from "@/http/body-limit";
import { CURSOR, declareCall } from "@/http/declare-call";
import { type FieldError, getOrThrow } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  invitationCallSchema,
  invitationListResponseSchema,
  invitationUploadResponseSchema,
  UPLOAD_LIMITS,
} from "@/shared/schemas/invitation";
import { deleteInvitation } from "./delete-invitation";
import { countInvitations, listInvitations, serializeInvitation } from "./queries";
import { checkUpload } from "./upload/check-upload";
import { describeProblem } from "./upload/describe-problem";
import { inviteTeachers } from "./upload/invite-teachers";

/** Invitations of teachers as JSON. */
export const invitationsApi = new Hono<AppEnv>();

declareCall(invitationsApi, {
  method: "GET",
  path: paths.apiAdminInvitations(),
  tag: "invitations",
  summary: "List invitations",
  description: "For admins. Newest first, 50 per page, with the number in each state.",
  access: "admin",
  rawQuery: {
    email: z
      .optional(z.string())
      .check(z.describe("Only the invitation of this address, also one that ended.")),
    after: CURSOR,
  },
  responses: { 200: { description: "A page of invitations.", schema: invitationListResponseSchema } },
  async handler({ c, ctx }) {
    const email = (c.req.query("email") ?? "").trim().toLowerCase();
    const { rows, next } = await listInvitations(ctx, { email, after: c.req.query("after") });
    return { content: rows.map(serializeInvitation), next, counts: await countInvitations(ctx) };
  },
});

declareCall(invitationsApi, {
  method: "POST",
  path: paths.apiAdminInvitations(),
  tag: "invitations",
  summary: "Invite teachers",
  description:
    "For admins. Invites the teachers of a CSV file, one a row, by mail. Rows with problems are left out; `warnings` are of texts that the teacher must complete, of addresses that look mistyped, and of places in another county than that of the row. No address is ever invited twice, by a repeated call or after its invitation ended. Unanswered invitations are erased after 30 days.",
  fields: {
    csv: "Text of the file, with a header: `email`, `first_name`, `last_name`, `subject`, and optionally `locale` (`ro` by default), `phone`, `levels`, `county`, `neighbourhood`, `online`, `price` (lei), `title`, `description`. Lists are separated by `|`, `,`, `;` or `/`. Headings may be in Romanian. At most 500 rows.",
    source: "Where the data come from, as the mail says it.",
    may_write:
      "That the law allows to send commercial mail to these people, such as by their consent. Required unless `dry_run`.",
    dry_run: "Only check the rows; nobody is invited.",
  },
  access: "admin",
  body: invitationCallSchema,
  responses: {
    200: { description: "The rows, and how many were invited.", schema: invitationUploadResponseSchema },
  },
  options: { maxBody: UPLOAD_LIMITS.bytes + DEFAULT_MAX_BODY_BYTES },
  async handler({ ctx, body: { dry_run, may_write, ...input } }) {
    const result = dry_run
      ? { ...getOrThrow(await checkUpload(ctx, input)), invited: 0 }
      : getOrThrow(await inviteTeachers(ctx, { ...input, may_write }));
    const toJson = (problem: FieldError) => ({
      field: problem.field,
      code: problem.code,
      message: describeProblem(ctx.t, problem),
    });
    const rows = result.rows.map(({ row, email, problems, warnings }) => ({
      row,
      email,
      problems: problems.map(toJson),
      warnings: warnings.map(toJson),
    }));
    return { content: { invited: result.invited, rows, unknown_columns: result.unknownColumns } };
  },
});

declareCall(invitationsApi, {
  method: "DELETE",
  path: paths.apiAdminInvitation(":id"),
  tag: "invitations",
  summary: "Delete an invitation",
  description:
    "For admins. Erases an invitation that waits for an answer, which then counts as refused: only a keyed hash of the address stays, so that it is never invited again.",
  access: "admin",
  responses: { 204: { description: "Deleted." } },
  async handler({ ctx, id }) {
    getOrThrow(await deleteInvitation(ctx, id));
  },
});
