import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const contactApiDocs: CallDocs = {
  postApiContact: {
    summary: "Send a message to the operator",
    about:
      "The message is stored and emailed to the operator. The sender receives a copy, at most three per day and address. If the address is not verified and the message has links, email addresses or phone numbers, the copy omits the text. At most ten messages per hour and IP address. A repeated message within ten minutes is stored once.",
    fields: {
      name: "Name of the sender",
      email: "Email address for the reply and the copy",
      subject: "Subject",
      message: "Message",
    },
    responses: {
      201: "The stored message.",
      403: "The app check failed (`app_check`).",
    },
  },
};
