import { gzipSync } from "node:zlib";
import { paths } from "@/shared/paths";
import { PASSWORD } from "../../../helpers/accounts";
import { createUser } from "../../../helpers/factories";
import type { CallContext } from "./call-context";
import { exceedLimit, UNKNOWN_ID } from "./requests";
import { createContractCaller, type Role } from "./rows";
import type { Calls } from "./test-calls";

const ALL = paths.apiAdminUsers();
const ME = "/auth/users/me";

const toUserListRequest = (list: unknown) => ({
  path: `/auth/users/user-list?user_list=${gzipSync(JSON.stringify(list)).toString("base64url")}`,
});
const createUserPath = async ({ app }: CallContext) => paths.apiAdminUser((await createUser(app)).id);
const toAdminUserPath = (rows: CallContext["rows"], role: Role) => paths.apiAdminUser(rows[role].user.id);

const TEACHING = {
  phone_number: "0712 345 678",
  whatsapp: true,
  county: "cj",
  qualifications: ["Gradul didactic I"],
  experience: { job: 3, teaching: 7 },
};

export const USERS: Calls = {
  "GET /api/admin/users": {
    request: { path: ALL, by: "admin" },
    200: [{}, { path: `${ALL}?q=an&role=u&disabled=false&after=spoiled` }, { path: `${ALL}?role=t` }],
    403: { by: "teacher" },
    422: [
      { path: `${ALL}?role=admin` },
      { path: `${ALL}?disabled=perhaps` },
      { path: `${ALL}?q=${"a".repeat(201)}` },
    ],
  },
  "PATCH /api/admin/users/{id}": {
    request: async ({ rows }) => ({
      path: toAdminUserPath(rows, "learner"),
      json: { disabled: true },
      by: "admin",
    }),
    200: [
      async (context) => ({
        path: await createUserPath(context),
        json: { disabled: true, reason: "Mesaje nedorite." },
      }),
      async (context) => ({ path: await createUserPath(context), json: { role: "a" }, by: "superadmin" }),
      // A request that changes nothing succeeds.
      { json: { disabled: false } },
    ],
    403: [
      { by: "teacher" },
      async ({ rows }) => ({ path: toAdminUserPath(rows, "superadmin") }),
      { json: { role: "a" } },
      async ({ rows }) => ({
        path: toAdminUserPath(rows, "superadmin"),
        json: { role: "u" },
        by: "superadmin",
      }),
    ],
    404: [{ path: paths.apiAdminUser(UNKNOWN_ID) }, { path: paths.apiAdminUser("nope") }],
    409: async ({ rows }) => ({ path: toAdminUserPath(rows, "teacher"), json: { role: "u" } }),
    422: [{ json: {} }, { json: { role: "x" } }, { json: { disabled: true, reason: "a".repeat(1001) } }],
  },
  "GET /auth/users/me": { request: { path: ME, by: "teacher" }, 200: {} },
  "PUT /auth/users/me": {
    request: { path: ME, json: { first_name: "Maria", teacher_information: TEACHING }, by: "teacher" },
    200: async ({ app }) => ({ headers: (await createContractCaller(app, { role: "t" })).headers }),
    422: { json: { first_name: "" } },
  },
  "DELETE /auth/users/me": {
    request: { path: ME, json: { password: PASSWORD }, by: "learner" },
    200: async ({ app }) => ({ headers: (await createContractCaller(app)).headers }),
    403: { json: { password: "altceva" } },
    409: { by: "superadmin" },
    422: { json: {} },
    429: (context) => exceedLimit(context, { json: { password: "altceva" } }),
    503: { app: "busy" },
  },
  "GET /auth/users/user-list": {
    request: { path: "/auth/users/user-list" },
    200: async ({ app, rows }) =>
      toUserListRequest([rows.teacher.user.id, (await createUser(app, { profilePicture: "webp" })).id]),
    400: { path: "/auth/users/user-list?user_list=not+gzip" },
    413: toUserListRequest(["x".repeat(100_000)]),
    422: toUserListRequest(Array(1001).fill("x")),
  },
  "GET /auth/users/{id}": {
    request: async ({ rows }) => ({ path: `/auth/users/${rows.teacher.user.id}` }),
    200: [
      {},
      async ({ rows }) => ({ path: `/auth/users/${rows.learner.user.id}` }),
      { by: "teacher" },
      { by: "admin" },
    ],
    // A spoiled token is ignored.
    401: [],
    404: { path: `/auth/users/${UNKNOWN_ID}` },
  },
};
