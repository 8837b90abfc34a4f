import type { Section } from "../row";

const QUEUES = "worker/follow-up/queues.test.ts";

export const followUp: Section = {
  number: "5.6",
  title: "Follow-up",
  atLeast: 14,
  rows: [
    {
      holds: "Listings pending for over 24 hours",
      by: { [QUEUES]: "listings_pending: after 24 hours, new words too" },
    },
    {
      holds: "Listings that expire within 14 days",
      by: { [QUEUES]: "listings_expiring: two weeks before, and no more once they are expired" },
    },
    {
      holds: "Enquiries unanswered for over 48 hours",
      by: { [QUEUES]: "enquiries_unanswered: after 48 hours, unless answered, filed or never confirmed" },
    },
    {
      holds: "Abandoned checkouts",
      by: {
        [QUEUES]: "checkouts_abandoned: the last one of each listing, for 30 days, unless another was begun",
      },
    },
    {
      holds: "Promotions that end within 2 days",
      by: {
        [QUEUES]: "promotions_ending: two days before, unless another of its kind goes on or it was stopped",
      },
    },
    { holds: "Reports", by: { [QUEUES]: "reports: each listing once, by its oldest open report" } },
    { holds: "Contact messages", by: { [QUEUES]: "contact: messages nobody is done with" } },
    {
      holds: "Incomplete profiles of teachers",
      by: { [QUEUES]: "profiles_incomplete: teachers without county or phone, since they signed up" },
    },
    { holds: "Undelivered mail", by: { [QUEUES]: "mail_undelivered: what was given up" } },
    {
      holds: "Alerts of payments",
      by: { [QUEUES]: "payments: events that came to no good and that nobody looked at" },
    },
    { holds: "Testimonials that wait", by: { [QUEUES]: "testimonials: those that wait" } },
    {
      holds: "Each row says what, who and since when; each queue is a query",
      by: { [QUEUES]: "each row says what, who and where to; a row that comes back later is open anew" },
    },
    {
      holds: "Each row has a note, an owner, a due date and an outcome",
      by: {
        "worker/follow-up/notes.test.ts": [
          "keeps what is left out, clears what is empty, and writes nothing where nothing changes",
          "closes a message with its outcome and opens it again without",
        ],
        "worker/follow-up/pages.test.ts": "a row's page keeps all fields; days as they are typed in Romanian",
      },
    },
    {
      holds: "Overdue first, put off, as CSV",
      by: {
        "worker/follow-up/list.test.ts": [
          "puts first what is overdue, then what is due today, then the oldest",
          "hides what is put off until its day, and what is done for good",
          "200 as a file whose cells are no formulas, with the separator of its language",
        ],
        "browser/follow-up.spec.ts": "an admin clears a busy day from the work list, …",
      },
    },
  ],
};

export const consent: Section = {
  number: "5.7",
  title: "Cookie consent",
  atLeast: 13,
  rows: [
    {
      holds: "Five categories are denied until chosen, two essential ones granted",
      by: {
        "unit/client/consent.test.ts":
          "the data layer hears that nothing may be stored, and nothing is loaded",
        "worker/privacy/pages.test.ts":
          "303 back, with the choice in a cookie of a year: everything, nothing, or what is ticked",
      },
    },
    {
      holds: "The choice is in the cookie user_consent_settings (Strict, Secure)",
      by: {
        "worker/privacy/pages.test.ts":
          "303 back, with the choice in a cookie of a year: everything, nothing, or what is ticked",
      },
    },
    {
      holds: "Defaults come into the data layer before any tag",
      by: { "unit/client/consent.test.ts": "defaults come first, then what was chosen, then the tag" },
    },
    {
      holds: "A change is pushed as an update at once",
      by: {
        "unit/client/consent.test.ts":
          "agreeing in the banner tells the data layer at once and loads the tag with the next page, which tells of this one",
      },
    },
    {
      holds: "Accepting and refusing are equally easy",
      by: {
        "worker/privacy/consent-banner.test.ts":
          "with two buttons of one look, and a way to choose one by one",
      },
    },
    {
      holds: "It can be changed from the footer's page on cookies",
      by: {
        "worker/site/plain-pages.test.ts":
          "POST /consent from /cookies, without an account: stores the choice, comes back to it and says so",
        "worker/privacy/pages.test.ts":
          "shows the choice again, leads nowhere else, and refuses a choice that is none",
      },
    },
    {
      holds: "The banner is a form that works without JavaScript",
      by: {
        "worker/privacy/consent-banner.test.ts":
          "POST /consent from the banner stores the choice, comes back, and the page asks no more: 303",
      },
    },
    {
      holds: "The tag only where GA_MEASUREMENT_ID is set",
      by: {
        "worker/privacy/consent-banner.test.ts": [
          "not where nothing of the kind is configured",
          "not before, not after a refusal, and not without a tag",
        ],
      },
    },
    {
      holds: "The tag starts after consent alone",
      by: {
        "unit/client/consent.test.ts": [
          "refusing loads nothing, then or later",
          "suggestions alone are no reason to load it",
        ],
      },
    },
    {
      holds: "Nothing is loaded where it is not supported: no cookies, no IndexedDB, an extension's page",
      by: { "unit/client/consent.test.ts": "nothing is loaded where %s" },
    },
    {
      holds: "Taking it back removes the tag's cookies",
      by: {
        "unit/client/consent.test.ts": [
          "taking it back in another tab stops the tag and removes its cookies, here and on the domains above",
          "taking back all but %s removes what the rest was for",
        ],
      },
    },
    {
      holds: "Who said it is not asked again, whichever site led here",
      by: {
        "unit/client/consent.test.ts":
          "who comes from another site, which the server was told no choice from, is not asked again",
      },
    },
    {
      holds: "The policy lets Google in only then",
      by: { "worker/privacy/consent-banner.test.ts": "GET of a page names Google in its policy" },
    },
    {
      holds: "A cookie that somebody else wrote is no choice",
      by: {
        "unit/client/consent.test.ts": "a cookie that somebody else wrote is no choice",
        "worker/privacy/pages.test.ts": "a cookie that holds something else counts for nothing",
      },
    },
  ],
};

export const clientUser: Section = {
  number: "5.8",
  title: "User data in the client",
  atLeast: 5,
  rows: [
    {
      holds: "Fetched once after there is a token, in camelCase",
      by: {
        "unit/client/session-user.test.ts": [
          "is fetched once a token exists, in camelCase, with both names",
          "is not fetched while nobody is signed in",
        ],
      },
    },
    {
      holds: "Fetched again by force",
      by: { "unit/client/session-user.test.ts": "is fetched again by force" },
    },
    {
      holds: "A failure resets `fetched` and keeps the error",
      by: {
        "unit/client/session-user.test.ts":
          "a failure resets `fetched` and keeps the error, and the next fetch mends it",
      },
    },
    {
      holds: "Clearing resets everything, late answers included",
      by: {
        "unit/client/session-user.test.ts": "an answer that comes after everything was cleared fills nothing",
      },
    },
    {
      holds: "Somebody else's sign-in leaves nothing of whoever was there",
      by: { "unit/client/session-user.test.ts": "as somebody else leaves nothing of whoever was there" },
    },
  ],
};
