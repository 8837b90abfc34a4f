import type { Section } from "../row";

export const sessions: Section = {
  number: "5.4",
  title: "Session",
  atLeast: 20,
  rows: [
    {
      holds: "The access token is in memory alone",
      by: { "unit/client/session.test.ts": "is kept in memory alone" },
    },
    {
      holds: "The access token ends after 5 minutes, and with its session",
      by: {
        "worker/accounts/sessions.test.ts": "its access token ends with it, and after 5 minutes by itself",
      },
    },
    {
      holds: "The refresh token is an opaque value in an HttpOnly, Secure, Lax cookie of path /",
      by: { "worker/accounts/token.test.ts": "200 with an access token and a session cookie" },
    },
    {
      holds: "It is stored hashed",
      by: {
        "worker/accounts/token.test.ts": "the refresh token and the password stand nowhere in the database",
      },
    },
    {
      holds: "Signing in keeps the token and loads the user",
      by: { "unit/client/session-user.test.ts": "sends the form, keeps the token and loads the user" },
    },
    {
      holds: "A timer refreshes each ACCESS_REFRESH_MS",
      by: { "unit/client/session.test.ts": "refreshes each ACCESS_REFRESH_MS once there is a token" },
    },
    {
      holds: "Each refresh rotates the cookie",
      by: { "worker/accounts/sessions.test.ts": "200 as for token; the cookie rotates, the new one works" },
    },
    {
      holds: "The previous value is good for 30 more seconds",
      by: {
        "worker/accounts/sessions.test.ts": [
          "the previous value is good for 30 seconds: 200, an access token, no cookie header",
          "twenty at once: one gets the new cookie, nineteen 200 without one, and all stay in",
        ],
      },
    },
    {
      holds: "Reuse after that ends the whole session",
      by: { "worker/accounts/sessions.test.ts": "its use after that ends the whole session" },
    },
    {
      holds: "A failed refresh clears token, timer and cookie",
      by: {
        "unit/client/session.test.ts": "with 401 clears token, timer and user",
        "worker/accounts/sessions.test.ts":
          "without, with an unknown or a malformed cookie: 401, and the cookie is cleared",
      },
    },
    {
      holds: "A losing parallel refresh clears nothing",
      by: {
        "unit/client/session.test.ts": "clears nothing when another tab got a token meanwhile",
        "browser/session.spec.ts": "three tabs that refresh at once, again and again, stay signed in",
      },
    },
    {
      holds: "Pages know the visitor by the cookie, by one indexed read",
      by: { "worker/settings/page.test.ts": "costs one session read, the account and its sessions" },
    },
    {
      holds: "Anonymous visitors cost no read",
      by: {
        "worker/settings/page.test.ts": "302 to sign-in and back for a visitor, without asking the database",
      },
    },
    {
      holds: "A disabled user or a changed role counts at once",
      by: {
        "worker/accounts/token.test.ts": [
          "a disabled account's token counts for nothing at once",
          "a role that changed since counts at once, whatever the token says",
        ],
      },
    },
    {
      holds: "Logout only when authenticated",
      by: {
        "unit/client/session-user.test.ts": "is not tried without a token",
        "worker/accounts/token.test.ts": "only when authenticated: 401",
      },
    },
    {
      holds: "A failed logout is logged and answers false",
      by: { "unit/client/session-user.test.ts": "that fails is logged, answers false and keeps the session" },
    },
    {
      holds: "remember_me: a cookie of 30 days, an absolute end",
      by: {
        "worker/accounts/token.test.ts": "200 with remember_me: the cookie lives 30 days",
        "worker/accounts/sessions.test.ts":
          "after 30 days with remember_me, however much it is used; not before by idleness",
      },
    },
    {
      holds: "Else it ends after 12 idle hours, after 24 hours in any case",
      by: {
        "worker/accounts/sessions.test.ts": [
          "after 12 idle hours, unless refresh or page use keeps it",
          "after 24 hours without remember_me, however much it is used",
        ],
      },
    },
    {
      holds: "Signing out in one tab reaches the others",
      by: {
        "browser/session.spec.ts": "signing out in one tab reaches the others",
        "unit/client/session-user.test.ts": "sends the token, clears everything and tells the other tabs",
      },
    },
    {
      holds: "A token holds issuer, audience, type and claims as agreed",
      by: {
        "worker/accounts/token.test.ts": "tokens hold what section 15 says",
        "worker/http/access-token.test.ts": "GET /auth/users/me with a token that is not ours: 401",
      },
    },
  ],
};
