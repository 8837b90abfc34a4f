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
