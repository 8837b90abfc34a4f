import { spawn } from "node:child_process";

/**
 * Runs a command until the parent process ends: `bun child-process.ts <command> <arguments…>`.
 *
 * The parent keeps stdin open and writes nothing. When stdin closes, also because the parent was killed, the command
 * and its descendants get SIGTERM, then SIGKILL after `GRACE_MS`. The parent has to spawn this process detached: it
 * then leads a process group that contains them all.
 */
const GRACE_MS = 3_000;
const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error("child-process.ts needs a command");

// Signals to the group reach this process too, but it must outlive the command to report its exit code.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

const child = spawn(command, args, {
  stdio: ["ignore", "inherit", "inherit"],
  shell: command.endsWith(".cmd"),
});
let code = 1;

function signalGroup(signal: NodeJS.Signals): void {
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore" });
    return;
  }
  process.kill(-process.pid, signal);
}

/** Ends the rest of the group and this process. */
function shutdown(): void {
  process.exitCode = code;
  if (process.platform === "win32") process.exit(code);
  signalGroup("SIGTERM");
  setTimeout(() => process.exit(code), 50);
}

function stopGroup(): void {
  signalGroup("SIGTERM");
  setTimeout(() => signalGroup("SIGKILL"), GRACE_MS);
}

child.on("error", (error) => {
  console.error(`${command} does not start: ${error.message}`);
  shutdown();
});
child.on("exit", (status) => {
  code = status ?? 1;
  shutdown();
});
process.stdin.on("end", stopGroup).on("close", stopGroup).resume();
