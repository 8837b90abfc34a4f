import type { Log } from "@/platform/log";

/**
 * Streams a text whose parts are read as fast as the client reads. At most one part is in memory. The first is read
 * before the response starts, so a database failure gets an error status. A later failure is logged as `broken` and
 * cuts the response off, so that a client can't take a part for the whole.
 */
export async function streamText(
  parts: AsyncGenerator<string>,
  log: Log,
  broken: string,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let part = await parts.next();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (part.done) return controller.close();
        controller.enqueue(encoder.encode(part.value));
        part = await parts.next().catch((error: unknown) => {
          log.error(broken, error);
          throw error;
        });
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
