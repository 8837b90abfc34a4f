import { isFree } from "../../dev/launch/settings";

/** Below the ports that systems give to connections and to servers that ask for any port (Linux: from 32768). */
const FIRST = 20_000;
const COUNT = 10_000;

/** A port of 127.0.0.1 on which nothing listens, for a server that starts later: no connection takes it meanwhile. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * COUNT);
  return (await isFree(port, "127.0.0.1")) ? port : freePort();
}
