import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  postApiContact: {
    summary: "Write to the operator",
    about:
      "Stores the message and mails it to the operator. The sender gets a copy, at most three a day for one mailbox. If the mailbox is not verified and the message has links, addresses or phone numbers, the copy leaves out the text. At most ten messages an hour from one network. The same message within ten minutes is stored once.",
    fields: {
      name: "The sender’s name",
      email: "The address for the reply and the copy",
      subject: "The subject",
      message: "The text",
    },
    answers: {
      201: "The stored message.",
      403: "The app check failed (`app_check`).",
    },
  },
};
