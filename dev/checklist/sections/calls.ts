import type { Section } from "../row";

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
    {
      holds: "PUT storage: up to 256 KB; who may write which path follows from the path",
      by: {
        "worker/storage/profile-picture.test.ts": [
          "201 for 256 KB, 413 for more with a hint",
          "401 without a token, 403 for somebody else's, 201 for an admin, who is written down",
          "%s is refused with %i",
        ],
      },
    },
    {
      holds: "GET storage reads back, DELETE removes",
      by: {
        "worker/storage/profile-picture.test.ts":
          "200 for anybody, under any extension; 404 before and after",
        "worker/storage/listing-picture.test.ts": "204 for a loose one, and 404 the second time",
      },
    },
    {
      holds: "Pictures of posts are written by admins and read by anybody",
      by: { "worker/storage/listing-picture.test.ts": "is written by admins alone, and read by anybody" },
    },
    {
      holds: "/storage/uploads speaks tus 1.0",
      by: {
        "worker/storage/uploads.test.ts": [
          "204: says to anybody what is spoken here",
          "201 with the place and the end of the upload",
        ],
        "worker/storage/upload-parts.test.ts":
          "204 for each part; the file is there when the last one is answered",
      },
    },
    {
      holds: "Uploads double from 256 KB, show progress, survive broken connections and reloads",
      by: {
        "browser/uploads.spec.ts": [
          "a large picture goes up in parts that double, with progress, pause and resume, and is shown",
          "it goes on by itself when the connection broke",
          "it goes on after a reload",
        ],
      },
    },
    {
      holds: "Abandoned uploads are swept after a day",
      by: { "worker/storage/uploads.test.ts": "410 for every call; the job sweeps it with its parts" },
    },
    {
      holds: "GET /images: long caching, ETag, fixed type, nosniff",
      by: {
        "worker/storage/profile-picture.test.ts":
          "may be kept for ever at the current version, else asks by ETag",
        "worker/listings/pictures.test.ts": [
          "stores them re-encoded, without what was in their metadata, and serves them",
          "answers HEAD and If-None-Match without the bytes",
        ],
      },
    },
    {
      holds: "GET /_locales/{page}/{locale}/data.json: texts, immutable for this build",
      by: {
        "worker/site/builds.test.ts": [
          "GET /_locales/{page}/{locale}/data.json › %s: 200 in each language",
          "with this build's id it is good for a year, with another or none it is asked for again",
        ],
      },
    },
    {
      holds: "GET /builds/latest.json: which build, never kept",
      by: { "worker/site/builds.test.ts": "latest.json says which build it is, never kept: 200" },
    },
    {
      holds: "GET /data/users/me.json: everything about me",
      by: {
        "worker/privacy/export.test.ts":
          "200 with everything by bearer and by the token in the address, never stored, never told on",
        "worker/privacy/export-tables.test.ts": "tells every column of somebody who used everything",
      },
    },
    {
      holds: "GET /data/listings.json and /data/listings/{id}.json",
      by: {
        "worker/data/export.test.ts":
          "200 with every listing that visitors see and no other, by id, as the call of one gives it",
      },
    },
    {
      holds: "GET /data/blog.json and /data/testimonials.json",
      by: { "worker/data/export.test.ts": "200 with all that is out, and nothing else" },
    },
    {
      holds: "GET /data/orders.json is admins'",
      by: { "worker/data/export.test.ts": "403 for everybody but admins, 200 for an admin" },
    },
    {
      holds: "GET /data/settings is admins'",
      by: {
        "worker/data/settings.test.ts": [
          "200 with version 0 and what is shipped of %s",
          "401 permission_denied without a token or with a bad one",
        ],
      },
    },
    {
      holds: "auth and app_check may stand in the address there and nowhere else, never in a log",
      by: {
        "worker/data/export.test.ts": "counts under /data and nowhere else, and stands in no log",
        "worker/http/request-log.test.ts": "is logged without anybody's address",
      },
    },
    {
      holds: "401 permission_denied without a token",
      by: {
        "worker/privacy/export.test.ts":
          "401 permission_denied without a token, with a bad one, an expired one, a cookie, or a refresh token",
      },
    },
    {
      holds: "Path keys are not empty and hold none of . # $ / [ ]",
      by: {
        "worker/data/path-keys.test.ts": [
          "have none of what a key may not have, however it is encoded",
          "GET %s 400 invalid_key, whoever asks",
        ],
      },
    },
    {
      holds: "PUT /data/settings: documents with a version; datastale with the present one",
      by: {
        "worker/data/settings.test.ts": [
          "200 with the next version, kept with its history and in the audit log, and given by GET",
          "409 datastale with the present version and value",
        ],
      },
    },
    {
      holds: "Transactions try at most 25 times; maxretry, nodata, set",
      by: {
        "worker/data/settings.test.ts": [
          "200 at the twenty-fifth try",
          "409 maxretry where others were faster twenty-five times",
          "404 nodata for what is none",
          "422 set for what is larger than a row",
        ],
      },
    },
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
