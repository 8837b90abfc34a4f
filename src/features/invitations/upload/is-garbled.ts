/** Characters of the byte 0, 1, … in an encoding of one byte a character. */
const toCharacters = (encoding: string) =>
  new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
const BYTES = ["windows-1250", "windows-1252"].map(
  (encoding) => new Map([...toCharacters(encoding)].map((character, byte) => [character, byte])),
);

/** Whether a text lost letters: UTF-8 that was read as another encoding ("È™" for ș), or characters without a code. */
export function isGarbled(text: string): boolean {
  return (
    text.includes("\uFFFD") ||
    [...text.matchAll(/[^\p{ASCII}]+/gu)].some(([run]) => BYTES.some((bytes) => isUtf8(run, bytes)))
  );
}

/** Programs write "?" for letters that the file's encoding does not have. No name has one. */
export const isGarbledName = (name: string): boolean => name.includes("?") || isGarbled(name);

/** Whether the bytes of a text in an encoding are UTF-8. */
function isUtf8(text: string, toByte: ReadonlyMap<string, number>): boolean {
  const bytes = [...text].map((character) => toByte.get(character) ?? -1);
  if (bytes.includes(-1)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
    return true;
  } catch {
    return false;
  }
}
