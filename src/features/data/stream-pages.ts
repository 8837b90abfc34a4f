import type { Log } from "@/platform/log";
import type { Pages } from "./collections";

/**
 * One JSON object of everything the pages hold, by its id, read as fast as whoever asked takes it: no more than a page is
 * in memory. The first is read before anything is answered, so a database that is away is told of; what breaks off
 * later breaks the answer off, which nobody can take for the whole.
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
        // A page without rows gives nothing to take, so it is passed over here.
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
