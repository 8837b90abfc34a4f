import type { Log } from "@/platform/log";

/**
 * A text whose parts are read as fast as whoever asked takes them: no more than one is in memory. The first is read before
 * anything is answered, so a database that is away is told of; what breaks off later is logged as `broken`, and breaks
 * the answer off, which nobody can take for the whole.
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
