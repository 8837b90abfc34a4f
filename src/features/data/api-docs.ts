import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  getDataListingsJson: {
    summary: "Every listing that visitors see",
    about:
      "One object, each listing by its id, written out while it is read: take it as a stream. At most sixty collections an hour for one network.",
    answers: {
      200: "The listings, by id.",
      400: "Another `format` than `export` (`unknown_format`).",
    },
  },
  getDataBlogJson: {
    summary: "Every post that is out",
    about: "One object, each post by its id, in both languages.",
    answers: {
      200: "The posts, by id.",
      400: "Another `format` than `export` (`unknown_format`).",
    },
  },
  getDataTestimonialsJson: {
    summary: "Every testimonial that is published",
    answers: {
      200: "The testimonials, by id.",
      400: "Another `format` than `export` (`unknown_format`).",
    },
  },
  getDataListingsByFile: {
    summary: "One listing that visitors see",
    parameters: {
      file: "The listing’s id, and `.json`.",
    },
    answers: {
      200: "The listing.",
      400: "Another `format` than `export` (`unknown_format`), or a key that none can be: empty, longer than 768 bytes, or with one of `. # $ / [ ]` in it, however encoded (`invalid_key`).",
      404: "No listing that visitors see.",
    },
  },
  getDataOrdersJson: {
    summary: "Every order",
    about: "For admins. One object, each order by its id.",
    answers: {
      200: "The orders, by id.",
      400: "Another `format` than `export` (`unknown_format`).",
      401: "No token, or none that is still good (`permission_denied`).",
    },
  },
  getDataSettingsByFile: {
    summary: "A settings document",
    about:
      "For admins. The documents are `packages` (with the caps), `vat`, `seller`, `limits` and `banned-words`. A `format` may be left out.",
    parameters: {
      file: "The document’s name, and `.json`.",
    },
    answers: {
      200: "The document as it holds now.",
      400: "Another `format` than `export`, or a key that none can be (`invalid_key`).",
      401: "No token, or none that is still good (`permission_denied`).",
      404: "No such document (`nodata`).",
    },
  },
  putDataSettingsByFile: {
    summary: "Write a settings document",
    about:
      "For admins. With a `version` the document is written over that version alone; without one over whatever is there, tried up to 25 times while others are faster. Every version is kept.",
    parameters: {
      file: "The document’s name, and `.json`.",
    },
    answers: {
      200: "The document as it is now.",
      401: "No token, or none that is still good (`permission_denied`).",
      404: "No such document (`nodata`).",
      409: "Another request wrote a version first (`datastale`, with the present one), or others were faster 25 times (`maxretry`).",
      413: "Larger than anything that could be kept (`set`).",
      422: "The document does not fit its form, or is larger than a row of the database (`set`).",
    },
  },
};
