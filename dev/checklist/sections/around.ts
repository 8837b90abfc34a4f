import type { Section } from "../row";

export const mail: Section = {
  number: "8",
  title: "Mail",
  atLeast: 33,
  rows: [
    {
      holds: "A mail is written in the batch of what causes it",
      by: {
        "worker/accounts/sign-up.test.ts":
          "the mail with the link comes in the same batch, in the page's language",
      },
    },
    {
      holds: "Sent by a queue, whose message only wakes the sender",
      by: {
        "worker/mail/deliver-mail.test.ts": "wakes itself again for what is still waiting, and acknowledges",
        "worker/http/services.test.ts":
          "commit wakes the sender of mails for statements that say so, and for no others",
      },
    },
    {
      holds: "Tried again after 5, 15, 60 s, with growing pauses, for a day",
      by: {
        "worker/mail/deliver-mail.test.ts": [
          "tries a refused mail again after 5, 15 and 60 seconds, then with growing pauses",
          "gives a mail up after a day, and keeps it with the last error",
        ],
      },
    },
    {
      holds: "Text and HTML, in the recipient's language",
      by: { "worker/mail/compose.test.ts": "says the same in text and HTML, in the recipient's language" },
    },
    {
      holds: "Every mail is whole in both languages",
      by: {
        "unit/mail/templates.test.ts": [
          "every mail that the code sends has its texts, and every text is of one that it sends",
          "is whole in %s, as text and as HTML",
        ],
      },
    },
    {
      holds:
        "Every mail is part of the service and bears no List-Unsubscribe; a header is handed on where one is set",
      by: { "worker/platform/mail.test.ts": "goes through Cloudflare's service elsewhere" },
    },
    {
      holds: "A service that is down delays mail and loses none",
      by: {
        "worker/mail/outage.test.ts":
          "delays mail and loses none: all of it arrives, once each, in both languages and both forms",
      },
    },
    {
      holds: "What was given up is listed and can be sent again",
      by: {
        "worker/admin/mail.test.ts": [
          "lists what was given up and what is late, the newest first, with all that there is to know",
          "sends a mail that was given up on its way for another day, and notes who did",
        ],
      },
    },
    {
      holds: "Mail: verify the address",
      by: {
        "worker/accounts/sign-up.test.ts":
          "the mail with the link comes in the same batch, in the page's language",
      },
    },
    {
      holds: "Mail: reset the password",
      by: {
        "worker/accounts/forgot-password.test.ts":
          "the mail comes in its reader's language, with a link that is stored hashed for an hour",
      },
    },
    {
      holds: "Mail: new sign-in",
      by: {
        "worker/accounts/devices.test.ts": [
          "not of the first, nor of one that is known; of another browser or country",
          "by the form too, in the reader's language",
        ],
      },
    },
    {
      holds: "Mail: e-mail changed, to the old address too",
      by: {
        "worker/accounts/change-email.test.ts":
          "both mailboxes are told, the old one whom to write to, and the log holds no address",
      },
    },
    {
      holds: "Mail: password changed",
      by: {
        "worker/settings/password.test.ts":
          "its owner is told in their language, the deed is in the audit log, the password nowhere",
        "worker/accounts/reset-password.test.ts":
          "200: the new password signs in, the old one does not, the mailbox is told",
      },
    },
    {
      holds: "Mail: account closed",
      by: {
        "worker/privacy/erase.test.ts":
          "200, and the account is gone: token, sessions, sign-in; one last mail that leaves no trace",
      },
    },
    {
      holds: "Mail: listing approved",
      by: {
        "worker/admin/listings.test.ts":
          "publishes for ninety days, tells the teacher in their language, writes it down",
      },
    },
    {
      holds: "Mail: listing returned, with the reason",
      by: {
        "worker/admin/listings.test.ts":
          "returns with the reason, tells the teacher why, and the teacher sees it",
      },
    },
    {
      holds: "Mail: listing suspended",
      by: {
        "worker/admin/suspension.test.ts":
          "takes a listing out of sight, tells its owner why in their language, writes it down",
      },
    },
    {
      holds: "Mail: listing expiring, 14 and 3 days before and on the day",
      by: {
        "worker/listings/renewal.test.ts":
          "tells an owner 14 and 3 days before and on the day, each once, in their language",
      },
    },
    {
      holds: "Its link renews by one click",
      by: {
        "worker/listings/renewal.test.ts": "asks first, then renews for ninety days without sign-in, once",
      },
    },
    {
      holds: "Mail: new enquiry",
      by: {
        "worker/enquiries/enquiries.test.ts":
          "303 to the conversation; message stored, teacher mailed in the teacher's language, no contact shown",
      },
    },
    {
      holds: "Mail: reply",
      by: {
        "worker/enquiries/conversation.test.ts":
          "POST by the teacher answers: state, time, one mail to the learner in the learner's language",
      },
    },
    {
      holds: "Mail: reminder after 24 hours",
      by: {
        "worker/enquiries/replies.test.ts":
          "comes once after a day, in the teacher's language, of a guest's too, counted from their word",
      },
    },
    {
      holds: "Mail: receipt",
      by: {
        "worker/receipts/mails.test.ts":
          "holds every line of the receipt, with the number that its own batch gave",
      },
    },
    {
      holds: "Mail: payment failed",
      by: {
        "worker/promotions/payment.test.ts":
          "with a failed late payment fails the order, tells the buyer and frees the listing",
      },
    },
    {
      holds: "Mail: refund",
      by: {
        "worker/promotions/refund-order.test.ts":
          "an admin gives back a part, then the rest: the buyer is told why, and the books follow",
      },
    },
    {
      holds: "Mail: promotion started",
      by: {
        "worker/promotions/payment.test.ts":
          "with a paid session starts the promotion, writes the mails and indexes it",
      },
    },
    {
      holds: "Mail: promotion ending",
      by: {
        "worker/purchases/ending-mails.test.ts":
          "tellEnding writes once, two days before the end, and not before",
      },
    },
    {
      holds: "Mail: promotion ended, with its numbers",
      by: {
        "worker/purchases/ending-mails.test.ts":
          "tellEnded writes once, with what the promotion brought, in the buyer's language",
      },
    },
    {
      holds: "Mail: contact, with a copy to the sender",
      by: {
        "worker/contact/contact.test.ts":
          "303, kept, mailed to the operator with the sender to answer to, and a copy in the sender's language",
      },
    },
    {
      holds: "Mail: an address that is known already",
      by: { "worker/accounts/sign-up.test.ts": "a known address gets the same answer and a different mail" },
    },
    {
      holds: "Mail: the way back into a closed account",
      by: {
        "worker/accounts/reactivate.test.ts": "401 as for any failure, and the mailbox gets the way back",
      },
    },
    {
      holds: "What people typed stays text in a mail",
      by: {
        "worker/mail/compose.test.ts": [
          "keeps markup that people typed as text",
          "lets no line break or control character into the subject",
        ],
      },
    },
    {
      holds: "An inbox shows every mail locally",
      by: {
        "unit/desk/inbox.test.ts": [
          "keeps a mail once per message id, the newest first",
          "shows the text with links to click, and the HTML where it can do no harm",
        ],
      },
    },
  ],
};

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

export const search: Section = {
  number: "10",
  title: "Search",
  atLeast: 17,
  rows: [
    {
      holds: "q finds words",
      by: {
        "worker/search/list.test.ts":
          "finds the teacher's name and the description, and obeys the other filters",
      },
    },
    {
      holds: "subject, level*, location*, online, county, min and max filter",
      by: {
        "worker/search/list.test.ts": "%s answers only what matches",
        "worker/search/every-search.test.ts":
          "finds what a plain loop finds, in the same order, on as many pages forth and back, and counts it",
      },
    },
    {
      holds: "near as a point or a county, with radius",
      by: {
        "worker/search/near.test.ts": [
          "finds what is within the radius of a county's seat or of a point, the newest first",
          "near=%s is dropped, as an unknown code is",
          "radius=%s is dropped for the default",
        ],
      },
    },
    {
      holds: "sort=relevance, the usual one with q",
      by: {
        "worker/search/any-words.test.ts":
          "is the order of words by themselves, and gives way to another that is asked for",
      },
    },
    {
      holds: "sort=newest, the usual one without",
      by: {
        "worker/search/api.test.ts":
          "answers a page of what visitors may see, newest first, with total and cursors",
      },
    },
    {
      holds: "sort=price and -price",
      by: { "worker/search/list.test.ts": "?sort=price and -price order by the price of an hour" },
    },
    {
      holds: "sort=distance with near",
      by: {
        "worker/search/near.test.ts": "sort=distance orders by it, and cards say it to the rounded point",
      },
    },
    {
      holds: "after and before are opaque cursors",
      by: {
        "worker/search/pages.test.ts":
          "%s: a walk forwards and back shows every listing once, in the same order",
        "unit/search/search-words.test.ts": "a cursor is read as it was written, for its own order alone",
      },
    },
    {
      holds: "Unknown codes are dropped",
      by: {
        "worker/search/list.test.ts": "%s drops what it does not know",
        "worker/search/api.test.ts": "drops what it cannot read: %s",
      },
    },
    {
      holds: "A bad cursor shows the first page",
      by: { "worker/search/pages.test.ts": "a bad cursor (%s) shows the first page" },
    },
    {
      holds: "Diacritics, case and cedillas do not matter",
      by: { "worker/search/list.test.ts": "%s finds „Științe prin joc”" },
    },
    {
      holds: "Input is never read as query syntax",
      by: {
        "worker/search/list.test.ts": "%j is only text",
        "worker/search/any-words.test.ts": "answers a page, in every order and near a place",
      },
    },
    {
      holds: "Relevance: title over teacher over description",
      by: { "worker/search/any-words.test.ts": "weighs title over teacher over description" },
    },
    {
      holds: "Any first page reads at most a few hundred rows, whatever the filters",
      by: {
        "worker/search/grid.test.ts": [
          "a search by up to three filters in any order reads at most 300, one with words 3,000",
          "GET / and GET /tutoring/{id} read at most 300",
        ],
      },
    },
    {
      holds: "Cost does not grow with the catalogue",
      by: { "worker/search/grid.test.ts": "rows read at … listings" },
    },
    {
      holds: "The total is exact to 1,000",
      by: {
        "worker/search/pages.test.ts": "says the exact total",
        "worker/search/counts.test.ts": "says of every search of up to three filters how many listings fit",
      },
    },
    {
      holds: "Then “1,000+”",
      by: {
        "worker/search/grid.test.ts":
          "a total of more than 1,000 is told as 1,000+, on the page and in the call",
      },
    },
  ],
};

export const constants: Section = {
  number: "11",
  title: "Constants",
  atLeast: 18,
  rows: [
    {
      holds: "Access refresh 2 minutes, a setting",
      by: {
        "unit/client/session.test.ts": [
          "refreshes each ACCESS_REFRESH_MS once there is a token",
          "bears an interval that is longer than a timer can be",
        ],
        "unit/launch/settings.test.ts": "has everything it needs without being told anything",
      },
    },
    {
      holds: "Refresh cookie `refresh_token` of path /",
      by: { "worker/accounts/token.test.ts": "200 with an access token and a session cookie" },
    },
    {
      holds: "Breakpoints 320, 375, 425, 768, 1024, 1280, 1600",
      by: { "unit/client/viewport.test.ts": "a window of %i pixels is a %s" },
    },
    {
      holds: "Cookie `viewport`, 365 days, desktop by default",
      by: {
        "unit/client/viewport.test.ts": [
          "the cookie says how wide the window is, for a year, and follows it once it rests",
          "a window of %i pixels is a %s",
        ],
      },
    },
    {
      holds: "Reload guard after a build change: 10 s",
      by: { "unit/client/builds.test.ts": "has the page loaded again, once within ten seconds" },
    },
    {
      holds: "Pages fetched ahead: four in parallel",
      by: { "unit/client/ahead.test.ts": "fetches four at the same moment at most" },
    },
    {
      holds: "z-index: modal and tooltip 1100, overlay and menu 1000",
      by: {
        "unit/ui/layers.test.ts": [
          "layers have names: modal and tooltip above overlay and menu",
          "no sheet has a number of its own",
        ],
      },
    },
    {
      holds: "Share image 1200×630",
      by: { "worker/share/images.test.ts": "is a PNG of 1200×630 in Romanian" },
    },
    {
      holds: "Upload parts 256 KB doubling to 32 MB",
      by: {
        "browser/uploads.spec.ts":
          "a large picture goes up in parts that double, with progress, pause and resume, and is shown",
      },
    },
    {
      holds: "Resumable above 256 KB, one request below",
      by: {
        "browser/uploads.spec.ts": "a small picture goes in one request; what is none is refused in words",
        "worker/storage/profile-picture.test.ts": "201 for 256 KB, 413 for more with a hint",
      },
    },
    {
      holds: "Pictures of at most 5 MB and 40 megapixels",
      by: {
        "worker/storage/profile-picture.test.ts": "422 for %s, and nothing is stored",
        "worker/listings/pictures.test.ts": "422 for a file that is %s, by its name, with the rest kept",
      },
    },
    {
      holds: "JPEG, PNG, WebP, AVIF",
      by: { "worker/storage/profile-picture.test.ts": "201 for %s, whatever the request calls it" },
    },
    {
      holds: "Metadata is stripped",
      by: {
        "worker/storage/profile-picture.test.ts": [
          "201: stores squares without what was in the metadata",
          "encodes a picture anew that carries a page behind its pixels",
        ],
        "worker/listings/pictures.test.ts":
          "stores them re-encoded, without what was in their metadata, and serves them",
      },
    },
    {
      holds: "The client looks at /builds/latest.json on focus and every few minutes",
      by: {
        "unit/client/builds.test.ts": [
          "asks every five minutes, and is loaded again once a newer build is out",
          "asks when it comes to the front",
        ],
      },
    },
    {
      holds: "A chunk that fails to load reloads the page once",
      by: { "unit/client/builds.test.ts": "a part of the script that is not found" },
    },
    {
      holds: "Never while a form holds unsaved text",
      by: {
        "unit/client/builds.test.ts": "waits while a form holds unsaved text",
        "worker/data/pages.test.ts":
          "answers 409 to whoever was slower, keeps what both typed, and is not loaded again over it",
      },
    },
    {
      holds: "Old chunks stay reachable after a deployment",
      by: {
        "unit/launch/kept-files.test.ts": "takes along what the deployed build has and this one has not",
      },
    },
    {
      holds: "A read page costs at most 8 kB of script before it is used",
      by: {
        "unit/bundles.test.ts": "costs a page at most 8,192 bytes of gzipped script before React is needed",
      },
    },
  ],
};
