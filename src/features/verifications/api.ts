import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { requireAdmin, requireTeacher, requireUser } from "@/auth/guards";
import type { AppEnv, Ctx } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { getOrThrow, Refused, type Result } from "@/shared/errors";
import { parseWholeNumber } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import {
  adminVerificationListResponseSchema,
  adminVerificationResponseSchema,
  verificationApprovalSchema,
  verificationCallSchema,
  verificationListResponseSchema,
  verificationQuerySchema,
  verificationRejectionSchema,
  verificationResponseSchema,
} from "@/shared/schemas/verification";
import { findVerificationForReview, listUserVerifications, listVerificationsInState } from "./queries";
import { createVerification } from "./requests/create-verification";
import { withdrawVerification } from "./requests/withdraw-verification";
import { approveVerification } from "./review/approve-verification";
import { openVerificationFile } from "./review/open-verification-file";
import { rejectVerification } from "./review/reject-verification";
import { serializeReviewedVerification, serializeVerification } from "./serialize-verification";

/** Checked documents as JSON: teachers' requests, and the decisions of admins. */
export const verificationsApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

const BEARER = ["bearer"] as const;
const ID = { name: "id", in: "path" } as const;

const LIST_OWN = {
  tag: "verifications",
  auth: BEARER,
  parameters: [{ name: "after", in: "query", schema: z.optional(z.string()) }],
  responses: { 200: { schema: verificationListResponseSchema } },
  problems: ["unauthenticated", "forbidden"],
} as const;

const CREATE = {
  tag: "verifications",
  auth: BEARER,
  idempotent: true,
  body: { schema: verificationCallSchema },
  responses: { 201: { schema: verificationResponseSchema } },
  problems: ["unauthenticated", "forbidden", "conflict", "invalid", "too_many"],
} as const;

const WITHDRAW = {
  tag: "verifications",
  auth: BEARER,
  parameters: [ID],
  responses: { 204: {} },
  problems: ["unauthenticated", "not_found", "conflict", "too_large", "unsupported"],
} as const;

const LIST_ALL = {
  tag: "verifications",
  auth: BEARER,
  parameters: [
    { name: "state", in: "query", schema: verificationQuerySchema.shape.state },
    { name: "after", in: "query", schema: verificationQuerySchema.shape.after },
  ],
  responses: { 200: { schema: adminVerificationListResponseSchema } },
  problems: ["unauthenticated", "forbidden", "invalid"],
} as const;

const OPEN_FILE = {
  tag: "verifications",
  auth: BEARER,
  parameters: [ID, { name: "n", in: "path" }],
  responses: { 200: { type: ["application/pdf", "image/webp"] } },
  problems: ["unauthenticated", "forbidden", "not_found"],
} as const;

const describeDecision = (schema: z.ZodMiniType) =>
  describeRoute({
    tag: "verifications",
    auth: BEARER,
    parameters: [ID],
    body: { schema },
    responses: { 200: { schema: adminVerificationResponseSchema } },
    problems: ["unauthenticated", "forbidden", "not_found", "conflict", "invalid"],
  });

verificationsApi.get(paths.apiVerifications(), describeRoute(LIST_OWN), async (c) => {
  const { id } = requireTeacher(c.var.ctx);
  const { rows, next } = await listUserVerifications(c.var.ctx, id, { after: c.req.query("after") });
  return answer(c, { content: rows.map(serializeVerification), next });
});

verificationsApi.post(paths.apiVerifications(), describeRoute(CREATE), idempotent, async (c) => {
  const { ctx } = c.var;
  requireTeacher(ctx);
  const call = validate(verificationCallSchema, await readJson(c));
  if (!call.ok) return problem(c, call.refusal);
  const { files, ...input } = call.value;
  const result = await createVerification(
    ctx,
    input,
    files.map(({ path }) => path),
  );
  if (!result.ok) return problem(c, result.refusal);
  return answer(c, { content: serializeVerification(result.value) }, 201);
});

verificationsApi.delete(paths.apiVerification(":id"), describeRoute(WITHDRAW), async (c) => {
  requireUser(c.var.ctx);
  getOrThrow(await withdrawVerification(c.var.ctx, idParam(c)));
  return c.body(null, 204);
});

verificationsApi.get(paths.apiAdminVerifications(), describeRoute(LIST_ALL), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const request = validate(verificationQuerySchema, c.req.query());
  if (!request.ok) return problem(c, request.refusal);
  const { state = "pending", after } = request.value;
  const { rows, next } = await listVerificationsInState(ctx, state, after);
  return answer(c, { content: rows.map(serializeReviewedVerification), next });
});

verificationsApi.post(
  paths.apiAdminVerificationAction(":id", "approve"),
  describeDecision(verificationApprovalSchema),
  (c) => decide(c, approveVerification),
);

verificationsApi.post(
  paths.apiAdminVerificationAction(":id", "reject"),
  describeDecision(verificationRejectionSchema),
  (c) => decide(c, rejectVerification),
);

/** Answers with the request as it is after the decision. */
async function decide(
  c: C,
  decideRequest: (ctx: Ctx, id: string, input: unknown) => Promise<Result<null>>,
): Promise<Response> {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const id = idParam(c);
  const result = await decideRequest(ctx, id, await readJson(c));
  if (!result.ok) return problem(c, result.refusal);
  const decided = await findVerificationForReview(ctx, id);
  if (!decided) throw new Refused({ code: "not_found" });
  return answer(c, { content: serializeReviewedVerification(decided) });
}

function answer(c: C, body: object, status: 200 | 201 = 200): Response {
  c.header("cache-control", "no-store");
  return c.json(body, status);
}

// `adminGate` (src/http/admin-gate.ts) protects the page's path; the call needs the token of an admin.
verificationsApi.get(paths.adminVerificationFile(":id", ":n"), openFile);
verificationsApi.get(paths.apiAdminVerificationFile(":id", ":n"), describeRoute(OPEN_FILE), openFile);

/**
 * A file for an admin. No cache may store it. The sandbox keeps it from running anything or reading this site, and a
 * PDF is only a download.
 */
async function openFile(c: C): Promise<Response> {
  requireAdmin(c.var.ctx);
  const n = parseWholeNumber(c.req.param("n") ?? "");
  const { body, size, type, name } = getOrThrow(await openVerificationFile(c.var.ctx, idParam(c), n));
  return c.body(body, 200, {
    "content-type": type === "pdf" ? "application/pdf" : "image/webp",
    "content-length": String(size),
    "content-disposition": `${type === "pdf" ? "attachment" : "inline"}; filename="${name}"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "referrer-policy": "no-referrer",
  });
}
