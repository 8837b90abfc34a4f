/**
 * The text of a CSV file: UTF-8, the UTF-16 of Excel's "Unicode text", or else windows-1250, which Excel writes on
 * Romanian computers. Only the last has no mark and no wrong bytes.
 */
export function decodeCsv(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1250").decode(bytes);
  }
}
