import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const enquiriesApiDocs: CallDocs = {
  postApiListingsByIdEnquiries: {
    summary: "Write to a teacher",
    about:
      "Signed-in users need a verified email address; the teacher receives the message immediately. Guests also send `name` and `email`; the teacher receives the message after the guest confirms an emailed link, also if the address was confirmed for another message before: this call reads no cookies. At most 5 per hour and 15 per day, for guests by email address. Guests of one IP address together: at most 20 per hour and 60 per day.",
    parameters: {
      id: "ID of the listing.",
    },
    fields: {
      email: "Email address of a guest; not shown to the teacher",
    },
    responses: {
      201: "The new conversation.",
      202: "The message is stored until the emailed link is confirmed. The response is the same whether or not the email address has an account.",
      403: "The listing is the caller’s own (`own_listing`), the email address is not verified (`email_unverified`), or the app check failed (`app_check`).",
      404: "The listing does not exist or is not public.",
    },
  },
  postApiEnquiries: {
    summary: "Write to several teachers",
    about:
      "Sends one message to the teachers of up to five listings, each as a conversation of its own that counts toward the limits of a single message. A listing that refuses does not affect the others: the response has a result for each. Guests also send `name` and `email`, and confirm all conversations by one emailed link; the call reads no cookies, so an address confirmed before needs a link again.",
    fields: {
      listing_ids: "IDs of the listings, one to five",
      email: "Email address of a guest; not shown to the teachers",
    },
    responses: {
      201: "The results, in the order of the listings.",
      202: "The results. Messages that were accepted are stored until the emailed link is confirmed.",
      403: "The email address is not verified (`email_unverified`), or the app check failed (`app_check`).",
    },
  },
  postApiListingsByIdPhone: {
    summary: "Reveal the teacher’s phone number",
    about:
      "At most ten per day, by account or by IP address. Each call is recorded. Without a bearer token, a JSON body is required, at least an empty object.",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      200: "The phone number, and whether the teacher allows messages on WhatsApp.",
      400: "The body could not be parsed.",
      403: "The app check failed (`app_check`).",
      404: "The listing does not exist or is not public, or the teacher has no phone number.",
    },
  },
  getApiEnquiries: {
    summary: "List your conversations",
    about: "Newest first, 20 per page.",
    parameters: {
      box: "`received`, `waiting` (received, and waiting for an answer) and `spam` for teachers, or `sent`. Users who do not teach have only `sent`.",
      after: "Cursor `next` of the previous page.",
    },
    responses: {
      200: "A page of conversations.",
    },
  },
  getApiEnquiriesById: {
    summary: "Get a conversation",
    about: "For its participants. Marks the conversation as read.",
    parameters: {
      id: "ID of the conversation.",
    },
    responses: {
      200: "The conversation with its messages.",
      404: "The conversation does not exist or belongs to other users.",
    },
  },
  patchApiEnquiriesById: {
    summary: "Change the state of a conversation",
    about:
      "For its teacher: `won`, `lost` or `spam`. `new` or `answered` opens it again; which of the two applies depends on whether the teacher has replied. With any state but `new`, the conversation no longer waits for an answer until the learner’s next message.",
    parameters: {
      id: "ID of the conversation.",
    },
    fields: {
      state: "New state",
    },
    responses: {
      200: "The updated conversation.",
      404: "The conversation does not exist, or the caller is not its teacher.",
    },
  },
  postApiEnquiriesByIdMessages: {
    summary: "Send a message",
    about:
      "Adds a message and emails the other participant. The teacher’s first message answers the enquiry.",
    parameters: {
      id: "ID of the conversation.",
    },
    responses: {
      201: "The message.",
      404: "The conversation does not exist or belongs to other users.",
      409: "The other participant’s account was deleted (`account_erased`), the teacher closed the conversation (`enquiry_closed`), or the same call is in progress.",
    },
  },
  postApiEnquiriesByIdLink: {
    summary: "Email a guest’s link again",
    about:
      "Emails the link of a confirmed conversation to its guest, at most three times per day. The link’s `token` is a parameter of the calls for reviews.",
    parameters: {
      id: "ID of the conversation.",
    },
    responses: {
      204: "The response is the same for every ID.",
    },
  },
};
