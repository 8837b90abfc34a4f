import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  postApiContact: {
    summary: "Write to the operator",
    about:
      "The message is kept and mailed to the operator, and a copy goes to the sender: three a day to one mailbox at most, and without the words where they hold links, addresses or phone numbers and the mailbox is not proven to be the sender’s. At most ten an hour from one address. The same message within ten minutes is the same message.",
    fields: {
      name: "Who writes",
      email: "Where the answer and the copy go",
      subject: "What it is about",
      message: "The words",
    },
    answers: {
      201: "The message as it was read.",
      403: "The app check was not passed (`app_check`).",
    },
  },
};
