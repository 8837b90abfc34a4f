import { strToU8, Zip, ZipDeflate } from "fflate";
import type { Ctx } from "@/context";
import type { Invoice } from "@/features/invoices";
import { renderEInvoice } from "./render-e-invoice";

/**
 * The e-Factura documents of invoices as a ZIP, in parts of one page of invoices. A document whose buyer was removed is
 * left out.
 */
export async function* zipDocuments(
  ctx: Ctx,
  pages: AsyncIterable<readonly Invoice[]>,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  const takeParts = function* () {
    yield* parts;
    parts = [];
  };
  for await (const invoices of pages) {
    for (const invoice of invoices) {
      const xml = renderEInvoice(ctx, invoice);
      if (xml === null) continue;
      const file = new ZipDeflate(`${invoice.label}.xml`);
      file.mtime = invoice.issuedTs;
      zip.add(file);
      file.push(strToU8(xml), true);
    }
    yield* takeParts();
  }
  zip.end();
  yield* takeParts();
}
