import { describe, expect, test, vi } from "vitest";
import { paths } from "@/shared/paths";
import { signInByEmail } from "../../helpers/accounts";
import { type Actor, app, expectPage, expectStatus, expectText, newJar } from "../../helpers/app";
import { createTeacher } from "../../helpers/factories";

const MB = 1024 ** 2;
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const MULTIPART = { "content-type": "multipart/form-data; boundary=x" };

/** A body without a Content-Length. */
const streamed = (bytes: number) =>
  new ReadableStream({
    start(controller) {
      for (let left = bytes; left > 0; left -= 64 * 1024) {
        controller.enqueue(new Uint8Array(Math.min(left, 64 * 1024)).fill(97));
      }
      controller.close();
    },
  });

describe("POST of a body over the limit", () => {
  test("413 page in the visitor's language for a form with a large Content-Length", async () => {
    const headers = { ...FORM, "content-length": String(MB / 4 + 1) };
    expect(await expectPage(app.post("/ro/sign-in", { body: "email=x", headers }), 413)).toContain(
      "Ce ați trimis este prea mare.",
    );
  });

  test("413 for a profile picture shows the limit and a link back; 401 signed out", async () => {
    const headers = { ...MULTIPART, "content-length": String(11 * MB) };
    const as = await createTeacher();
    const send = (as: Actor = newJar()) =>
      app.post(`/ro${paths.profilePictureForm()}`, { as, body: "x", headers });
    const html = await expectPage(send(as), 413);
    expectText(
      html,
      "<title>Eroare: ",
      "O fotografie poate avea cel mult 5 MB.",
      "Scurtați textul sau alegeți un fișier mai mic",
      'class="site-header"',
    );
    expect(html).toMatch(/<main[\s\S]*href="\/ro\/profile"[\s\S]*<\/main>/);
    const stranger = await expectPage(send(), 401);
    expectText(stranger, 'href="/ro/sign-in?next=/profile"', "Intrați în cont, apoi încercați din nou.");
  });

  test("413 for a streamed form once it passes the limit; the limit itself is accepted", async () => {
    await expectStatus(app.post("/sign-in", { body: streamed(MB / 4 + 1), headers: FORM }), 413);
    expect((await app.post("/sign-in", { body: streamed(MB / 4), headers: FORM })).status).not.toBe(413);
  });

  test("the webhook accepts 1 MB, the listing form with pictures 25 MB", async () => {
    const post = async (path: string, length: number, headers: Record<string, string>) => {
      const as = await createTeacher();
      return (
        await app.post(path, { as, body: "x", headers: { ...headers, "content-length": String(length) } })
      ).status;
    };
    const json = { "content-type": "application/json" };
    expect(await post(paths.webhook(), MB + 1, json)).toBe(413);
    expect(await post(paths.webhook(), MB, json)).toBe(400);
    for (const path of [paths.createListing(), paths.editListing("abc")]) {
      expect(await post(path, 25.25 * MB + 1, MULTIPART)).toBe(413);
      expect(await post(path, 25.25 * MB, MULTIPART)).toBe(400);
      expect(await post(path, MB, FORM)).toBe(413);
    }
    expect(await post(paths.signIn(), MB, MULTIPART)).toBe(413);
  });

  test("503 for a large form while others use the memory budget; then it is accepted", async () => {
    const teacher = await createTeacher();
    const { token } = await signInByEmail(teacher.email);
    const headers = { ...MULTIPART, "content-length": String(22 * MB) };
    let finish = () => {};
    const body = new ReadableStream({
      start(controller) {
        finish = () => controller.close();
      },
    });
    const first = app.post(paths.createListing(), { as: teacher, body, headers });
    await vi.waitFor(async () => {
      const second = await app.post(paths.createListing(), { as: teacher, body: "x", headers });
      expect([second.status, second.headers.get("retry-after")]).toEqual([503, "5"]);
    });
    // Upload parts are not forms.
    const part = {
      authorization: `Bearer ${token}`,
      "content-type": "application/offset+octet-stream",
      "content-length": String(5 * MB),
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
    };
    const upload = { method: "PATCH", body: "x", headers: part };
    await expectStatus(app.request(`${paths.uploads()}/unknown`, upload), 404);
    // A form without pictures reserves nothing.
    expect((await app.post(paths.createListing(), { as: teacher, form: { title: "x" } })).status).not.toBe(
      503,
    );
    finish();
    await expectStatus(first, 400);
    await expectStatus(app.post(paths.createListing(), { as: teacher, body: "x", headers }), 400);
  });
});

describe("compressed request body", () => {
  test.each(["gzip", "GZIP", "identity, gzip"])(
    "%s: 415 on every path, with the accepted encodings",
    async (coding) => {
      const headers = { ...FORM, "content-encoding": coding };
      for (const path of [
        "/sign-in",
        paths.authToken(),
        paths.authRefresh(),
        paths.webhook(),
        paths.storage("x"),
      ]) {
        const response = await app.post(path, { body: "email=x", headers });
        expect([path, response.status, response.headers.get("accept-encoding")]).toEqual([
          path,
          415,
          "identity",
        ]);
      }
    },
  );

  test("identity is accepted", async () => {
    const headers = { ...FORM, "content-encoding": "Identity" };
    await expectStatus(app.post("/sign-in", { body: "email=x", headers }), 422);
  });
});

describe("POST of a content type that starts like an accepted one: 415", () => {
  test.each([
    [paths.authSignUp(), "application/json-patch+json"],
    [paths.authSignUp(), "application/jsonx"],
    [paths.authToken(), "application/x-www-form-urlencoded-x"],
    ["/sign-in", "application/x-www-form-urlencoded-x"],
    ["/sign-in", "multipart/form-data-x; boundary=x"],
    ["/sign-in", ""],
  ])("%s as %j", async (path, type) => {
    await expectStatus(app.post(path, { body: "{}", headers: { "content-type": type } }), 415);
  });

  test("parameters and case do not matter", async () => {
    const headers = { "content-type": "Application/JSON ; charset=utf-8" };
    await expectStatus(app.post(paths.authSignUp(), { body: "{}", headers }), 422);
  });
});
