import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tickCrons } from "./crons";
import { ensureInstalled } from "./install";
import { tryLock } from "./lock";
import { toLockFile } from "./paths";
import { ProcessSupervisor, type RunningProcess } from "./process-supervisor";
import { type LocalSettings, readSettings, requireFreePorts, UserError } from "./settings";
import { onShutdown } from "./shutdown";

export type Mode = "start" | "serve";

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 50;
const REQUEST_TIMEOUT_MS = 5_000;

/**
 * `bun start` and `bun run serve`: runs the site and its stubs until shutdown.
 * Never returns; exits with 0 after an orderly shutdown, with 1 on an error.
 */
export async function runLocal(mode: Mode, args: string[]): Promise<void> {
  const supervisor = new ProcessSupervisor();
  const exit = async (code: number) => {
    await supervisor.stop();
    process.exit(code);
  };
  /** Stops everything when one process ends unexpectedly. */
  const giveUp = async (reason: string) => {
    if (supervisor.stopping) return;
    console.error(reason);
    await exit(1);
  };
  onShutdown(() => exit(0));
  try {
    const unknown = args.find((arg) => arg !== "--no-seed");
    if (unknown) throw new UserError(`"${unknown}" is not an option of bun ${mode}; it knows --no-seed`);
    const settings = readSettings(process.env);
    await requireFreePorts(settings);
    if (!tryLock(toLockFile(settings.dataDir)))
      throw new UserError(`${settings.dataDir} is in use: end that site, or set another DATA_DIR`);
    await ensureInstalled(console.log);
    await start(mode, args, { supervisor, settings, giveUp });
    announce(settings, args.includes("--no-seed"));
    // Loads the code of the whole app before the first page needs it.
    fetch(`${settings.workerUrl}/healthz`).catch(() => {});
    tickCrons(settings.workerUrl, console.error);
  } catch (error) {
    if (supervisor.stopping) return;
    if (!(error instanceof UserError)) console.error(error);
    else if (error.message) console.error(error.message);
    await exit(1);
  }
}

type LocalRun = {
  supervisor: ProcessSupervisor;
  settings: LocalSettings;
  giveUp(reason: string): Promise<void>;
};

/** Starts all processes; independent ones in parallel. */
async function start(mode: Mode, args: string[], run: LocalRun): Promise<void> {
  const { supervisor, settings, giveUp } = run;
  const prepared = supervisor.startBun("dev/launch/prepare.ts", args, console.log);
  // The process has printed the error.
  if ((await prepared.exited) !== 0) throw new UserError();
  const stubsReady = startStubs(run);
  const worker = mode === "start" ? await startVite(run) : serveBuild(supervisor);
  await waitUntilReady(worker, settings.workerUrl);
  await stubsReady;
  worker.exited.then((code) => giveUp(`The worker ended with code ${code}.`));
}

async function startStubs({ supervisor, settings, giveUp }: LocalRun): Promise<void> {
  const stubs = supervisor.startBun("dev/launch/stubs-process.ts", [], (line) => {
    if (line !== "ready") console.log(line);
  });
  await waitUntilReady(stubs, settings.stubsUrl);
  stubs.exited.then((code) => giveUp(`The stubs ended with code ${code}.`));
}

/** Builds the client, again when it changes, and then runs the worker from its sources (vite.config.ts). */
async function startVite({ supervisor, settings, giveUp }: LocalRun): Promise<RunningProcess> {
  const clientDir = join(settings.dataDir, "client");
  rmSync(clientDir, { recursive: true, force: true });
  const client = supervisor.startTool("vite", ["build", "--watch", "--mode", "development"], console.log);
  await waitUntil(client, "The client is not built", async () =>
    existsSync(join(clientDir, ".vite/manifest.json")),
  );
  client.exited.then((code) => giveUp(`The build of the client ended with code ${code}.`));
  return supervisor.startTool("vite", [], console.log);
}

function serveBuild(supervisor: ProcessSupervisor): RunningProcess {
  return supervisor.startBun("dev/launch/serve-process.ts", [], console.log);
}

/** Resolves when a URL responds with any status; throws when its process ends first. */
const waitUntilReady = (child: RunningProcess, url: string): Promise<void> =>
  // Bounded, because a socket opened during the start may never get a response.
  waitUntil(child, `${url} does not answer`, () =>
    fetch(url, { redirect: "manual", signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
      .then((response) => response.arrayBuffer())
      .then(
        () => true,
        () => false,
      ),
  );

/** Throws with the failure and the output of the process when it ends, or takes too long. */
async function waitUntil(
  child: RunningProcess,
  failure: string,
  isReady: () => Promise<boolean>,
): Promise<void> {
  let hasEnded = false;
  child.exited.then(() => {
    hasEnded = true;
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline && !hasEnded) {
    if (await isReady()) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new UserError(`${failure}:\n${child.output()}`);
}

function announce(settings: LocalSettings, empty: boolean): void {
  const accounts = ["admin@catedra.test", "teacher@catedra.test", "learner@catedra.test"];
  console.log(`\n  Catedra      ${settings.siteUrl}`);
  console.log(`  Dev console  ${settings.stubsUrl}   payments and mail of this machine`);
  if (!empty) console.log(`  Accounts     ${accounts.join(", ")}\n  Password     catedra-demo-2026`);
  console.log("\n  Ctrl-C ends it.\n");
}
