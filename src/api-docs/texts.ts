import type { Tag } from "@/http/declare-call";

/** English texts of the OpenAPI document that several calls share. Those of a single call are in its declaration. */

/** Base URL, authentication, errors and limits, in paragraphs. */
export const describeApi = (base: string): string =>
  [
    "The API offers what the site offers: sign-in, accounts, files, listings, enquiries and orders, as JSON over HTTP.",
    `All URLs begin with \`${base}\`. Requests and responses are JSON in UTF-8 unless a call says otherwise. A single object is returned as \`{"content": {…}}\`, a list as \`{"content": […]}\`. Names are in snake_case, IDs are opaque strings, amounts are whole bani, and times are UTC. Unknown fields are ignored. Paths that begin with \`/ro\` return messages in Romanian.`,
    `Request an access token with your email address and password: \`curl '${base}/auth/users/token' -c cookies.txt --data-urlencode 'username=ioana@example.ro' --data-urlencode 'password=…'\`. Send it with every call: \`Authorization: Bearer …\`. It is valid for five minutes.`,
    "The response also sets a cookie. `POST /auth/users/refresh` uses it to return the next token. Each refresh replaces the cookie, and using an old one ends the session. Calls authenticated by the cookie must come from this site, according to the `Origin` header.",
    "Errors are `application/problem+json` (RFC 9457). `title` is the error code, `detail` a human-readable description. Include the `request_id` when you contact us. `errors` lists errors of single fields.",
    "The API returns 429 if a rate limit is exceeded and 503 if the server is busy. `Retry-After` contains the number of seconds to wait.",
    "Calls that create an object accept an `Idempotency-Key` of your choice. A repeated call with the same key and body returns the first response and creates nothing.",
  ].join("\n\n");

/** Chapters by tag. */
export const TAG_TEXTS: Record<Tag, { name: string; about: string }> = {
  sessions: {
    name: "Sessions",
    about: "Sign in, refresh access tokens, and sign out.",
  },
  accounts: {
    name: "Accounts",
    about: "Sign up, reset a password, and disable an account.",
  },
  users: {
    name: "Users",
    about: "Your own account, public profiles, and user administration.",
  },
  invitations: {
    name: "Invitations",
    about: "Teachers whom admins invite to publish a listing: uploads and their state.",
  },
  listings: {
    name: "Listings",
    about: "Listings of teachers: create, edit, publish and read them.",
  },
  enquiries: {
    name: "Enquiries",
    about: "Write to a teacher, continue the conversation, and reveal a phone number.",
  },
  shortlist: {
    name: "Shortlist",
    about: "Listings that you saved, with or without an account.",
  },
  alerts: {
    name: "Alerts",
    about: "Searches whose new listings are mailed to you.",
  },
  requests: {
    name: "Requests",
    about:
      "What learners look for: only the author, admins and teachers who fit see a request, and answer it.",
  },
  reviews: {
    name: "Reviews",
    about: "Reviews of teachers by learners who were in contact with them: write, answer, report and decide.",
  },
  verifications: {
    name: "Checked documents",
    about: "Documents of teachers, such as diplomas: ask for a check, withdraw, and decide as an admin.",
  },
  testimonials: {
    name: "Testimonials",
    about: "Testimonials about the site.",
  },
  contact: {
    name: "Contact",
    about: "Send a message to the operator.",
  },
  orders: {
    name: "Orders",
    about: "Order promotions for your listings, and read your orders.",
  },
  analytics: {
    name: "Analytics",
    about: "Daily impressions, views, enquiries and additions to shortlists of your listings.",
  },
  notifications: {
    name: "Notifications",
    about: "Choose what is sent to you, and the devices that get push messages.",
  },
  searches: {
    name: "Searches",
    about: "For admins: what visitors searched for, by day, and where teachers are missing.",
  },
  prices: {
    name: "Prices",
    about: "What teachers usually ask for an hour.",
  },
  moderation: {
    name: "Moderation",
    about: "Report a listing; for admins, decide on listings and reports.",
  },
  posts: {
    name: "Blog",
    about: "Posts in both languages, and their categories.",
  },
  "follow-up": {
    name: "Follow-up",
    about: "The follow-up list of admins.",
  },
  storage: {
    name: "Storage",
    about: "Upload files: in a single request up to 256 KB, or with a resumable upload.",
  },
  data: {
    name: "Data",
    about: "JSON exports of personal data and public data, and settings documents for admins.",
  },
  site: {
    name: "Texts and builds",
    about: "Interface texts in each language, and the current build.",
  },
  webhooks: {
    name: "Webhooks",
    about: "Events sent by other services.",
  },
};

/** Ways to authenticate. */
export const AUTH_TEXTS = {
  bearer: "The access token from POST /auth/users/token, valid for five minutes.",
  cookie: "The refresh cookie set at sign-in, for requests from this site.",
  address: "The access token in the query, only for a link to the export.",
};

/** Errors by code. */
export const PROBLEM_TEXTS: Record<string, string> = {
  malformed: "The request could not be parsed.",
  unauthenticated: "Credentials are missing, invalid or expired.",
  forbidden: "The caller is not allowed to do this.",
  not_found: "The object does not exist, or the caller may not see it.",
  conflict: "The object was changed in the meantime, or the same call is in progress.",
  gone: "The object has been deleted or has expired.",
  precondition: "A header required by the protocol is missing or has another value.",
  too_large: "The body is too large.",
  unsupported: "The content type is not supported, or the body is compressed (`Content-Encoding`).",
  invalid: "Some fields are invalid; `errors` lists them.",
  too_many: "Rate limit exceeded; retry after the seconds in `Retry-After`.",
  unavailable: "The service is busy or unavailable; retry after the seconds in `Retry-After`.",
};

/** The 403 of calls for a role. */
export const ROLE_TEXTS: Record<string, string> = {
  teacher: "The caller is not a teacher (`teachers_only`).",
  admin: "The caller is not an admin (`admins_only`).",
};

export const CROSS_SITE_TEXT = "The request came from another site (`cross_site`).";

/** Parameters with the same meaning in every call. */
export const PARAMETER_TEXTS: Record<string, string> = {
  after: "Cursor `next` of the previous page.",
  app_check: "Accepted and ignored, since these calls need no app check. Never logged.",
  format: "Format of the data.",
  "Idempotency-Key":
    "A unique key of your choice. Repeating the call with the same key and body within a day returns the first response.",
  path: "`images/profile-pictures/{user id}.{ext}`, `images/listings/{listing id}/{name}.{ext}` or `images/blog/{post id}/{name}.{ext}`; ext is jpg, jpeg, png, webp or avif.",
  "cf-turnstile-response": "Turnstile token, required if the site has an app check.",
};

export const HEADER_TEXTS: Record<string, string> = {
  "WWW-Authenticate": "Required scheme: `Bearer`.",
  "Retry-After": "Seconds to wait before a retry.",
  "Tus-Resumable": "Protocol version.",
  "Tus-Version": "Supported protocol versions.",
  "Tus-Extension": "Supported protocol extensions.",
  "Tus-Max-Size": "Largest file in bytes.",
  "Upload-Offset": "Bytes received so far.",
  "Upload-Length": "Bytes of the whole file.",
  "Upload-Metadata": "Metadata of the upload; unknown keys are dropped.",
  "Upload-Expires": "When the upload expires.",
  Location: "URL of the upload.",
  ETag: "Version of the content.",
  "Cache-Control": "How long the response may be cached.",
  "Set-Cookie": "The refresh cookie.",
};
