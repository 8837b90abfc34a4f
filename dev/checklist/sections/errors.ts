import type { Section } from "../row";

export const errors: Section = {
  number: "9",
  title: "Errors",
  atLeast: 16,
  rows: [
    {
      holds: "404 says “Page Not Found” and the path, escaped",
      by: { "worker/http/answers.test.ts": "GET %s: 404, the path, a way on, and no index" },
    },
    {
      holds: "A malformed id is a page that is not there",
      by: { "worker/http/error-pages.test.ts": "GET %s: 404 with the path, escaped" },
    },
    {
      holds: "Any other status has one generic view in the page's language",
      by: { "worker/http/error-pages.test.ts": "400 in %s: the words, the request's id, a way on, no index" },
    },
    {
      holds: "Its default is 500, “Internal Server Error”",
      by: { "worker/http/error-pages.test.ts": "500 in %s, where nothing says otherwise" },
    },
    {
      holds: "It has a request id and a way on",
      by: {
        "worker/http/answers.test.ts":
          "500 as a page with its request id, told in one log line without values",
      },
    },
    {
      holds: "Crawlers get the status and no page; the log tells",
      by: {
        "worker/http/error-pages.test.ts": "a crawler gets the status alone, and the log tells of it",
        "worker/http/answers.test.ts": "a crawler (%s) gets the status and no page",
      },
    },
    {
      holds: "A failed login is logged in the browser and told",
      by: {
        "unit/client/session-user.test.ts":
          "that fails is logged and told, with the server's words, and keeps no token",
      },
    },
    {
      holds: "A failed refresh is logged in the browser",
      by: { "unit/client/session.test.ts": "with 401 clears token, timer and user" },
    },
    {
      holds: "A failed logout is logged in the browser and told",
      by: { "unit/client/session-user.test.ts": "that fails is logged, answers false and keeps the session" },
    },
    {
      holds: "A failed fetch of the user is logged in the browser",
      by: {
        "unit/client/session-user.test.ts":
          "a failure resets `fetched` and keeps the error, and the next fetch mends it",
      },
    },
    {
      holds: "A failed upload is logged, told, and rejects",
      by: {
        "unit/client/uploads.test.ts": [
          "an upload that is refused rejects, with what the server said",
          "an upload that may still succeed is told as stuck",
        ],
        "unit/client/upload-view.test.ts":
          "what is wrong stands at the field as without script, once, and goes with the next words",
        "browser/uploads.spec.ts": "a small picture goes in one request; what is none is refused in words",
      },
    },
    {
      holds: "A failed delete is logged, told, and answers false",
      by: {
        "unit/client/uploads.test.ts":
          "deleting an upload that the server was not told of is logged and answers false; told, it is true",
      },
    },
    {
      holds: "An unknown guard's name does not build",
      by: {
        "unit/auth/guards.test.ts": "a guard of an unknown name stops the build, and whatever would use it",
      },
    },
    {
      holds: "One JSON line an entry",
      by: {
        "worker/http/answers.test.ts":
          "one JSON line a request: method, path, status, id; no query, body, cookie, token or address",
      },
    },
    {
      holds: "No secret in any",
      by: {
        "worker/http/request-log.test.ts": "is logged without anybody's address",
        "worker/accounts/reset-password.test.ts": "the token stands in no log line",
      },
    },
    {
      holds: "A missing setting stops every answer and names itself",
      by: {
        "worker/http/answers.test.ts": "a missing setting stops every answer and names itself in the log",
      },
    },
  ],
};
