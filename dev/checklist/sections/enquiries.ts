import type { Section } from "../row";

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
