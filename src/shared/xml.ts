/**
 * A text as it stands between tags or in an attribute of an XML document: escaped, and without the characters that XML
 * 1.0 has no form for (https://www.w3.org/TR/xml/#charsets).
 */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stand there
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
