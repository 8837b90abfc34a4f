import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { sessions } from "@/db/schema";
import { createUserWithPassword, PASSWORD, signInByEmail } from "../../helpers/accounts";
import { app, db, expectStatus, type Jar, keepCookies, newJar } from "../../helpers/app";

// Two tabs of one browser: a refresh in the first is refused while the second signs in. The browser applies cookies
// in the order in which responses arrive.
const refresh = (jar: Jar) => app.post("/auth/users/refresh", { headers: { cookie: toCookieHeader(jar) } });
const toCookieHeader = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
const isSignedIn = async (jar: Jar) => (await app.get("/profile", { as: jar })).status === 200;

/** A browser whose session has ended, for example by a sign-out on another device. */
async function createEndedSession(): Promise<Jar> {
  const member = await createUserWithPassword();
  const { jar } = await signInByEmail(member.email);
  await db.delete(sessions).where(eq(sessions.userId, member.id));
  return jar;
}

const SIGN_INS = {
  "POST /auth/users/token": (jar: Jar, email: string) =>
    app.post("/auth/users/token", {
      form: { username: email, password: PASSWORD },
      headers: { cookie: toCookieHeader(jar) },
    }),
  "POST /sign-in": (jar: Jar, email: string) =>
    app.post("/sign-in", { form: { email, password: PASSWORD }, headers: { cookie: toCookieHeader(jar) } }),
};

describe.each(Object.entries(SIGN_INS))("%s", (_, signIn) => {
  test("survives a refused refresh that was answered before and arrives later", async () => {
    const { email } = await createUserWithPassword();
    for (const jar of [await createEndedSession(), newJar()]) {
      const refused = await expectStatus(refresh(jar), 401);
      keepCookies(jar, await signIn(jar, email));
      keepCookies(jar, refused);
      expect(await isSignedIn(jar)).toBe(true);
      const next = await expectStatus(refresh(jar), 200);
      keepCookies(jar, next);
      expect(await isSignedIn(jar)).toBe(true);
    }
  });

  test("survives a refused refresh that was sent before and answered later", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { email } = await createUserWithPassword();
    const before = await signInByEmail((await createUserWithPassword()).email);
    const sentJar = new Map(before.jar);
    const { jar } = before;
    keepCookies(jar, await signIn(jar, email));
    const refused = await expectStatus(refresh(sentJar), 401);
    keepCookies(jar, refused);
    expect(await isSignedIn(jar)).toBe(true);
  });
});

test("a browser that is signed out, or whose session ended, keeps neither the cookie nor its copy", async () => {
  const { email } = await createUserWithPassword();
  const signedInTwice = async () => {
    const jar = await createEndedSession();
    keepCookies(jar, await SIGN_INS["POST /sign-in"](jar, email));
    expect([...jar.keys()]).toEqual(["__Host-refresh_token", "__Host-refresh_token_copy", "device"]);
    return jar;
  };
  const out = await signedInTwice();
  await app.post("/sign-out", { as: out, form: {} });
  expect([...out.keys()]).toEqual(["device"]);
  const ended = await signedInTwice();
  await db.delete(sessions);
  // As in the client: a refused refresh is retried once.
  for (let n = 0; n < 2; n++) keepCookies(ended, await refresh(ended));
  expect([...ended.keys()]).toEqual(["device"]);
});
