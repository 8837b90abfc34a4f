import { readFileSync } from "node:fs";
import { wranglerConfig } from "./paths";

/** The cron expressions of wrangler.toml. */
function configuredCrons(): string[] {
  const config = Bun.TOML.parse(readFileSync(wranglerConfig, "utf8")) as { triggers?: { crons?: string[] } };
  return config.triggers?.crons ?? [];
}

const FIELD_RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

/**
 * Whether a cron expression fires in the minute of `when`, in UTC as on Cloudflare.
 * Supports stars, steps, ranges and lists of numbers; throws on anything else.
 */
export function isDue(cron: string, when: Date): boolean {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5) throw new Error(`"${cron}" is not a cron expression of five fields`);
  const now = [
    when.getUTCMinutes(),
    when.getUTCHours(),
    when.getUTCDate(),
    when.getUTCMonth() + 1,
    when.getUTCDay(),
  ];
  return fields.every((field, index) =>
    matches(field, now[index] as number, FIELD_RANGES[index] as [number, number], cron),
  );
}

function matches(
  field: string,
  value: number,
  [lowest, highest]: readonly [number, number],
  cron: string,
): boolean {
  return field.split(",").some((part) => {
    const parsed = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    if (!parsed) throw new Error(`The local runner does not know "${part}" in the cron expression "${cron}"`);
    const [, first, last, step] = parsed;
    const from = first === undefined ? lowest : Number(first);
    const to = last !== undefined ? Number(last) : first !== undefined && step === undefined ? from : highest;
    return value >= from && value <= to && (value - from) % Number(step ?? 1) === 0;
  });
}

const SCHEDULED_PATH = "/cdn-cgi/local/scheduled";

/** Runs the jobs of a cron expression, or one job by name (src/jobs), on a local worker. */
export async function fireCron(workerUrl: string, cron: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${workerUrl}${SCHEDULED_PATH}?cron=${encodeURIComponent(cron)}`, {
    method: "POST",
  });
  return { status: answer.status, text: await answer.text() };
}

/** Fires the crons of a local worker every full minute until the process ends. */
export function tickCrons(workerUrl: string, onFailure: (line: string) => void): void {
  const crons = configuredCrons();
  const minute = 60_000;
  const tick = async () => {
    schedule();
    const now = new Date();
    for (const cron of crons.filter((expression) => isDue(expression, now))) {
      const status = await fireCron(workerUrl, cron).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status !== 200) onFailure(`The jobs of "${cron}" failed`);
    }
  };
  const schedule = () => setTimeout(tick, minute - (Date.now() % minute)).unref();
  schedule();
}
