import { describe, expect, test } from "vitest";
import { createUserWithPassword, PASSWORD } from "../../helpers/accounts";
import { app, expectStatus, expectText, newJar } from "../../helpers/app";
import { createUser, signIn } from "../../helpers/factories";

let address = 0;
const headers = () => ({ "cf-connecting-ip": `203.0.113.${++address}` });
const to = (answer: Response) => [answer.status, answer.headers.get("location")];

describe("POST /sign-in", () => {
  test("redirects to the profile page in the page's language, with the cookie", async () => {
    const { email } = await createUserWithPassword();
    const jar = newJar();
    const answer = await app.post("/ro/sign-in", {
      as: jar,
      form: { email, password: PASSWORD },
      headers: headers(),
    });
    expect(to(answer)).toEqual([303, "/ro/profile"]);
    expect(answer.headers.getSetCookie()[0]).not.toContain("Max-Age");
    await expectStatus(app.get("/ro/profile", { as: jar }), 200);
  });

  test.each([
    ["/tutoring/create?x=1#top", "/tutoring/create?x=1#top"],
    ["https://evil.test/", "/profile"],
    ["//evil.test", "/profile"],
    ["/\\evil.test", "/profile"],
    ["/x/..//evil.test", "/evil.test"],
    ["", "/profile"],
  ])("next %j redirects to %s", async (next, target) => {
    const { email } = await createUserWithPassword();
    const form = { email, password: PASSWORD, next };
    expect(to(await app.post("/sign-in", { form, headers: headers() }))).toEqual([303, target]);
  });

  test("an admin who requested no page comes to Today, a teacher to their listings", async () => {
    const { email } = await createUserWithPassword({ role: "a" });
    const form = { email: (await createUserWithPassword({ role: "t" })).email, password: PASSWORD };
    expect(to(await app.post("/sign-in", { form, headers: headers() }))).toEqual([303, "/profile/listings"]);
    const as = newJar();
    const enter = (next: string) =>
      app.post("/ro/sign-in", { form: { email, password: PASSWORD, next }, as, headers: headers() });
    expect(to(await enter(""))).toEqual([303, "/ro/admin"]);
    expect(to(await enter("/tutoring"))).toEqual([303, "/ro/tutoring"]);
    expect(to(await app.get("/ro/sign-in", { as }))).toEqual([302, "/ro/admin"]);
    const page = await app.read("/sign-in");
    expect(page).toContain('name="next" value=""');
  });

  test("wrong password: 401 with one message; keeps the address, not the password", async () => {
    const { email } = await createUserWithPassword();
    const answer = await app.post("/sign-in", {
      form: { email, password: "geheim123456", next: "/x" },
      headers: headers(),
    });
    const page = await answer.text();
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expectText(
      page,
      `value="${email}"`,
      'name="next" value="/x"',
      "The email address or the password is wrong.",
    );
    expect(page).not.toContain("geheim");
  });

  test("signing in as another user ends the first session", async () => {
    const first = await createUser();
    const jar = await signIn(first);
    const old = new Map(jar);
    const { email } = await createUserWithPassword();
    await app.post("/sign-in", { as: jar, form: { email, password: PASSWORD }, headers: headers() });
    await expectStatus(app.get("/profile", { as: jar }), 200);
    await expectStatus(app.get("/profile", { as: old }), 302);
  });
});

test("GET /sign-in and /sign-up redirect a signed-in user to the requested page", async () => {
  const as = await createUser();
  expect(to(await app.get("/sign-in?next=/tutoring", { as }))).toEqual([302, "/tutoring"]);
  expect(to(await app.get("/ro/sign-up", { as }))).toEqual([302, "/ro/profile"]);
});

test("GET /sign-up with the listing form as next page preselects teacher, otherwise learner", async () => {
  const role = async (path: string) =>
    (await app.read(path))
      .match(/<input(?=[^>]*name="role")(?=[^>]* checked)[^>]*>/)?.[0]
      .match(/value="(\w)"/)?.[1];
  expect(await role("/sign-up?next=/tutoring/create")).toBe("t");
  expect(await role("/ro/sign-up?next=/ro/tutoring/create")).toBe("t");
  expect(await role("/sign-up?next=/tutoring")).toBe("u");
  expect(await role("/sign-up")).toBe("u");
});

test("POST /sign-out ends the session, clears the cookie and redirects to the home page", async () => {
  const as = await signIn(await createUser());
  const old = new Map(as);
  const answer = await app.post("/ro/sign-out", { as, form: {} });
  expect(to(answer)).toEqual([303, "/ro"]);
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-refresh_token=;.*Max-Age=0/);
  await expectStatus(app.get("/profile", { as: old }), 302);
});

describe("/profile*", () => {
  test.each([
    ["/profile", "/sign-in?next=/profile"],
    ["/profile/listings?state=draft&x=%C8%99", "/sign-in?next=/profile/listings?state=draft%26x=%25C8%2599"],
    ["/profile/nothing/here", "/sign-in?next=/profile/nothing/here"],
    ["/ro/profile/enquiries", "/ro/sign-in?next=/profile/enquiries"],
  ])("GET %s signed out redirects to %s", async (path, target) => {
    expect(to(await app.get(path))).toEqual([302, target]);
  });

  test("returns there after signing in", async () => {
    const { email } = await createUserWithPassword();
    const signInPath = (await app.get("/ro/profile/enquiries?x=1")).headers.get("location") ?? "";
    const page = await app.read(signInPath);
    const signInForm = page.slice(page.indexOf('action="/ro/sign-in"'));
    const next = signInForm.match(/name="next" value="([^"]*)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const form = { email, password: PASSWORD, next };
    expect(to(await app.post("/ro/sign-in", { form, headers: headers() }))).toEqual([
      303,
      "/ro/profile/enquiries?x=1",
    ]);
  });
});
