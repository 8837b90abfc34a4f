import type { Section } from "../row";

export const listings: Section = {
  number: "5.1",
  title: "Listing",
  atLeast: 27,
  rows: [
    {
      holds: "draft → submit → pending",
      by: {
        "worker/listings/moves.test.ts": "%s from %s answers %s",
        "worker/listings/create.test.ts": "sends a first listing to review and leads to the own list",
      },
    },
    {
      holds: "A trusted owner's submission is published at once",
      by: {
        "worker/listings/create.test.ts": "publishes at once for an owner with an approved listing",
        "worker/listings/moves.test.ts":
          "submit publishes at once for a trusted owner, and 422 shows what a draft lacks",
      },
    },
    {
      holds: "Trust needs a verified e-mail",
      by: {
        "worker/listings/create.test.ts":
          "keeps the draft of a teacher whose e-mail is not verified, and says so",
      },
    },
    {
      holds: "An upheld report takes trust away for 180 days",
      by: {
        "worker/reports/reports.test.ts":
          "upholds: the listing stays, and for 180 days its owner's new listings are read first",
      },
    },
    {
      holds: "pending → approve → published, for ninety days",
      by: {
        "worker/admin/listings.test.ts":
          "publishes for ninety days, tells the teacher in their language, writes it down",
      },
    },
    {
      holds: "pending → return with a reason → rejected",
      by: {
        "worker/admin/listings.test.ts": [
          "returns with the reason, tells the teacher why, and the teacher sees it",
          "422 without a reason, or with “other” and no words, what was typed kept",
        ],
      },
    },
    {
      holds: "rejected → edit → pending",
      by: { "worker/listings/edit.test.ts": "sends a returned listing to review again" },
    },
    {
      holds: "published ⇄ paused by its owner",
      by: { "worker/listings/api.test.ts": "pauses, resumes and renews, and answers the listing" },
    },
    {
      holds: "published past its end is expired, by the clock alone",
      by: { "worker/search/list.test.ts": "an expiry counts at once, in list and total" },
    },
    {
      holds: "Renewing gives ninety days, by one click and free",
      by: {
        "worker/listings/moves.test.ts":
          "renew gives ninety days, but never fewer than a promotion that is paid for",
        "browser/teacher.spec.ts": "an expired listing is renewed by one press",
      },
    },
    {
      holds: "Suspended by an admin with a reason; reinstated",
      by: {
        "worker/admin/suspension.test.ts": [
          "takes a listing out of sight, tells its owner why in their language, writes it down",
          "makes a listing %s again that was so before",
        ],
      },
    },
    {
      holds: "deleted: 410, purged after 30 days",
      by: {
        "worker/listings/purge.test.ts":
          "removes for good what a listing said that was deleted thirty days ago",
      },
    },
    {
      holds: "Price and place of a published listing change live",
      by: {
        "worker/listings/edit.test.ts":
          "keeps a published listing live when price and place change, and search follows",
      },
    },
    {
      holds:
        "Text goes to review only when a rule fires: link, phone, e-mail, banned word, over 60 % changed",
      by: {
        "unit/listings/review-rules.test.ts": ["contact data in a text", "banned words", "a change of text"],
        "worker/listings/edit.test.ts": "keeps it live when a word changes",
      },
    },
    {
      holds: "Meanwhile the old version stays live",
      by: {
        "worker/listings/edit.test.ts": "with the new words waiting beside it",
        "worker/admin/new-words.test.ts": [
          "POST approve puts them in place",
          "POST reject leaves the listing live",
        ],
      },
    },
    {
      holds: "One query decides what is visible everywhere",
      by: {
        "unit/listings/visibility.test.ts":
          "nothing but visibleListing decides by a query what visitors see of listings",
      },
    },
    {
      holds: "At most five active listings a teacher",
      by: { "worker/listings/create.test.ts": "409 for the sixth active listing" },
    },
    { holds: "At most ten drafts", by: { "worker/listings/create.test.ts": "409 for the eleventh draft" } },
    {
      holds: "At most three submissions a day",
      by: {
        "worker/listings/create.test.ts":
          "409 limit_reached at the fourth submission of a day, and free again the next day",
      },
    },
    {
      holds: "One active listing for each subject and county",
      by: {
        "worker/listings/create.test.ts": "409 for a second active listing in the same subject and county",
        "worker/listings/edit.test.ts":
          "409 when the place would make two active listings of one subject and county",
      },
    },
    {
      holds: "Parallel submissions pass no limit together",
      by: { "worker/listings/create.test.ts": "lets parallel submissions not pass a limit together" },
    },
    {
      holds: "A move that the state does not allow changes nothing",
      by: {
        "worker/listings/moves.test.ts": "says in words what the state does not allow, on the own list",
        "worker/listings/api.test.ts": "409 for %s from %s",
      },
    },
    {
      holds: "What may be done is the same on pages and in calls, by state and by who asks",
      by: {
        "worker/listings/life.test.ts":
          "what may be done with a listing, by its state and by who asks, on pages and in calls",
      },
    },
    {
      holds: "Reminders come 14 and 3 days before the end and on the day, with a link that renews",
      by: {
        "worker/listings/renewal.test.ts": [
          "tells an owner 14 and 3 days before and on the day, each once, in their language",
          "asks first, then renews for ninety days without sign-in, once",
        ],
      },
    },
    {
      holds: "A stale version is refused, nothing typed is lost",
      by: {
        "worker/listings/edit.test.ts":
          "409 for a stale version, with the typed text kept and the saved one beside it",
        "browser/listing-form-conflicts.spec.ts":
          "two tabs: each hears of the other, and nothing that was typed in either is lost",
      },
    },
    {
      holds: "A form that comes twice counts once",
      by: {
        "worker/listings/create.test.ts": "makes one listing of a form sent twice",
        "worker/listings/versions.test.ts": "the same form sent twice",
      },
    },
    {
      holds: "Expired listings leave search",
      by: {
        "worker/listings/moves.test.ts": "takes expired listings out of search, and their words with them",
      },
    },
  ],
};

export const orders: Section = {
  number: "5.2",
  title: "Order",
  atLeast: 12,
  rows: [
    {
      holds: "created, with product, price and VAT as they were",
      by: {
        "worker/promotions/order.test.ts":
          "POST /tutoring/{id}/promote leads to the checkout of a new order with the server's price",
        "worker/pricing/price-change.test.ts":
          "a price changed while a checkout is open: the buyer pays what was shown",
      },
    },
    {
      holds: "created → open with its checkout session; an abandoned one is followed by a fresh order",
      by: { "worker/promotions/checkout.test.ts": "POST after an abandoned checkout makes a fresh order" },
    },
    {
      holds: "open → paid → fulfilled in one batch",
      by: {
        "worker/promotions/payment.test.ts":
          "with a paid session starts the promotion, writes the mails and indexes it",
      },
    },
    {
      holds: "open → expired",
      by: {
        "worker/promotions/payment.test.ts":
          "with an expired session ends the order; a payment that came after all counts",
      },
    },
    {
      holds: "open → failed",
      by: {
        "worker/promotions/payment.test.ts":
          "with a failed late payment fails the order, tells the buyer and frees the listing",
      },
    },
    {
      holds: "fulfilled → partially_refunded, refunded",
      by: {
        "worker/promotions/refunds.test.ts": "follows refunds: a part keeps the promotion, the whole ends it",
      },
    },
    {
      holds: "A failed refund is taken back",
      by: { "worker/promotions/refunds.test.ts": "restores what a failed refund had taken, once" },
    },
    {
      holds: "fulfilled → disputed suspends the promotion; won → fulfilled; lost → it ends",
      by: {
        "worker/promotions/disputes.test.ts": "suspends a disputed promotion; won, it goes on; lost, it ends",
      },
    },
    {
      holds: "Every move is of its row's cause, and no other",
      by: {
        "worker/promotions/moves.test.ts": [
          "moves the states of its row, and no other",
          "finds each state of an order, twice, and does what the table says",
        ],
      },
    },
    {
      holds: "One open order a listing",
      by: {
        "worker/promotions/checkout.test.ts": [
          "twenty POSTs at once make one order and lead all to one checkout",
          "POST for another package at the same moment leaves one open order",
        ],
      },
    },
    {
      holds: "The same package again is the same order, another one replaces it",
      by: {
        "worker/promotions/checkout.test.ts":
          "POST again with the same package leads to the same checkout; with another one it replaces the order",
      },
    },
    {
      holds: "Any order of news ends where it must",
      by: { "worker/promotions/any-order.test.ts": "the order ends where it must" },
    },
  ],
};

export const promotions: Section = {
  number: "5.3",
  title: "Promotion",
  atLeast: 8,
  rows: [
    {
      holds: "Active from start to end while the listing is visible, by the clock alone",
      by: {
        "worker/search/promoted.test.ts":
          "ends by the clock, begins by the clock, and leaves out what was paused or revoked",
      },
    },
    {
      holds: "Bought again it begins at the present end",
      by: {
        "worker/promotions/payment.test.ts": "adds up the days of orders that are paid at the same moment",
        "worker/promotions/order.test.ts": "GET /tutoring/{id}/promote says when days add up",
      },
    },
    {
      holds: "A listing lives as long as its promotion",
      by: { "worker/promotions/payment.test.ts": "lets the listing live as long as its promotion" },
    },
    {
      holds: "Paid for a listing that can't be promoted: refunded, owner told",
      by: {
        "worker/promotions/payment.test.ts":
          "refunds what was paid for a listing that is %s by now, and tells the buyer",
      },
    },
    {
      holds: "Days for an outage are an admin's, with a reason",
      by: {
        "worker/promotions/decide-promotion.test.ts": [
          "an admin gives days for an outage: the promotion ends later, and what is queued moves on",
          "days are given by admins alone, 1 to 60 with a reason, and to no promotion that was ended",
        ],
      },
    },
    {
      holds: "Revoking is an admin's, with a reason",
      by: {
        "worker/promotions/decide-promotion.test.ts":
          "an admin ends a promotion for good, with a reason that the buyer reads; no money moves",
      },
    },
    {
      holds: "No day that was paid for is lost",
      by: {
        "worker/promotions/dispute-days.test.ts": "gives a promotion the days back that a dispute took",
        "worker/promotions/line.test.ts":
          "a line that moves up keeps its order and lengths, comes no later, and has no hole that nobody wants",
      },
    },
    {
      holds: "Without the wish for an immediate start it begins after 14 days",
      by: {
        "worker/promotions/payment.test.ts": "begins after the 14 days when no immediate start was asked for",
      },
    },
  ],
};

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

export const enquiries: Section = {
  number: "5.5",
  title: "Enquiry",
  atLeast: 9,
  rows: [
    {
      holds: "new → answered by the teacher's answer",
      by: {
        "worker/enquiries/conversation.test.ts":
          "POST by the teacher answers: state, time, one mail to the learner",
      },
    },
    {
      holds: "→ won, lost or spam, by the teacher",
      by: {
        "worker/enquiries/conversation.test.ts":
          "POST state: the teacher files it, the learner may not and does not see it; spam closes it for the learner",
      },
    },
    {
      holds: "Anyone may write; a member by the form",
      by: {
        "worker/enquiries/enquiries.test.ts":
          "303 to the conversation; message stored, teacher mailed in the teacher's language, no contact shown",
      },
    },
    {
      holds: "A guest leaves an e-mail and follows a signed link to the conversation",
      by: {
        "worker/enquiries/guests.test.ts": "202 with where the link went",
        "worker/enquiries/guest-link.test.ts":
          "POST hands it to the teacher once: mail, inbox, counted; then the link is the conversation",
        "browser/enquiry.spec.ts": "a parent without an account writes to a teacher and reads the answer, …",
      },
    },
    {
      holds: "At most 5 an hour and 15 a day by a sender",
      by: {
        "worker/enquiries/enquiries.test.ts":
          "429 with Retry-After and the text kept past 5 an hour and past 15 a day, whoever they go to",
        "worker/enquiries/guests.test.ts": "429 past 5 an hour from one address",
      },
    },
    {
      holds: "The other side's e-mail and phone are never in the HTML",
      by: {
        "worker/enquiries/contact.test.ts":
          "neither side of a conversation gets to see the other's e-mail address or phone number, a guest neither",
      },
    },
    {
      holds: "The phone number comes by POST",
      by: {
        "worker/enquiries/phone.test.ts": "200 with the page and the number, which stood nowhere before",
      },
    },
    {
      holds: "Who asked for a number is logged, the number is not",
      by: {
        "worker/enquiries/phone.test.ts":
          "200 with the number, by bearer or without; who asked is in the log, the number is not",
      },
    },
    {
      holds: "Ten numbers a day for a visitor",
      by: {
        "worker/enquiries/phone.test.ts":
          "429 with words past ten a day, by address for visitors and by account for others",
      },
    },
  ],
};
