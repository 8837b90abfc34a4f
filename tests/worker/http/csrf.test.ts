import { describe, expect, test } from "vitest";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, expectStatus } from "../../helpers/app";
import { createUser } from "../../helpers/factories";

const FOREIGN = [
  { origin: "https://evil.test", "sec-fetch-site": "cross-site" },
  { origin: "https://evil.test", "sec-fetch-site": "same-origin" },
  { origin: "https://catedra.test", "sec-fetch-site": "cross-site" },
  { origin: "https://catedra.test", "sec-fetch-site": "same-site" },
  { origin: "https://catedra.test", "sec-fetch-site": "none" },
  { origin: "http://catedra.test", "sec-fetch-site": "same-origin" },
  { origin: "https://catedra.test.evil.test", "sec-fetch-site": "same-origin" },
  { origin: "null", "sec-fetch-site": "same-origin" },
];
const TYPES = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
  "application/json",
];

describe("unsafe request with the session cookie", () => {
  test.each(FOREIGN)("from %j: 403 for every content type and method", async (headers) => {
    const as = await createUser();
    for (const [n, method] of ["POST", "PUT", "PATCH", "DELETE"].entries()) {
      const all = { ...headers, "content-type": TYPES[n] ?? "" };
      const response = await app.request("/sign-out", { as, method, body: "x=1", headers: all });
      expect([response.status, response.headers.getSetCookie()], method).toEqual([403, []]);
    }
    await expectStatus(app.get("/profile", { as }), 200);
  });

  test("with an Authorization header as well: 403", async () => {
    const as = await createUser();
    const headers = { ...FOREIGN[0], authorization: "Bearer x" };
    await expectStatus(app.post("/sign-out", { as, form: {}, headers }), 403);
  });

  test("from the same origin: executed", async () => {
    const as = await createUser();
    await expectStatus(app.post("/sign-out", { as, form: {} }), 303);
    await expectStatus(app.get("/profile", { as }), 302);
  });
});

test("a cross-site request without a cookie is anonymous", async () => {
  const [headers] = FOREIGN;
  await expectStatus(app.post("/locale", { form: { locale: "ro", next: "/" }, headers }), 303);
  await expectStatus(app.post("/auth/users/signup", { json: {}, headers }), 422);
  await expectStatus(app.post("/sign-out", { form: {}, headers }), 303);
});

test("a cross-site form without a cookie is refused where it would act for the visitor", async () => {
  const id = newId();
  const form = { username: "a@example.test", email: "a@example.test", password: "x", message: "Bună" };
  for (const path of [
    paths.signIn(),
    paths.authToken(),
    paths.contact(),
    paths.testimonials(),
    paths.alerts(),
    paths.enquire(id),
    paths.enquireSeveral(),
    paths.enquiry(id),
    paths.pendingEnquiries(),
    paths.enquiryLink(id),
    paths.enquiryReview(id),
    paths.enquiryReviewAction(id, "withdraw"),
    paths.reviewReport(id),
    paths.revealPhone(id),
    paths.shortlistEntry(id),
    paths.shortlistNote(id),
    paths.sharedShortlist(),
    paths.consent(),
    paths.deleteUnverified(),
    paths.refuseEmailChange(),
  ]) {
    const response = await app.post(path, { form, headers: FOREIGN[0] });
    expect(response.status, path).toBe(403);
    expect(response.headers.getSetCookie(), path).toEqual([]);
  }
});

test.each(["/sign-out", "/auth/users/refresh"])("a cross-site form to %s keeps the cookie", async (path) => {
  const response = await app.post(path, { form: {}, headers: FOREIGN[0] });
  expect(response.headers.getSetCookie()).toEqual([]);
});

test("a cross-origin call with a bearer token is allowed, and its cookie is ignored", async () => {
  const as = await createUser();
  await expectStatus(app.post("/auth/users/signup", { as, json: {}, headers: FOREIGN[0] }), 422);
});
