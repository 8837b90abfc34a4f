import { strFromU8, unzipSync } from "fflate";
import { readAttributes } from "@/platform/e-factura";
import { unescapeXml } from "@/shared/xml";

/** Largest document in an answer (bytes), against archives that unpack to gigabytes. The authority accepts 10 MB. */
const MAX_BYTES = 10 * 1024 ** 2;

/** A signed answer: the number of the document in it, or the errors for which it was rejected. */
type Answer = { label: string; errors: string[] };

/** Reads the ZIP of the authority: the document or its errors, and the ministry's signature of it. */
export function readAnswer(zip: Uint8Array): Answer {
  const files = unzipSync(zip, {
    filter: ({ name, originalSize }) => !name.startsWith("semnatura") && originalSize <= MAX_BYTES,
  });
  const [file] = Object.values(files);
  const xml = file ? strFromU8(file) : "";
  const [, label = ""] = xml.match(/<(?:\w+:)?ID>([^<]*)</) ?? [];
  return { label: unescapeXml(label), errors: readAttributes(xml, "errorMessage") };
}

/** The index of the earlier upload that a duplicate repeats, in the authority's words; null for other errors. */
export const findEarlierIndex = (error: string): string | null =>
  error.match(/transmisa anterior cu index\s*=\s*(\d+)/i)?.[1] ?? null;
