import { join } from "node:path";
import { tickCrons } from "./crons";
import { ensureInstalled } from "./install";
import { tryLock, unlock } from "./lock";
import { stateDirs } from "./paths";
import { ProcessSupervisor, type Task } from "./process-supervisor";
import { type LocalSettings, readSettings, requireFreePorts, UserError } from "./settings";
import { onShutdown } from "./shutdown";

export type Mode = "start" | "serve";

const readyTimeoutMs = 120_000;
const pollMs = 50;
const tryMs = 5_000;

/**
 * `bun start` and `bun run serve`: runs the site and its stubs until shutdown.
 * Never returns; exits with 0 after an orderly shutdown, with 1 on an error.
 */
export async function runLocal(mode: Mode, args: string[]): Promise<void> {
  const supervisor = new ProcessSupervisor();
  let lockFile: string | undefined;
  const exit = async (code: number) => {
    await supervisor.stop();
    if (lockFile) unlock(lockFile);
    process.exit(code);
  };
  onShutdown(() => exit(0));
  try {
    const unknown = args.find((arg) => arg !== "--no-seed");
    if (unknown) throw new UserError(`"${unknown}" is not an option of bun ${mode}; it knows --no-seed`);
    const settings = readSettings(process.env);
    await requireFreePorts(settings);
    lockFile = join(settings.dataDir, "lock");
    const other = tryLock(lockFile);
    if (other !== null) {
      lockFile = undefined;
      throw new UserError(
        `${settings.dataDir} is in use by process ${other}: end it, or set another DATA_DIR`,
      );
    }
    await ensureInstalled(console.log);
    await start(supervisor, mode, settings, args);
    announce(settings, args.includes("--no-seed"));
    tickCrons(settings.workerUrl, console.error);
  } catch (error) {
    if (supervisor.stopping) return;
    if (!(error instanceof UserError)) console.error(error);
    else if (error.message) console.error(error.message);
    await exit(1);
  }
}

/** Starts all processes; independent ones in parallel. */
async function start(
  supervisor: ProcessSupervisor,
  mode: Mode,
  settings: LocalSettings,
  args: string[],
): Promise<void> {
  const prepared = supervisor.bun("dev/launch/prepare.ts", args, console.log);
  const built = mode === "start" ? watchClient(supervisor) : buildAll(supervisor);
  // Handled below; without this a client that does not build would be reported before a missing variable.
  built.catch(() => {});
  // The process has printed the error.
  if ((await prepared.exited) !== 0) throw new UserError();
  const stubsReady = startStubs(supervisor, settings);
  await built;
  const worker = mode === "start" ? wranglerDev(supervisor, settings) : serveBundle(supervisor);
  await answers(worker, settings.workerUrl);
  await stubsReady;
  worker.exited.then((code) => giveUp(supervisor, `The worker ended with code ${code}.`));
}

/** Builds the client first, because the production bundle needs its manifest. */
async function buildAll(supervisor: ProcessSupervisor): Promise<void> {
  await succeeds(supervisor.bun("dev/launch/client-build.ts", [], ignore), "The client does not build:");
  await succeeds(supervisor.bun("dev/launch/build-worker.ts", [], ignore), "");
}

/** Resolves after the first build. The watcher reports later ones. */
function watchClient(supervisor: ProcessSupervisor): Promise<void> {
  return new Promise((resolve, reject) => {
    let built = false;
    const watcher = supervisor.bun("dev/launch/client-build.ts", ["--watch"], (line) => {
      if (built || line !== "client built") console.log(line);
      if (line !== "client built") return;
      built = true;
      resolve();
    });
    watcher.exited.then((code) => {
      reject(new UserError(`The client's build ended with code ${code}.`));
      if (built) giveUp(supervisor, "The client's build ended.");
    });
  });
}

async function startStubs(supervisor: ProcessSupervisor, settings: LocalSettings): Promise<void> {
  const stubs = supervisor.bun("dev/launch/stubs-process.ts", [], (line) => {
    if (line !== "ready") console.log(line);
  });
  await answers(stubs, settings.stubsUrl);
  stubs.exited.then((code) => giveUp(supervisor, `The stubs ended with code ${code}.`));
}

function wranglerDev(supervisor: ProcessSupervisor, { port, dataDir }: LocalSettings): Task {
  const args = ["dev", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"];
  args.push("--persist-to", stateDirs(dataDir).persistTo, "--env-file", join(dataDir, "vars.env"));
  args.push("--show-interactive-dev-session=false");
  return supervisor.tool("wrangler", args, filterWranglerOutput(console.log));
}

function serveBundle(supervisor: ProcessSupervisor): Task {
  return supervisor.bun("dev/launch/serve-process.ts", [], console.log);
}

/** Resolves when a task succeeds; else throws its output after a heading. */
async function succeeds(task: Task, heading: string): Promise<void> {
  if ((await task.exited) !== 0) throw new UserError(`${heading}\n${task.output()}`.trim());
}

/** Resolves when a URL responds with any status; throws when its task ends first. */
async function answers(task: Task, url: string): Promise<void> {
  let ended = false;
  task.exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + readyTimeoutMs;
  while (Date.now() < deadline && !ended) {
    // Bounded, because a socket opened during the start may never get a response.
    const answered = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(tryMs) })
      .then((response) => response.arrayBuffer())
      .then(
        () => true,
        () => false,
      );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new UserError(`${url} does not answer:\n${task.output()}`);
}

/** Stops everything when one process ends unexpectedly. */
async function giveUp(supervisor: ProcessSupervisor, reason: string): Promise<void> {
  if (supervisor.stopping) return;
  console.error(reason);
  await supervisor.stop();
  process.exit(1);
}

function announce(settings: LocalSettings, empty: boolean): void {
  const accounts = ["admin@catedra.test", "teacher@catedra.test", "learner@catedra.test"];
  console.log(`\n  Catedra      ${settings.siteUrl}`);
  console.log(`  Dev console  ${settings.stubsUrl}   payments and mail of this machine`);
  if (!empty) console.log(`  Accounts     ${accounts.join(", ")}\n  Password     catedra-demo-2026`);
  console.log("\n  Ctrl-C ends it.\n");
}

function ignore(): void {}

/** Lines of `wrangler dev` to hide: its banner, the table of bindings, request lines. */
const noise = [
  /^\s*⛅️ wrangler/,
  /^─+$/,
  /^Using secrets defined in/,
  /^\[custom build\] Running:/,
  /^The file .+ changed, restarting build/,
  /^Your Worker has access to the following bindings/,
  /^Binding\s+Resource/,
  /^env\.[A-Z_]+\b/,
  /^⎔ (Starting local server|Connection status updated)/,
  /^\[wrangler:info\] (✨ Parsed|Ready on|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/,
  /Scheduled Workers are not automatically triggered/,
  /^\s*To manually trigger a scheduled event, run:/,
  /^\s*curl "http:\/\/[^"]+\/cdn-cgi\/local\/scheduled"/,
  /^\s*For more details, see .*cron-triggers/,
  /^🪵\s+Logs were written to/u,
  /^\s*$/,
];

/** Prints the worker's own lines, errors and reloads. */
function filterWranglerOutput(onLine: (line: string) => void): (line: string) => void {
  return (line) => {
    if (!noise.some((pattern) => pattern.test(stripColour(line)))) onLine(line);
  };
}

function stripColour(line: string): string {
  return Bun.stripANSI(line);
}
