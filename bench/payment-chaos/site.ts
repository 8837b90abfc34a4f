import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fireCron } from "../../dev/launch/crons";
import { demoVars } from "../../dev/launch/local-vars";
import { root } from "../../dev/launch/paths";
import { toolEnv } from "../../dev/launch/tools";
import { startStubs } from "../../dev/stubs";

const READY_WITHIN_MS = 60_000;

/** A site whose worker is killed and restarted, and stubs that keep running, as Stripe would. */
export interface Site {
  url: string;
  stubsUrl: string;
  start(): Promise<void>;
  /** Kills the worker and its memory: no signal handler, no flush. */
  kill(): Promise<void>;
  /** Runs a job as `bun run job` does; true when it went well. */
  runJob(name: string): Promise<boolean>;
  /** Expires every unpaid checkout, as Stripe does at the end of its time. */
  expireCheckoutSessions(): Promise<void>;
  /** Sets the faults that the stubs inject (dev/stubs/fault-injector.ts). */
  setFaults(changes: object): Promise<void>;
  close(): Promise<void>;
}

/** The production bundle on the data of `dataDir`, in processes of its own, and the stubs in this one. */
export async function openSite(dataDir: string): Promise<Site> {
  const [port, stubsPort] = [await freePort(), await freePort()];
  const [url, stubsUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${stubsPort}`];
  const siteUrl = `http://localhost:${port}`;
  const vars = demoVars({ siteUrl, stubsUrl });
  const stubs = await startStubs({
    port: stubsPort,
    dataDir,
    webhookUrl: `${url}/webhooks/stripe`,
    webhookSecret: vars.STRIPE_WEBHOOK_SECRET ?? "",
    secretKey: vars.STRIPE_SECRET_KEY ?? "",
    siteUrl,
  });
  mkdirSync(dataDir, { recursive: true });
  const log = createWriteStream(join(dataDir, "worker.log"), { flags: "a" });
  let worker: ChildProcess | null = null;

  const kill = async () => {
    const dying = worker;
    worker = null;
    if (!dying?.pid || dying.exitCode !== null || dying.signalCode !== null) return;
    const gone = once(dying, "exit");
    // The worker's runtime is a grandchild: kill the whole process group.
    process.kill(-dying.pid, "SIGKILL");
    await gone;
  };

  return {
    url,
    stubsUrl,
    kill,
    async start() {
      // Ends with this process, even if this process is killed.
      const childProcess = join(root, "dev/launch/child-process.ts");
      const server = join(root, "dev/launch/serve-process.ts");
      const started = spawn(process.execPath, [childProcess, process.execPath, server], {
        cwd: root,
        env: toolEnv({ PORT: String(port), STUBS_PORT: String(stubsPort), DATA_DIR: dataDir }),
        detached: true,
        stdio: ["pipe", "pipe", "pipe"],
      });
      worker = started;
      for (const stream of [started.stdout, started.stderr]) stream?.pipe(log, { end: false });
      await answers(started, url);
    },
    runJob: async (name) => (await fireCron(url, name)).status === 200,
    async expireCheckoutSessions() {
      const headers = { authorization: `Bearer ${vars.STRIPE_SECRET_KEY}` };
      const sessions = `${stubsUrl}/v1/checkout/sessions`;
      for (;;) {
        const answer = await fetch(`${sessions}?status=open&limit=100`, { headers });
        const { data } = (await answer.json()) as { data: { id: string }[] };
        if (data.length === 0) return;
        for (const { id } of data) await fetch(`${sessions}/${id}/expire`, { method: "POST", headers });
      }
    },
    async setFaults(changes) {
      const answer = await fetch(`${stubsUrl}/control`, { method: "POST", body: JSON.stringify(changes) });
      if (!answer.ok) throw new Error(`The stubs refuse the faults: ${await answer.text()}`);
    },
    async close() {
      await kill();
      await stubs.stop();
      log.end();
    },
  };
}

async function answers(worker: ChildProcess, url: string): Promise<void> {
  for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; ) {
    if (worker.exitCode !== null) throw new Error(`The worker ended with code ${worker.exitCode}`);
    const up = await fetch(`${url}/robots.txt`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.arrayBuffer().then(() => true),
      () => false,
    );
    if (up) return;
    await pause(50);
  }
  throw new Error(`${url} does not answer`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
