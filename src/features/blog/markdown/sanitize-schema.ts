import type { Schema } from "hast-util-sanitize";

/** The allowed elements and attributes. Anything else is shown as its text. */
export const SANITIZE_SCHEMA: Schema = {
  tagNames: [
    ...["h2", "h3", "h4", "h5", "h6", "p", "a", "em", "strong", "del", "br", "hr", "blockquote"],
    ...["ul", "ol", "li", "input", "pre", "code", "table", "thead", "tbody", "tr", "th", "td"],
    ...["img", "figure", "figcaption", "div"],
  ],
  attributes: {
    a: ["href", "title"],
    img: ["src", "alt", "title"],
    ol: ["start", ["className", "contains-task-list"]],
    ul: [["className", "contains-task-list"]],
    li: [["className", "task-list-item"]],
    input: [["type", "checkbox"], ["disabled", true], "checked"],
    th: [["className", /^align-/]],
    td: [["className", /^align-/]],
    div: ["dataListings", "dataRepeated"],
  },
  protocols: { href: ["http", "https", "mailto"] },
  required: { input: { type: "checkbox", disabled: true } },
  strip: ["script"],
};
