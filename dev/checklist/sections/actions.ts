import type { Section } from "../row";

export const actions: Section = {
  number: "6.1",
  title: "JSON actions",
  atLeast: 37,
  rows: [
    {
      holds: "GET /api/listings: section 10's parameters, total, cursors",
      by: {
        "worker/search/api.test.ts": [
          "answers a page of what visitors may see, newest first, with total and cursors",
          "takes the same parameters as the page",
        ],
      },
    },
    {
      holds: "GET /api/listings: the promoted ones apart",
      by: {
        "worker/search/promoted.test.ts":
          "stands apart in GET /api/listings, on the first page alone, and counts in its total",
      },
    },
    {
      holds: "The exact point, phone and e-mail never appear",
      by: { "worker/search/api.test.ts": "tells neither the exact point nor how to reach anybody but here" },
    },
    {
      holds: "GET /api/listings/{id}: who may see it; else 404",
      by: {
        "worker/listings/api.test.ts": [
          "shows anybody a published listing",
          "shows a %s listing to its owner and to admins alone",
          "404 for an expired one, a disabled owner's, a deleted one and a malformed id",
        ],
      },
    },
    {
      holds: "POST /api/listings: draft, or submit",
      by: {
        "worker/listings/api.test.ts": [
          "keeps a draft that has a subject alone, and pictures are not its to give",
          "submits: pending, and published at once for a trusted teacher, in search too",
        ],
      },
    },
    {
      holds: "POST /api/listings: teachers",
      by: { "worker/listings/api.test.ts": "401 for visitors, 403 for learners, 409 past the limit" },
    },
    {
      holds: "One thing is {content}, a list is {content, next}",
      by: {
        "worker/docs/openapi.test.ts": "answers JSON actions with one thing or with a page, in `content`",
      },
    },
    {
      holds: "201 for what is created, once for an Idempotency-Key",
      by: { "worker/listings/api.test.ts": "makes one listing of a call that is sent twice under one key" },
    },
    {
      holds: "A form and its call accept and refuse the same",
      by: {
        "worker/listings/api.test.ts": "names every field that is wrong, as the form does",
        "worker/listings/life.test.ts": "what may be done with a listing",
      },
    },
    {
      holds: "PUT /api/listings/{id}: owner and admin; stale version 409",
      by: {
        "worker/listings/api-changes.test.ts": [
          "changes every field, keeps the pictures, and search follows",
          "409 with the listing as it is by now, for a version that is not the last",
          "takes no version of %j",
          "is open to admins",
        ],
      },
    },
    {
      holds: "DELETE /api/listings/{id}: by version",
      by: {
        "worker/listings/api-changes.test.ts": [
          "deletes the version that was seen: 410 on its page, 404 here",
          "409 with the listing for a stale version, 422 without one, and nothing is written",
        ],
      },
    },
    {
      holds: "submit, pause, resume, renew; a move that the state does not allow: 409",
      by: {
        "worker/listings/api.test.ts": [
          "pauses, resumes and renews, and answers the listing",
          "submits a draft, and names what it lacks",
          "409 for %s from %s",
        ],
      },
    },
    {
      holds: "PUT images: an ordered list of stored paths with alt texts",
      by: {
        "worker/listings/api-changes.test.ts": [
          "orders them, says what they show, and lets go of the others",
          "422 at the path of somebody else's",
        ],
      },
    },
    {
      holds: "POST enquiries: by a member, by a guest with name and e-mail",
      by: {
        "worker/enquiries/api.test.ts": [
          "201 by bearer with the conversation; with a key the same call makes one",
          "202 for a guest, whose link confirms it as the form's does; 422 names every field",
        ],
      },
    },
    {
      holds: "POST phone: the number; 429 past the limit",
      by: {
        "worker/enquiries/phone.test.ts": [
          "200 with the number, by bearer or without",
          "405 with Allow on GET, 403 where the app check fails",
        ],
        "worker/docs/contract/enquiries.test.ts": "enquiries",
      },
    },
    {
      holds: "POST reports: a reason and words",
      by: { "worker/reports/reports.test.ts": "201 with what was read, once for a key that is sent twice" },
    },
    {
      holds: "POST orders: 201 with order and checkout; prices of the body are ignored",
      by: {
        "worker/purchases/api.test.ts": [
          "sells at the server's price and ignores every other word about the order",
          "again answers 200 with the same order, and with a key the first answer",
        ],
      },
    },
    {
      holds: "GET /api/orders and one: owner and admin, with promotion and refund state",
      by: {
        "worker/purchases/api.test.ts": [
          "gives one's own, newest first, page by page; an admin gets everybody's",
          "tells of a late payment, the promotion, and how it stands with it",
          "tells what was given back, and what became of the promotion",
          "of somebody else, of no id and of nobody's answers 404 alike",
        ],
      },
    },
    {
      holds: "GET /api/enquiries and one: its two sides",
      by: {
        "worker/enquiries/api.test.ts": [
          "GET lists a box in pages that join",
          "404 for everybody else in every call, whatever they send, and nothing changes",
        ],
      },
    },
    {
      holds: "POST messages, PATCH the state by the teacher",
      by: {
        "worker/enquiries/api.test.ts": "POST messages and PATCH by the two sides: answered, filed, closed",
      },
    },
    {
      holds: "GET /api/analytics: rows by listing and day",
      by: {
        "worker/analytics/pages.test.ts": "200 with the caller's rows by listing and day, and nobody else's",
      },
    },
    {
      holds: "GET /api/posts, one, categories; POST, PUT, DELETE for admins",
      by: {
        "worker/docs/contract/posts.test.ts": "posts",
        "worker/blog/editing-refusals.test.ts": "refusals",
      },
    },
    {
      holds: "GET and POST /api/testimonials, PATCH the state by admins",
      by: {
        "worker/docs/contract/testimonials.test.ts": "testimonials",
        "worker/testimonials/sending.test.ts":
          "401 for visitors, whatever the cookie says; nothing is written",
      },
    },
    { holds: "POST /api/contact", by: { "worker/docs/contract/contact.test.ts": "contact" } },
    {
      holds: "GET /api/admin/listings?state=",
      by: { "worker/admin/api.test.ts": "200 with each state apart, in pages without gap or repetition" },
    },
    {
      holds: "approve, reject, suspend, reinstate; reject and suspend with a reason",
      by: {
        "worker/admin/api.test.ts": [
          "approve: 200 with the version that was read, or none; 409 for another",
          "reject, suspend and reinstate: 200 with the listing as it is then, the owner told",
        ],
      },
    },
    {
      holds: "/api/admin is admins' alone",
      by: {
        "worker/admin/api.test.ts":
          "401 and 403 for everybody else, whatever else is wrong, and nothing changes",
      },
    },
    {
      holds: "GET /api/admin/users?q=",
      by: {
        "worker/docs/contract/people.test.ts": "people",
        "worker/people/pages.test.ts": "finds the same by every way to it, page by page",
      },
    },
    {
      holds: "PATCH /api/admin/users/{id}: disabled and role; never oneself; a by who may",
      by: {
        "worker/docs/contract/people.test.ts": "people",
        "worker/people/change-user.test.ts": [
          "never oneself, nor anybody unknown",
          "makes an admin only by who may; who stops being one makes no others any more",
        ],
      },
    },
    {
      holds: "GET /api/admin/follow-up, paged",
      by: { "worker/docs/contract/follow-up.test.ts": "follow-up" },
    },
    {
      holds: "PATCH /api/admin/follow-up/{key}: note, owner, due, outcome",
      by: { "worker/docs/contract/follow-up.test.ts": "follow-up" },
    },
    {
      holds: "A body that is no JSON, or another type: 400 and 415",
      by: {
        "worker/accounts/bad-input.test.ts": "415 for a form, 400 for broken JSON: the session stays",
        "worker/http/body-limit.test.ts": "POST of a type that only begins like one of ours: 415",
      },
    },
    {
      holds: "Another method: 405 with Allow",
      by: { "worker/http/answers.test.ts": "%s %s: 405 with Allow" },
    },
    {
      holds: "A guest's call with a bad token is refused, not done for a guest",
      by: {
        "worker/http/access-token.test.ts":
          "401 with WWW-Authenticate for a token that is no good, and nothing is done for a guest",
      },
    },
    {
      holds: "A body that is too large: 413",
      by: { "worker/http/body-limit.test.ts": "413 problem+json for a call" },
    },
    {
      holds: "While the database is away: 503 and when to come back",
      by: { "worker/http/outages.test.ts": "pages and calls that read: 503 and when to come back, for %s" },
    },
    {
      holds: "Hostile Markdown is refused by the form, the call and the preview",
      by: { "worker/blog/preview.test.ts": "422 for %s, in a moment, in the form, the call and the preview" },
    },
  ],
};
