import { createElement, Fragment } from "react";

/** The European emergency number and the Romanian helpline for children; "Law 119/1996" is none. */
const HELPLINES = /\b(112|119)\b(?!\/)/;

const toLink = (number: string) => <a href={`tel:${number}`}>{number}</a>;

/** A text in which the numbers to call in danger are links. */
export const TextWithHelplines = ({ children }: { children: string }) =>
  createElement(
    Fragment,
    null,
    ...children.split(HELPLINES).map((part, index) => (index % 2 === 0 ? part : toLink(part))),
  );
