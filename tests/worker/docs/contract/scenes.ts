import type { TestApp } from "../../../helpers/app";
import { signedIn } from "../../../helpers/factories";
import { makeMember, newEmail, type Tokens } from "../../../helpers/people";
import type { Scene } from "./prove";

/** How a browser marks what another site made it send. */
export const CROSS_SITE = { origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" };

/** What nobody issued, in the place of an access token. */
export const BAD_TOKEN = { headers: { authorization: "Bearer spoiled" } };

/** More than any call but an upload reads. */
export const TOO_LARGE = "x".repeat(1024 ** 2 / 4 + 1);

/** A body that says it is packed. */
export const packed = (headers: Record<string, string> = {}) => ({
  body: "packed",
  headers: { ...headers, "content-encoding": "gzip" },
});

/** A body that says it is larger than any, whoever sends it. */
export const huge = (headers: Record<string, string> = {}) => ({
  body: "huge",
  headers: { ...headers, "content-length": String(1024 ** 3) },
});

/** A body that says it is JSON and is not. */
export const malformed = (headers: Record<string, string> = {}) => ({
  body: "{",
  headers: { ...headers, "content-type": "application/json" },
});

/** A member with PASSWORD, the cookies of a session of theirs, and its access token as a header. */
export async function member({ app, request }: Scene, given: Parameters<typeof makeMember>[1] = {}) {
  const user = await makeMember(app, { email: newEmail(), ...given });
  return { user, ...(await session({ app, request }, user)) };
}

/** A session of somebody who need not type a password for it. */
export async function session({ app, request }: Pick<Scene, "app" | "request">, user: { id: string }) {
  const jar = await signedIn(app, user);
  const answer = await request("/auth/users/refresh", { method: "POST", as: jar });
  const { access_token: token } = (await answer.json()) as Tokens;
  return { jar, token, headers: { authorization: `Bearer ${token}` } };
}

/** Uses every counter up that was begun; entries of a table come from addresses of their own and begin their own. */
export const exhaustLimits = (app: TestApp) =>
  app.bindings.DB.prepare("update limit_counters set hits = 1000000").run();
