import type { Log } from "@/platform/log";
import type { Pages } from "./collections";

/**
 * Streams the pages' entries as one JSON object keyed by id, as fast as the client reads. At most one page is in
 * memory. The first page is read before the response starts, so a database failure gets an error status. A later
 * failure cuts the response off, which makes it invalid JSON.
 */
export async function streamPages(pages: Pages, log: Log): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let page = await pages.next();
  const next = () =>
    pages.next().catch((error: unknown) => {
      log.error("data_export_broken", error);
      throw error;
    });
  let before = "{";
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Skips empty pages.
        while (!page.done && page.value.length === 0) page = await next();
        if (page.done) {
          controller.enqueue(encoder.encode(before === "{" ? "{}" : "}"));
          controller.close();
          return;
        }
        const members = page.value.map((one) => `${JSON.stringify(one._id)}:${JSON.stringify(one)}`);
        controller.enqueue(encoder.encode(before + members.join(",")));
        before = ",";
        page = await next();
      },
      async cancel() {
        await pages.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
