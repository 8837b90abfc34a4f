/** English texts of the OpenAPI document that several calls share. Those of a single call are in its feature's api-docs.ts. */

export const DESCRIPTION =
  "Everything this site does for a person, it can do for a program too: signing in, accounts, files and listings as plain JSON over HTTP.";

/** Chapters, by the tag of their calls. */
export const TAG_TEXTS: Record<string, { name: string; about: string }> = {
  sessions: {
    name: "Sessions",
    about: "Signing in, refreshing access tokens, and signing out.",
  },
  accounts: {
    name: "Accounts",
    about: "Signing up, resetting a password, and disabling an account.",
  },
  users: {
    name: "Users",
    about: "Your own account, public profiles, and user administration.",
  },
  listings: {
    name: "Listings",
    about: "What teachers offer.",
  },
  enquiries: {
    name: "Enquiries",
    about: "Writing to a teacher, the conversation after it, and asking for a phone number.",
  },
  testimonials: {
    name: "Testimonials",
    about: "What people say of the site.",
  },
  contact: {
    name: "Contact",
    about: "Writing to the people behind the site.",
  },
  orders: {
    name: "Orders",
    about: "Promotions of one’s own listings: ordering them, and what became of the orders.",
  },
  analytics: {
    name: "Numbers",
    about: "How often one's listings were shown, opened and answered to.",
  },
  moderation: {
    name: "Moderation",
    about: "Reports by visitors, and what admins decide about listings.",
  },
  posts: {
    name: "Blog",
    about: "Posts in both languages, and the categories they stand in.",
  },
  "follow-up": {
    name: "Follow-up",
    about: "The admins’ work list.",
  },
  storage: {
    name: "Storage",
    about: "Files, directly up to 256 KB and in resumable parts above, and the pictures that come of them.",
  },
  data: {
    name: "Data",
    about:
      "Exports as JSON: everything stored about a person, what everybody may see, and the settings that admins write.",
  },
  site: {
    name: "Texts and builds",
    about: "What the site says in each language, and which build of its pages is the newest.",
  },
  webhooks: {
    name: "Webhooks",
    about: "What other services tell this site.",
  },
};

/** Ways to authenticate. */
export const AUTH_TEXTS = {
  bearer: "The access token of POST /auth/users/token, good for five minutes.",
  cookie: "The refresh cookie that signing in sets, for requests from this site.",
  address: "The access token in the query, for a plain link to the export; nowhere else.",
};

/** Refusals, by their error code. */
export const PROBLEM_TEXTS: Record<string, string> = {
  malformed: "The request could not be read.",
  unauthenticated: "No credentials, or none that are still good.",
  forbidden: "Not allowed for any user.",
  not_found: "There is no such thing, or not for this caller.",
  conflict: "Something in between has changed, or the same call is under way.",
  gone: "It was there once and is no more.",
  precondition: "A header that the protocol asks for is missing or says something else.",
  too_large: "The body is larger than this call takes.",
  unsupported: "Another content type than this call reads, or a compressed body (`Content-Encoding`).",
  invalid: "Read, but some fields cannot be taken; `errors` names them.",
  too_many: "Too often; `Retry-After` says when to come back.",
  unavailable: "Busy or out of reach at the moment; `Retry-After` says when to come back.",
};

/** Parameters that mean the same in every call. */
export const PARAMETER_TEXTS: Record<string, string> = {
  app_check: "A token of the app check. None is needed here; it is never written to a log.",
  format: "How the data is wanted.",
  "Idempotency-Key":
    "Your own key: the same one with the same body gets the same answer for a day, so a lost answer can be asked for again.",
  "Tus-Resumable": "The protocol’s version, `1.0.0`.",
  id: "The upload’s id, as its `Location` has it.",
  path: "`images/profile-pictures/{user id}.{ext}`, `images/listings/{listing id}/{name}.{ext}` or `images/blog/{post id}/{name}.{ext}`; ext is jpg, jpeg, png, webp or avif.",
  "cf-turnstile-response": "The token of the app check (Turnstile), where the site asks for one.",
};

export const SHAPES_TITLE = "Shapes";

export const HEADER_TEXTS: Record<string, string> = {
  "WWW-Authenticate": "The scheme that is asked for: `Bearer`.",
  "Retry-After": "Seconds until the call may be tried again.",
  "Tus-Resumable": "The protocol’s version.",
  "Tus-Version": "The versions that are spoken.",
  "Tus-Extension": "The protocol’s extensions that are spoken.",
  "Tus-Max-Size": "Bytes that a file may have.",
  "Upload-Offset": "Bytes received so far.",
  "Upload-Length": "Bytes of the whole file.",
  "Upload-Metadata": "As given, of what is known.",
  "Upload-Expires": "When the upload ends, finished or not.",
  Location: "Where its bytes go.",
  ETag: "The version of what is answered.",
  "Cache-Control": "How long it may be kept: for ever, or until it is asked for again.",
  "Set-Cookie": "The refresh cookie.",
};
