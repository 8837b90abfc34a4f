import { type Context, Hono } from "hono";
import { requireAdmin } from "@/auth/access";
import type { AppEnv, Ctx } from "@/context";
import { listItems, undoDecision, withUndo } from "@/features/moderation";
import { CURSOR, declareCall } from "@/http/declare-call";
import { idParam } from "@/http/requests";
import { getFound, getOrThrow, type Result } from "@/shared/errors";
import { parseWholeNumber } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { undoRequestSchema } from "@/shared/schemas/moderation";
import {
  adminVerificationListResponseSchema,
  adminVerificationResponseSchema,
  verificationApprovalSchema,
  verificationCallSchema,
  verificationDecisionResponseSchema,
  verificationListResponseSchema,
  verificationQuerySchema,
  verificationRejectionSchema,
  verificationResponseSchema,
} from "@/shared/schemas/verification";
import { approveVerification } from "./moderation/approve-verification";
import { openVerificationFile } from "./moderation/open-verification-file";
import { rejectVerification } from "./moderation/reject-verification";
import { VERIFICATION_UNDO } from "./moderation/undo-verification-decision";
import { VERIFICATIONS } from "./moderation/verifications-kind";
import { findModeratedVerification, listModeratedVerifications, listUserVerifications } from "./queries";
import { createVerification } from "./requests/create-verification";
import { withdrawVerification } from "./requests/withdraw-verification";
import { serializeModeratedVerification, serializeVerification } from "./serialize-verification";

/** Checked documents as JSON: teachers' requests, and the decisions of admins. */
export const verificationsApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

declareCall(verificationsApi, {
  method: "GET",
  path: paths.apiVerifications(),
  tag: "verifications",
  summary: "List your documents",
  description: "The teacher’s requests and badges in every state, the newest first, 100 per page.",
  access: "teacher",
  rawQuery: { after: CURSOR },
  responses: { 200: { description: "A page of requests.", schema: verificationListResponseSchema } },
  async handler({ c, ctx, user }) {
    const { rows, next } = await listUserVerifications(ctx, user.id, { after: c.req.query("after") });
    return { content: rows.map(serializeVerification), next };
  },
});

declareCall(verificationsApi, {
  method: "POST",
  path: paths.apiVerifications(),
  tag: "verifications",
  summary: "Ask for the check of a document",
  description:
    "Upload one to three files first, to `private/verifications/{user id}/{name}.{ext}`: PDF, JPEG, PNG or WebP, at most 10 MB each. Only admins can open them, who opened which is logged, and they are deleted after the decision. Checks are free.",
  fields: {
    kind: "`diploma`, `teaching_degree`, `integrity` (certificate of behavioral integrity) or `language`",
    proves: "What the document proves, such as a degree or a language with its level",
    files: "Uploaded files",
    path: "Path that the file was uploaded to",
  },
  access: "teacher",
  idempotent: true,
  body: verificationCallSchema,
  responses: {
    201: { description: "The request, pending.", schema: verificationResponseSchema },
    403: "The caller is not a teacher, or a path belongs to another user.",
    409: "A request for this kind of document is open (`verification_open`).",
    422: "A field is not valid, or a file is not stored (`document_missing`).",
  },
  problems: ["too_many"],
  async handler({ ctx, body: { files, ...input } }) {
    const filePaths = files.map(({ path }) => path);
    return { content: serializeVerification(getOrThrow(await createVerification(ctx, input, filePaths))) };
  },
});

declareCall(verificationsApi, {
  method: "DELETE",
  path: paths.apiVerification(":id"),
  tag: "verifications",
  summary: "Withdraw a request or a badge",
  description: "Deletes the files of an open request, or removes a badge from the teacher’s listings.",
  access: "user",
  responses: {
    204: { description: "It is withdrawn; also if it was before." },
    409: "The request was refused (`verification_decided`).",
  },
  async handler({ ctx, id }) {
    getOrThrow(await withdrawVerification(ctx, id));
  },
});

declareCall(verificationsApi, {
  method: "GET",
  path: paths.apiAdminVerifications(),
  tag: "verifications",
  summary: "List documents for admins",
  description: "20 per page: pending ones oldest first, others newest first.",
  access: "admin",
  query: verificationQuerySchema,
  responses: { 200: { description: "A page of requests.", schema: adminVerificationListResponseSchema } },
  async handler({ ctx, query: { state = "pending", after } }) {
    const { rows, next } = await listItems(ctx, VERIFICATIONS, state, after);
    const ids = rows.map(({ id }) => id);
    return {
      content: (await listModeratedVerifications(ctx, ids)).map(serializeModeratedVerification),
      next,
    };
  },
});

const NOT_OWN = {
  403: "The caller is not an admin (`admins_only`), or the document is the caller’s own (`own_verification`).",
};

/** What both decisions have in common. */
const DECISION = { method: "POST", tag: "verifications", access: "admin" } as const;

const respondWith = (description: string, conflicts = "") =>
  ({
    200: { description, schema: verificationDecisionResponseSchema },
    ...NOT_OWN,
    409: `The request is already decided or withdrawn (\`verification_decided\`), or \`version\` is stale (\`datastale\`), for example because the teacher changed the name.${conflicts}`,
  }) as const;

declareCall(verificationsApi, {
  ...DECISION,
  path: paths.apiAdminVerificationAction(":id", "approve"),
  summary: "Approve a document",
  description:
    "The teacher’s listings then say what was seen and when, as long as the teacher keeps the name, and the files are deleted once the approval can no longer be undone. Open each file first. A certificate of integrity counts for 6 months from its date. Send `version` if the teacher changed the name after the request.",
  fields: {
    proves: "What the document proves, as visitors read it; ignored for a certificate of integrity",
    issuer: "Issuer, as on the document",
    document_date: "Date on the document, `YYYY-MM-DD`",
  },
  rawBody: verificationApprovalSchema,
  responses: respondWith("The approved request.", " `not_opened`: the caller has not opened each file."),
  handler: ({ ctx, id, rawBody }) => decide(ctx, (undoable) => approveVerification(undoable, id, rawBody)),
});

declareCall(verificationsApi, {
  ...DECISION,
  path: paths.apiAdminVerificationAction(":id", "reject"),
  summary: "Refuse a document",
  description:
    "Sends reason and text, which are required, to the teacher, and deletes the files, once it can no longer be undone.",
  fields: {
    reason: "`unreadable`, `incomplete`, `wrong_document`, `name_differs`, `expired` or `other`",
    text: "Explanation for the teacher",
  },
  rawBody: verificationRejectionSchema,
  responses: respondWith("The refused request."),
  handler: ({ ctx, id, rawBody }) => decide(ctx, (undoable) => rejectVerification(undoable, id, rawBody)),
});

declareCall(verificationsApi, {
  ...DECISION,
  path: paths.apiAdminVerificationAction(":id", "undo"),
  summary: "Undo a decision about a document",
  description:
    "Within 60 seconds of an approval or refusal: the request waits for a decision again with its files, and its teacher gets no email.",
  fields: { decision_id: "The `decision_id` of the approval or refusal; without it, the last decision" },
  body: undoRequestSchema,
  optionalBody: true,
  responses: {
    200: { description: "The request, pending.", schema: adminVerificationResponseSchema },
    ...NOT_OWN,
    409: "The decision can no longer be undone (`undo_over`): 60 seconds have passed, or the teacher withdrew the document or sent another one. Another decision than `decision_id` is the last (`undo_other`).",
  },
  handler: async ({ ctx, id, body }) =>
    getDecided(ctx, await undoDecision(ctx, VERIFICATION_UNDO, id, body?.decision_id)),
});

/** Decides, and answers with the id of the decision for its undo. */
async function decide(ctx: Ctx, run: (undoable: Ctx) => Promise<Result<{ id: string }>>) {
  const decisionId = ctx.newId();
  const decided = await getDecided(ctx, await run(withUndo(ctx, { decisionId })));
  return { ...decided, decision_id: decisionId };
}

/** The request as it is after the decision. */
async function getDecided(ctx: Ctx, result: Result<{ id: string }>) {
  const decided = getFound(await findModeratedVerification(ctx, getOrThrow(result).id));
  return { content: serializeModeratedVerification(decided) };
}

declareCall(verificationsApi, {
  method: "GET",
  path: paths.apiAdminVerificationFile(":id", ":n"),
  tag: "verifications",
  summary: "Open a file of a request",
  description:
    "The first call of an admin for a file writes an audit event, and counts as opened for an approval. The response is never cached, and sandboxed.",
  access: "admin",
  params: { n: "Number of the file, from 1." },
  responses: {
    200: {
      description: "The file: a PDF as sent, or the re-encoded picture as `image/webp`.",
      type: ["application/pdf", "image/webp"],
    },
  },
  handler: ({ c }) => respondWithFile(c, "attachment"),
});

// `adminGate` (src/http/admin-gate.ts) protects the page's path.
verificationsApi.get(paths.adminVerificationFile(":id", ":n"), (c) => respondWithFile(c, "inline"));

/**
 * A file for an admin. No cache may store it. The sandbox keeps it from running anything or reading this site. Browsers
 * show no PDF in a sandbox: on the page, their own viewer shows it, which isolates it from this site.
 */
async function respondWithFile(c: C, pdfDisposition: "inline" | "attachment"): Promise<Response> {
  requireAdmin(c.var.ctx);
  const n = parseWholeNumber(c.req.param("n") ?? "");
  const { body, size, type, name } = getOrThrow(await openVerificationFile(c.var.ctx, idParam(c), n));
  const isPdf = type === "pdf";
  const isInFrame = isPdf && pdfDisposition === "inline";
  return c.body(body, 200, {
    "content-type": isPdf ? "application/pdf" : "image/webp",
    "content-length": String(size),
    "content-disposition": `${isPdf ? pdfDisposition : "inline"}; filename="${name}"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; ${
      isInFrame ? "object-src 'self'; frame-ancestors 'self'" : "sandbox"
    }`,
    "referrer-policy": "no-referrer",
    ...(isInFrame ? { "x-frame-options": "SAMEORIGIN" } : {}),
  });
}
