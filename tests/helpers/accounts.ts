import { expect } from "vitest";
import { hashLimitKey } from "@/auth/keyed-hash";
import { parseConfig } from "@/env";
import { type Actor, app, db, type Jar, newJar, quickHasher } from "./app";
import { createUser, findUserByEmail, signIn } from "./factories";

export const PASSWORD = "trei culori cunosc pe lume";

let accountCount = 0;
export const newEmail = () => `om${++accountCount}@example.test`;

/** A learner's sign-up form, with overrides. */
export const signUpInput = (overrides: Record<string, unknown> = {}) => ({
  email: newEmail(),
  password: PASSWORD,
  first_name: "Ioana",
  last_name: "Șerban",
  birth_date: "1991-02-03",
  role: "u",
  ...overrides,
});

const passwordHash = await quickHasher.hash(PASSWORD);

/** A user who can sign in with PASSWORD. */
export const createUserWithPassword = (overrides: Parameters<typeof createUser>[0] = {}) =>
  createUser({ passwordHash, ...overrides });

export type TokenResponse = { access_token: string; token_type: string; expires_in: number };

/** POST /auth/users/token; the jar keeps the refresh cookie. */
export const requestToken = (
  {
    email,
    password = PASSWORD,
    as,
    query = "",
    headers = {},
  }: {
    email: string;
    password?: string;
    as?: Actor;
    query?: string;
    headers?: Record<string, string>;
  },
  on = app,
) =>
  on.post(`/auth/users/token${query}`, {
    form: { username: email, password },
    headers,
    ...(as ? { as } : {}),
  });

/** Signs in a user: cookie jar and access token. The session is inserted directly, so no password is hashed. */
export async function signInByEmail(email: string): Promise<{ jar: Jar; token: string }> {
  const user = await findUserByEmail(email);
  const jar = await signIn({ id: user?.id ?? "" });
  return { jar, token: await refreshAccessToken(jar) };
}

/** The access token of a new session of a user. */
export const createAccessToken = async (user: { id: string }): Promise<string> =>
  refreshAccessToken(await signIn(user));

/** An access token for the session of a jar. */
export async function refreshAccessToken(jar: Actor): Promise<string> {
  const answer = await app.post("/auth/users/refresh", { as: jar });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as TokenResponse).access_token;
}

/** The same with the user's password. */
export async function signInWithPassword(email: string, query = ""): Promise<{ jar: Jar; token: string }> {
  const jar = newJar();
  const answer = await requestToken({ email, as: jar, query });
  expect(answer.status).toBe(200);
  return { jar, token: ((await answer.json()) as TokenResponse).access_token };
}

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** The token of the newest link in a user's mail. */
export const findLinkToken = (text: string): string => text.match(/[?&]token=([\w-]+)/)?.[1] ?? "";

/** Sets a counter, so that a test need not hash a password for every attempt. */
export const setHits = (limit: string, key: string, hits: number) =>
  app.bindings.DB.prepare("update limit_counters set hits = ? where name = ? and key = ?")
    .bind(hits, limit, key)
    .run();

/** The counter key of an email or IP address. */
export const toLimitKey = (address: string): string =>
  hashLimitKey({ config: parseConfig(app.bindings) }, address);

export const listOneTimeTokens = (userId: string) =>
  db.query.oneTimeTokens.findMany({ where: (token, { eq }) => eq(token.userId, userId) });
