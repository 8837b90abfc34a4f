import type { CallDocs } from "@/shared/call-docs";

/** What the calls of this feature do, by their operationId: for the OpenAPI document alone, never in the Worker. */
export const API_DOCS: CallDocs = {
  postApiListingsByIdEnquiries: {
    summary: "Write to a teacher",
    about:
      "With an account, whose e-mail address must be verified, the message reaches the teacher at once. Without one, `name` and `email` are needed too: a link is mailed, and the teacher gets the message when its reader confirms. At most 5 an hour and 15 a day; of guests both the address they write from and the mailbox count.",
    parameters: {
      id: "The listing’s id.",
    },
    fields: {
      email: "A guest’s address; the teacher does not get to see it",
    },
    answers: {
      201: "The conversation that begins.",
      202: "Kept, until the mailed link is confirmed. The answer is the same whether the mailbox has an account or not.",
      403: "One’s own listing (`own_listing`), an address that is not verified (`email_unverified`), or the app check failed (`app_check`).",
      404: "No such listing, or none that visitors see.",
    },
  },
  postApiListingsByIdPhone: {
    summary: "Ask for the teacher’s phone number",
    about:
      "At most ten a day, by account, or by address without one. It is noted who asked. Without a bearer token a JSON body is needed, an empty object at least; with one, none is.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The number.",
      400: "A body that cannot be read.",
      403: "The app check failed (`app_check`).",
      404: "No such listing, none that visitors see, or a teacher who gave no number.",
    },
  },
  getApiEnquiries: {
    summary: "One’s conversations",
    about: "Newest first, 20 to a page.",
    parameters: {
      box: "`received` (as a teacher), `sent`, or `spam`. Users who do not teach have only `sent`.",
      after: "The cursor `next` of the page before.",
    },
    answers: {
      200: "A page of conversations.",
    },
  },
  getApiEnquiriesById: {
    summary: "A conversation",
    about: "For its two sides. Asking for it counts as reading it.",
    parameters: {
      id: "The conversation’s id.",
    },
    answers: {
      200: "The conversation with its messages.",
      404: "No such conversation, or another user’s.",
    },
  },
  patchApiEnquiriesById: {
    summary: "File a conversation",
    about:
      "For its teacher: `won`, `lost`, `spam`, or open again by `new` or `answered`; which of the two it is follows from the answers.",
    parameters: {
      id: "The conversation’s id.",
    },
    fields: {
      state: "How it is to be filed",
    },
    answers: {
      200: "The conversation, filed.",
      404: "No such conversation, or not its teacher.",
    },
  },
  postApiEnquiriesByIdMessages: {
    summary: "Answer",
    about: "Adds a message, and mails the other side. The teacher’s first one answers the enquiry.",
    parameters: {
      id: "The conversation’s id.",
    },
    answers: {
      201: "The message.",
      404: "No such conversation, or another user’s.",
      409: "The other side is gone (`account_erased`), the teacher closed it (`enquiry_closed`), or the same call is under way.",
    },
  },
};
