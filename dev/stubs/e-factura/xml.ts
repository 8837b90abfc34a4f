import { XMLParser, XMLValidator } from "fast-xml-parser";

/** An element. `text` is its own text, without that of its children. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
};

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
});

/** The root element of an XML document. @throws Error if it is not well-formed */
export function parseXml(xml: string): XmlElement {
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw new Error(valid.err.msg);
  const root = toElements(parser.parse(xml) as object[]).find(({ name }) => !name.startsWith("?"));
  if (!root) throw new Error("no element");
  return root;
}

const toElements = (nodes: object[]): XmlElement[] =>
  nodes.flatMap((node) => {
    const { ":@": attributes = {}, ...rest } = node as Record<string, unknown>;
    const [entry] = Object.entries(rest);
    if (!entry || entry[0] === "#text") return [];
    const content = entry[1] as Record<string, unknown>[];
    return {
      name: entry[0],
      attributes: attributes as Record<string, string>,
      children: toElements(content),
      text: content.map((child) => String(child["#text"] ?? "")).join(""),
    };
  });

/** The elements at a path of names below an element. */
export const findAll = (element: XmlElement, path: string): XmlElement[] =>
  path
    .split("/")
    .reduce(
      (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
      [element],
    );

/** The text of the first element at a path; "" without one. */
export const readText = (element: XmlElement, path: string): string =>
  findAll(element, path)[0]?.text.trim() ?? "";
