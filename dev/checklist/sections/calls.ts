import type { Section } from "../row";
import { callsOfFiles } from "./calls-of-files";

export const calls: Section = {
  number: "6",
  title: "Calls",
  atLeast: 46,
  rows: [
    {
      holds: "Calls go to API_BASE; a held token is sent as Bearer",
      by: {
        "unit/client/http.test.ts": [
          "speaks to API_BASE, in the page's language",
          "of somebody signed in carries their token; refused, it is refreshed and sent again, once",
        ],
      },
    },
    {
      holds: "Errors are problem+json with a request id, and the fields' errors",
      by: {
        "worker/http/answers.test.ts": [
          "GET an unknown call: 404 as problem+json",
          "500 as problem+json for a call",
        ],
        "worker/listings/api.test.ts": "names every field that is wrong, as the form does",
      },
    },
    {
      holds: "/openapi.json is a document of OpenAPI 3.1 with every call",
      by: {
        "worker/docs/openapi.test.ts": [
          "is a document of OpenAPI 3.1, by the specification's own schema",
          "documents every call that the app routes for programs",
        ],
      },
    },
    {
      holds: "Every documented status is asked for and answered as documented",
      by: { "worker/docs/openapi.test.ts": "knows each chapter that has calls, and a proof for each" },
    },
    {
      holds: "/docs/api shows it to people",
      by: { "worker/docs/api-page.test.ts": "shows every call, and leads to each" },
    },
    {
      holds: "POST token: form-encoded, 200 with token and cookie",
      by: { "worker/accounts/token.test.ts": "200 with an access token and a session cookie" },
    },
    {
      holds: "POST token: remember_me in the query",
      by: { "worker/accounts/token.test.ts": "200 with remember_me: the cookie lives 30 days" },
    },
    {
      holds: "POST token: one generic 401",
      by: {
        "worker/accounts/token.test.ts":
          "wrong password, unknown address, disabled account, no password: one and the same 401",
      },
    },
    {
      holds: "POST token: other content types 415",
      by: { "worker/accounts/token.test.ts": "content type %s: 415" },
    },
    {
      holds: "POST token: 429 with Retry-After past the limits",
      by: {
        "worker/accounts/token.test.ts": [
          "10 failures of an account at an address: 429 even with the right password, elsewhere it works",
          "50 failures of an address: 429 for every account there",
        ],
      },
    },
    {
      holds: "GET me: the user; 401 with WWW-Authenticate",
      by: {
        "worker/profile/me.test.ts": [
          "200 with every field of one's own, kept by nobody",
          "401 with WWW-Authenticate without a token",
        ],
      },
    },
    {
      holds: "PUT me: partial; privileged fields never change",
      by: {
        "worker/profile/me.test.ts": [
          "200 with the account; only what is given changes, tidied",
          "privileged and unknown fields are ignored in any spelling, nesting or duplicate",
        ],
      },
    },
    {
      holds: "DELETE me: everything personal is erased at once, orders stay anonymised",
      by: {
        "worker/privacy/erase.test.ts": [
          "200, and the account is gone: token, sessions, sign-in; one last mail that leaves no trace",
          "403 invalid_password for a wrong one",
        ],
        "worker/privacy/traces.test.ts": [
          "nothing in the database or bucket tells of them",
          "erased buyers' paid orders still follow refunds and disputes",
        ],
      },
    },
    {
      holds: "PATCH me/disable: sessions end, listings hide, a mailed link leads back",
      by: {
        "worker/settings/disable.test.ts": [
          "200 with the account; every device is out at once, the password does not sign in",
          "listings are out of sight at once",
          "the mailed link opens it again; the old sessions stay ended",
        ],
      },
    },
    {
      holds: "POST signup: u or t alone, 201, a verification mail",
      by: {
        "worker/accounts/sign-up.test.ts": [
          "201 says back what was said, without an id, and signs nobody in",
          "the mail with the link comes in the same batch, in the page's language",
          "role a is refused: 422",
        ],
      },
    },
    {
      holds: "POST signup: a known e-mail gets the same answer and a different mail",
      by: { "worker/accounts/sign-up.test.ts": "a known address gets the same answer and a different mail" },
    },
    {
      holds: "POST create_special_user: admins alone; an admin only by who may; a set-password link",
      by: {
        "worker/accounts/special-user.test.ts": [
          "201 with the whole user; its mailbox gets a link that sets the password",
          "an admin is made only by one who may: else 403, and no account",
          "anybody else: 403; without a token or with the cookie alone: 401",
        ],
      },
    },
    {
      holds: "PUT reset-password: single use, one hour, hashed; ends all sessions",
      by: {
        "worker/accounts/reset-password.test.ts": [
          "a link works once, and the others that were mailed end with it",
          "every session ends at once, for pages and bearer calls",
          "400 invalid_token for unknown, empty, expired ones",
        ],
        "worker/accounts/forgot-password.test.ts":
          "the mail comes in its reader's language, with a link that is stored hashed for an hour",
      },
    },
    {
      holds: "GET forgot-password: the same answer for known and unknown",
      by: {
        "worker/accounts/forgot-password.test.ts":
          "200, the same for a known and an unknown address; only the known one gets mail",
      },
    },
    {
      holds: "POST refresh: 200 as for token; 401 clears the cookie",
      by: {
        "worker/accounts/sessions.test.ts": [
          "200 as for token; the cookie rotates, the new one works",
          "without, with an unknown or a malformed cookie: 401, and the cookie is cleared",
        ],
      },
    },
    {
      holds: "POST logout: ends the session of the cookie or token",
      by: { "worker/accounts/token.test.ts": "ends the session of the token, and of the cookie" },
    },
    {
      holds: "GET is-authenticated: 200, else 401",
      by: { "worker/accounts/token.test.ts": "200 with a token, else 401" },
    },
    {
      holds: "GET user-list: gzip and base64url, at most 1,000 ids and 64 KB, in order, each once",
      by: {
        "worker/profile/users.test.ts": [
          "200 for anybody: the people in the order asked, each once, others left out",
          "a thousand ids are one question of the database; one more is 422",
          "413 over 64 KB unpacked",
        ],
      },
    },
    {
      holds: "GET users/{id}: own and admin all fields, others the public ones; 404",
      by: {
        "worker/profile/users.test.ts": [
          "200 for anybody: a teacher with full name and what is said for learners, nothing to reach them by",
          "a learner's last name is an initial",
          "its owner and admins see every field, of disabled accounts too",
          "404 for what is no id, for nobody, and for a disabled account",
        ],
      },
    },
    ...callsOfFiles,
    {
      holds: "An unsafe call by cookie is refused unless same-origin, whatever its content type",
      by: {
        "worker/http/same-origin.test.ts": [
          "from %j: 403 whatever its content type and method",
          "an Authorization header beside it changes nothing: 403",
          "from here: done",
        ],
      },
    },
    {
      holds: "Every creating POST accepts Idempotency-Key",
      by: {
        "worker/http/idempotency.test.ts": [
          "again with the same body: the same answer, done once",
          "with another body: 409",
          "ten at once: done once",
        ],
        "worker/docs/openapi.test.ts": "offers an Idempotency-Key wherever a POST makes something",
      },
    },
    {
      holds: "The client retries others than idempotent requests once, at the agreed statuses",
      by: {
        "unit/client/http.test.ts": [
          "is not made after %i",
          "has the same Idempotency-Key, another call another one",
          "a second try › of %s is never made",
          "is the last one",
        ],
      },
    },
    {
      holds: "App check on sign-up, forgot-password, contact, guest enquiry and phone",
      by: {
        "worker/accounts/sign-up-pages.test.ts": "POST /auth/users/signup: 403 app_check without the token",
        "worker/accounts/forgot-password.test.ts":
          "403 app_check without a token or with a wrong one; no mail, and nothing is counted",
        "worker/contact/contact.test.ts":
          "403 for what another site made a browser send, and where the app check is not passed",
        "worker/enquiries/guests.test.ts": "403 with all kept where the app check fails; accounts need none",
        "worker/enquiries/phone.test.ts":
          "403 where the app check fails for a visitor, and none for an account",
      },
    },
    {
      holds: "App check refreshes its token; without a key it says so once and blocks nothing",
      by: {
        "unit/client/app-check.test.ts": [
          "a page that comes back gets a new token",
          "without a key it is said once",
        ],
        "worker/platform/app-check.test.ts":
          "without a key lets everybody pass, and says so once for a worker",
      },
    },
  ],
};
