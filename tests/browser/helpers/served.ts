import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");
const readyTimeoutMs = 240_000;
const stopTimeoutMs = 10_000;

/** A site that is served, and how it ends. */
export type Served = { url: string; stubsUrl: string; stop(): Promise<void> };

/**
 * Serves the production bundle with its demonstration data, just as `bun run serve` does, on free ports and with data of
 * its own. `settings` are of the site, by their names.
 */
export async function serveSite(settings: Record<string, string> = {}): Promise<Served> {
  const [port, stubsPort] = [await freePort(), await freePort()];
  const dataDir = mkdtempSync(join(tmpdir(), "catedra-browser-"));
  const server = spawn(process.env.BUN_PATH ?? "bun", ["dev/serve.ts"], {
    cwd: root,
    env: {
      ...process.env,
      ...settings,
      PORT: String(port),
      STUBS_PORT: String(stubsPort),
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    await end(server);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await ready(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://localhost:${port}`, stubsUrl: `http://127.0.0.1:${stubsPort}`, stop };
}

/**
 * Serves the bundle that the site of all browser tests was built into, on an empty database and without stubs. `settings`
 * are of the site, for the port that it gets.
 */
export async function serveBuilt(settings: (port: number) => Record<string, string>): Promise<Served> {
  const [port, stubsPort] = [await freePort(), await freePort()];
  const dataDir = mkdtempSync(join(tmpdir(), "catedra-browser-"));
  const ports = { PORT: String(port), STUBS_PORT: String(stubsPort) };
  const options = { cwd: root, env: { ...process.env, ...settings(port), ...ports, DATA_DIR: dataDir } };
  const bun = process.env.BUN_PATH ?? "bun";
  const prepared = spawnSync(bun, ["dev/launch/prepare.ts", "--no-seed"], { ...options, encoding: "utf8" });
  if (prepared.status !== 0) throw new Error(`The site is not prepared:\n${prepared.stderr}`);
  const server = spawn(bun, ["dev/launch/serve-process.ts"], { ...options, stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  for (const late = Date.now() + readyTimeoutMs; !(await fetch(url).catch(() => null)); ) {
    if (Date.now() > late || server.exitCode !== null) throw new Error("The site does not start");
    await new Promise((done) => setTimeout(done, 100));
  }
  const stop = async () => {
    await end(server);
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, stubsUrl: `http://127.0.0.1:${stubsPort}`, stop };
}

/** Resolves when the launcher has printed its last line; rejects with all it printed when it ends before. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    let output = "";
    const late = setTimeout(() => fail(new Error(`The site does not start:\n${output}`)), readyTimeoutMs);
    server.once("exit", () => fail(new Error(`The site ended at its start:\n${output}`)));
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output += chunk;
        if (!output.includes("Ctrl-C ends it.")) return;
        clearTimeout(late);
        done();
      });
    }
  });
}

function end(server: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (server.exitCode !== null) return done();
    server.once("exit", () => done());
    server.kill("SIGTERM");
    setTimeout(() => server.kill("SIGKILL"), stopTimeoutMs).unref();
  });
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}
