import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/**
 * Serves a fetch handler on 127.0.0.1 through node:http, which Bun and Node both have.
 * `port` 0 takes any free one. Rejects when the port is taken.
 */
export async function listen(port: number): Promise<Listener> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    handle(fetch) {
      server.on("request", (incoming, outgoing) => {
        answer(fetch, origin, incoming, outgoing).catch((error: unknown) => {
          console.error("stubs:", error);
          if (!outgoing.headersSent) outgoing.writeHead(500, { "content-type": "text/plain" });
          outgoing.end("The stubs failed; their log says why.\n");
        });
      });
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

type Listener = {
  origin: string;
  handle(fetch: (request: Request) => Response | Promise<Response>): void;
  close(): Promise<void>;
};

async function answer(
  fetch: (request: Request) => Response | Promise<Response>,
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = await buffer(incoming);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const method = incoming.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  const response = await fetch(
    new Request(origin + incoming.url, { method, headers, ...(hasBody && { body: new Uint8Array(body) }) }),
  );
  if (response.headers.has(HANG_UP)) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

const HANG_UP = "stubs-hang-up";

/** An answer that is none: the connection is closed instead. */
export const closeConnection = (): Response => new Response(null, { headers: { [HANG_UP]: "now" } });
