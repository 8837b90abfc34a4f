const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/**
 * Escapes text for XML elements and attributes, without the characters that XML 1.0 forbids
 * (https://www.w3.org/TR/xml/#charsets).
 */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are forbidden
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** The text of an XML attribute or element, as it was before `escapeXml`. */
export const unescapeXml = (xml: string): string =>
  xml.replace(/&(#x[0-9a-f]+|#\d+|amp|lt|gt|quot|apos);/gi, (entity, name: string) => {
    if (!name.startsWith("#"))
      return Object.keys(ENTITIES).find((char) => ENTITIES[char] === entity) ?? entity;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
