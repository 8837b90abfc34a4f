/** Characters of the byte 0, 1, … in an encoding of one byte a character. */
const toCharacters = (encoding: string) =>
  new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
const BYTES = ["windows-1250", "windows-1252"].map(
  (encoding) => new Map([...toCharacters(encoding)].map((character, byte) => [character, byte])),
);

/**
 * What Romanian texts have besides ASCII. Without "ú" and "Ö", whose bytes are also those of "Ăş" and "Ă–", which are
 * correct.
 */
const USUAL = /[ăâîșțşţáéíóöőü„”“’–—…]|[ĂÂÎȘȚŞŢ]/u;

/**
 * Whether a text lost letters: UTF-8 that was read as another encoding ("È™" for ș), characters without a code, or "?" in
 * a word, which programs write for letters that the file's encoding does not have.
 */
export function isGarbled(text: string): boolean {
  return (
    /\uFFFD|\p{L}\?\p{Ll}/u.test(text) ||
    [...text.matchAll(/[^\p{ASCII}]+/gu)].some(([run]) =>
      BYTES.some((bytes) => USUAL.test(readAsUtf8(run, bytes))),
    )
  );
}

/** Names have no "?" at all. */
export const isGarbledName = (name: string): boolean => name.includes("?") || isGarbled(name);

/** The bytes of a text in an encoding, read as UTF-8; "" if they are not UTF-8. */
function readAsUtf8(text: string, toByte: ReadonlyMap<string, number>): string {
  const bytes = [...text].map((character) => toByte.get(character) ?? -1);
  if (bytes.includes(-1)) return "";
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return "";
  }
}
