import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/app";
import { type CallDeclaration, findDeclaration, hasCheckedId } from "@/http/declare-call";
import { bearer, createUserWithPassword, newEmail, signInByEmail } from "../../helpers/accounts";
import { app, type TestRequest } from "../../helpers/app";

const calls = createApp().routes.flatMap(({ handler }) => findDeclaration(handler) ?? []);
const isJsonCall = ({ body, rawBody, bodyType }: CallDeclaration) => !!(body ?? rawBody) && !bodyType;

async function createCaller(role: "u" | "a") {
  const { email } = await createUserWithPassword({ email: newEmail(), role });
  return bearer((await signInByEmail(email)).token).headers;
}
let learner: Record<string, string>;
/** May do what teachers may do. */
let admin: Record<string, string>;
beforeAll(async () => {
  learner = await createCaller("u");
  admin = await createCaller("a");
});

const PARAMS: Record<string, string> = {
  id: "0000000000000000",
  key: "listings_pending:0000000000000000",
  file: "limits.json",
  path: "images/profile-pictures/0000000000000000.png",
  n: "1",
};
const send = ({ method, path }: CallDeclaration, init: TestRequest, params: Record<string, string> = {}) => {
  const filled = path.replaceAll(
    /:(\w+)(\{[^}]*\})?/g,
    (_, name) => ({ ...PARAMS, ...params })[name] ?? name,
  );
  return app.request(filled, { ...init, method, headers: { "tus-resumable": "1.0.0", ...init.headers } });
};

/** Sends a request to each call, and returns those with another status. */
async function listOthers(
  chosen: readonly CallDeclaration[],
  status: number,
  sendTo: (call: CallDeclaration) => Promise<Response>,
) {
  expect(chosen.length).toBeGreaterThan(2);
  const others: string[] = [];
  for (const call of chosen) {
    const response = await sendTo(call);
    if (response.status !== status) others.push(`${call.method} ${call.path}: ${response.status}`);
  }
  return others;
}

describe("a declared call", () => {
  const needsUser = calls.filter(({ access }) => ["user", "teacher", "admin"].includes(access));
  const needsRole = calls.filter(({ access }) => ["teacher", "admin"].includes(access));
  const jsonCalls = calls.filter(isJsonCall);

  it("returns 401 to visitors without a token if it needs a user", async () => {
    expect(await listOthers(needsUser, 401, (call) => send(call, {}))).toEqual([]);
    const [call] = needsUser;
    const response = await send(call as CallDeclaration, {});
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="catedra"');
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("returns 403 to learners if it is for teachers or admins", async () => {
    expect(await listOthers(needsRole, 403, (call) => send(call, { headers: learner }))).toEqual([]);
  });

  it("returns 401 for a wrong token under /api, even if the token is optional", async () => {
    const chosen = calls.filter(({ access, path }) => access === "optional" && path.startsWith("/api/"));
    const headers = { authorization: "Bearer wrong" };
    expect(await listOthers(chosen, 401, (call) => send(call, { headers }))).toEqual([]);
  });

  it("returns 404 for a malformed ID", async () => {
    const chosen = calls.filter(hasCheckedId);
    expect(await listOthers(chosen, 404, (call) => send(call, { headers: admin }, { id: "nope" }))).toEqual(
      [],
    );
  });

  it("returns 400 for a malformed JSON body", async () => {
    const headers = { ...admin, "content-type": "application/json" };
    expect(await listOthers(jsonCalls, 400, (call) => send(call, { body: "{", headers }))).toEqual([]);
  });

  it("returns 415 for a form instead of JSON", async () => {
    expect(
      await listOthers(jsonCalls, 415, (call) => send(call, { form: { a: "b" }, headers: admin })),
    ).toEqual([]);
  });

  it("returns 413 for a body larger than its limit", async () => {
    const headers = { ...admin, "content-type": "application/json", "content-length": String(1024 ** 3) };
    expect(await listOthers(jsonCalls, 413, (call) => send(call, { body: "huge", headers }))).toEqual([]);
  });

  it("returns 422 for a body or a query that does not fit its schema", async () => {
    const withBody = calls.filter((call) => call.body && !call.optionalBody);
    expect(await listOthers(withBody, 422, (call) => send(call, { json: {}, headers: admin }))).toEqual([]);
    const withQuery = calls.filter(({ query }) => query);
    const wrong = ["state", "role", "queue", "version", "for", "subject"]
      .map((name) => `${name}=wrong`)
      .join("&");
    expect(
      await listOthers(withQuery, 422, (call) =>
        send({ ...call, path: `${call.path}?${wrong}` }, { headers: admin }),
      ),
    ).toEqual([]);
  });

  it("returns 400 for a malformed Idempotency-Key if it accepts one", async () => {
    const chosen = calls.filter(({ idempotent }) => idempotent);
    const headers = { ...admin, "idempotency-key": "with blanks" };
    expect(await listOthers(chosen, 400, (call) => send(call, { json: {}, headers }))).toEqual([]);
  });
});
