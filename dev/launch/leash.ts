import { spawn } from "node:child_process";

/**
 * Runs a command for as long as whoever started us lives: `bun leash.ts <command> <arguments…>`.
 *
 * The starter keeps our stdin open and writes nothing. When it closes, on purpose or because the starter was
 * killed, the command and all it started are told to end, and are killed if they have not after a while. That
 * works because we lead a process group of our own (the starter spawns us detached) and the command stays in it.
 */
const graceMs = 3_000;
const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error("leash.ts needs a command");

// Signals to the group reach us as well; we have to outlive the command to see it end.
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

/** Ends what is left of the group, ourselves included: the exit code has been written by then. */
function end(): void {
  process.exitCode = code;
  if (process.platform === "win32") process.exit(code);
  signalGroup("SIGTERM");
  setTimeout(() => process.exit(code), 50);
}

function release(): void {
  signalGroup("SIGTERM");
  setTimeout(() => signalGroup("SIGKILL"), graceMs);
}

child.on("error", (error) => {
  console.error(`${command} does not start: ${error.message}`);
  end();
});
child.on("exit", (status) => {
  code = status ?? 1;
  end();
});
process.stdin.on("end", release).on("close", release).resume();
