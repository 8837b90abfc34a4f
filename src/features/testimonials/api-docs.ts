import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const testimonialsApiDocs: CallDocs = {
  getApiTestimonials: {
    summary: "List testimonials",
    about:
      "Published testimonials, the newest first, 12 to a page. An invalid cursor returns the first page.",
    parameters: {
      after: "The cursor `next` of the previous page.",
    },
    responses: {
      200: "A page of testimonials.",
    },
  },
  postApiTestimonials: {
    summary: "Submit a testimonial about the site",
    about:
      "It is pending until an admin decides. At most three a day. Links, email addresses and phone numbers are refused, and so is a `consent` that is not `true`. The path sets the language: Romanian with the prefix `/ro`, otherwise English.",
    fields: {
      text: "The text, without links, addresses or phone numbers",
      name: "The author’s name, as it should be shown",
      role: "A description of the author, such as “mother of two, Cluj”",
      consent: "Must be `true`: the text, name and role are public until the author withdraws them",
    },
    responses: {
      201: "The testimonial, pending.",
    },
  },
  patchApiTestimonialsById: {
    summary: "Decide about a testimonial",
    about:
      "`published` shows it. `rejected` refuses or unpublishes it. `pending` returns it to the queue. The author is notified when it is published.",
    parameters: {
      id: "The testimonial’s id.",
    },
    fields: {
      state: "The decision",
    },
    responses: {
      200: "The testimonial in its new state.",
      403: "Only for admins.",
    },
  },
};
