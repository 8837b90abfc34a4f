import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { listKeys } from "../../../helpers/storage-fixture";
import { insertVerification, PDF } from "../../verifications/setup";
import type { CallContext } from "./call-context";
import { exceedLimit, UNKNOWN_ID } from "./requests";
import { createContractCaller } from "./rows";
import type { Calls } from "./test-calls";

const ALL = paths.apiVerifications();
const QUEUE = paths.apiAdminVerifications();
const APPROVAL = { proves: "Licență", issuer: "Universitatea din Cluj", document_date: "2010-07-01" };
const REJECTION = { reason: "unreadable", text: "Nu se vede data." };

const SIGNED_OUT = { headers: { authorization: "" } };

/** A new teacher, and a stored file of theirs: its path and its object's name. */
async function createCaller({ app }: CallContext) {
  const { user, headers } = await createContractCaller(app, { role: "t" });
  const folder = `private/verifications/${user.id}/`;
  const path = `${folder}${newId()}.pdf`;
  await app.request(paths.storage(path), { method: "PUT", body: PDF, headers });
  const [key = ""] = await listKeys(app, folder);
  const file = key.slice(folder.length);
  return { user, headers, file, path };
}

/** A new request, pending by default, and its teacher. */
async function createRequest(context: CallContext, state: "pending" | "approved" | "rejected" = "pending") {
  const { user, headers, file } = await createCaller(context);
  const files = state === "pending" ? [file] : [];
  const decidedTs = state === "pending" ? null : context.app.clock.now;
  return { headers, id: await insertVerification(context.app, user.id, { state, files, decidedTs }) };
}

const toDecision = (action: "approve" | "reject") => async (context: CallContext) => ({
  path: paths.apiAdminVerificationAction((await createRequest(context)).id, action),
  json: action === "approve" ? APPROVAL : REJECTION,
  by: "admin" as const,
});

const decisionCases = (action: "approve" | "reject") => ({
  request: toDecision(action),
  200: {},
  403: { by: "teacher" as const },
  404: [
    { path: paths.apiAdminVerificationAction(UNKNOWN_ID, action) },
    { path: paths.apiAdminVerificationAction("nope", action) },
  ],
  409: async (context: CallContext) => {
    const { id } = await createRequest(context, "rejected");
    return { path: paths.apiAdminVerificationAction(id, action) };
  },
});

export const VERIFICATIONS: Calls = {
  "GET /api/verifications": {
    request: async (context) => {
      const { headers } = await createRequest(context, "approved");
      return { path: ALL, headers };
    },
    200: {},
    401: SIGNED_OUT,
    403: async ({ rows }) => ({ headers: rows.learner.headers }),
  },
  "POST /api/verifications": {
    request: async (context) => {
      const { headers, path } = await createCaller(context);
      return { path: ALL, json: { kind: "diploma", files: [{ path }] }, headers };
    },
    201: {},
    401: SIGNED_OUT,
    403: async ({ rows }) => ({ headers: rows.learner.headers }),
    422: [{ json: { kind: "diploma", files: [] } }, { json: { kind: "passport" } }],
    429: async (context) => {
      const { user, headers, path } = await createCaller(context);
      const second = `private/verifications/${user.id}/${newId()}.pdf`;
      await context.app.request(paths.storage(second), { method: "PUT", body: PDF, headers });
      const toRequest = (kind: string, file: string) => ({
        headers,
        json: { kind, files: [{ path: file }] },
      });
      return exceedLimit(context, toRequest("diploma", path), toRequest("language", second));
    },
  },
  "DELETE /api/verifications/{id}": {
    request: async (context) => {
      const { id, headers } = await createRequest(context);
      return { path: paths.apiVerification(id), headers };
    },
    204: {},
    401: SIGNED_OUT,
    404: { path: paths.apiVerification(UNKNOWN_ID) },
    409: async (context) => {
      const { id, headers } = await createRequest(context, "rejected");
      return { path: paths.apiVerification(id), headers };
    },
  },
  "GET /api/admin/verifications": {
    request: { path: QUEUE, by: "admin" },
    200: async (context) => {
      await createRequest(context);
      return {};
    },
    403: { by: "teacher" },
    422: { path: `${QUEUE}?state=lost` },
  },
  "GET /api/admin/verifications/{id}/files/{n}": {
    request: async (context) => ({
      path: paths.apiAdminVerificationFile((await createRequest(context)).id, 1),
      by: "admin",
    }),
    200: {},
    403: { by: "teacher" },
    404: [
      { path: paths.apiAdminVerificationFile(UNKNOWN_ID, 1) },
      { path: paths.apiAdminVerificationFile("nope", 1) },
    ],
  },
  "POST /api/admin/verifications/{id}/approve": {
    ...decisionCases("approve"),
    422: [{ json: { ...APPROVAL, document_date: "soon" } }, { json: { ...APPROVAL, issuer: "" } }],
  },
  "POST /api/admin/verifications/{id}/reject": {
    ...decisionCases("reject"),
    422: [{ json: { ...REJECTION, text: "" } }, { json: { text: "Nu." } }],
  },
};
