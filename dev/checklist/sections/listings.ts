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
