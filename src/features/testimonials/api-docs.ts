import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  getApiTestimonials: {
    summary: "Read testimonials",
    about:
      "What is published, the newest first, 12 to a page. A cursor that cannot be read shows the first page.",
    parameters: {
      after: "The cursor `next` of the page before.",
    },
    answers: {
      200: "A page of testimonials.",
    },
  },
  postApiTestimonials: {
    summary: "Say something of the site",
    about:
      "It waits until an admin has read it. At most three a day. Links, e-mail addresses and phone numbers are refused, and so is a `consent` that is not `true`. The language is that of the path: with `/ro` in front it is Romanian.",
    fields: {
      text: "What is to be said, without links, addresses or phone numbers",
      name: "Who says it, as it should be shown",
      role: "As what one speaks, such as “mother of two, Cluj”",
      consent: "Must be `true`: the text is shown to everybody, with name and role, until it is withdrawn",
    },
    answers: {
      201: "The testimonial, pending.",
    },
  },
  patchApiTestimonialsById: {
    summary: "Decide about a testimonial",
    about:
      "`published` shows it, `rejected` does not, or takes it off the site; `pending` puts it back among those to be read. The author is told when it is published.",
    parameters: {
      id: "The testimonial’s id.",
    },
    fields: {
      state: "What is decided",
    },
    answers: {
      200: "The testimonial, decided.",
      403: "Not an admin.",
    },
  },
};
