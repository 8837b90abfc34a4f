import { createServer } from "node:net";
import { resolve } from "node:path";
import { root } from "./paths.ts";

/** An error that the developer can fix; printed without a stack trace. */
export class UserError extends Error {}

export type LocalSettings = {
  port: number;
  stubsPort: number;
  /** Absolute. */
  dataDir: string;
  /** URL of the site in a browser. */
  siteUrl: string;
  /** URL of the worker with an IP address, for programs. */
  workerUrl: string;
  /** URL of the stubs with an IP address: the worker calls it, and its payment page is part of it. */
  stubsUrl: string;
};

/** Reads PORT, STUBS_PORT and DATA_DIR. Throws a UserError that names the variable and the fix. */
export function readSettings(env: NodeJS.ProcessEnv): LocalSettings {
  const port = portFrom(env, "PORT", 8787);
  const stubsPort = portFrom(env, "STUBS_PORT", 8788);
  if (port === stubsPort) {
    throw new UserError(
      `PORT and STUBS_PORT are both ${port}: give the worker and the local stubs different ports`,
    );
  }
  if (env.DATA_DIR === "")
    throw new UserError("DATA_DIR is empty: set it to a directory, or unset it for .data");
  return {
    port,
    stubsPort,
    dataDir: resolve(root, env.DATA_DIR ?? ".data"),
    siteUrl: `http://localhost:${port}`,
    workerUrl: `http://127.0.0.1:${port}`,
    stubsUrl: `http://127.0.0.1:${stubsPort}`,
  };
}

function portFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = env[name];
  if (value === undefined) return fallback;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new UserError(`${name} is "${value}": set it to a port from 1 to 65535, or unset it for ${fallback}`);
}

/** Throws a UserError when something listens on one of the ports already. */
export async function requireFreePorts({ port, stubsPort }: LocalSettings): Promise<void> {
  for (const [name, wanted] of [
    ["PORT", port],
    ["STUBS_PORT", stubsPort],
  ] as const) {
    for (const host of ["127.0.0.1", "::1"]) {
      if (!(await isFree(wanted, host))) {
        throw new UserError(`Port ${wanted} is taken: end what uses it, or set ${name} to another port`);
      }
    }
  }
}

/** Whether nothing listens on the port. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    // A machine without IPv6 cannot bind ::1, so no other process holds it.
    probe.once("error", (error: NodeJS.ErrnoException) =>
      done(!["EADDRINUSE", "EACCES"].includes(error.code ?? "")),
    );
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(true)));
  });
}
