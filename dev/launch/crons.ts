import { CRON_MINUTES } from "../../src/shared/job-crons";

const SCHEDULED_PATH = "/cdn-cgi/local/scheduled";

/** Runs the jobs of a cron expression, or one job by name (src/jobs), on a local worker. */
export async function fireCron(workerUrl: string, cron: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${workerUrl}${SCHEDULED_PATH}?cron=${encodeURIComponent(cron)}`, {
    method: "POST",
  });
  return { status: answer.status, text: await answer.text() };
}

/** Fires the crons of a local worker at their times, in UTC as on Cloudflare, until the process ends. */
export function tickCrons(workerUrl: string, onFailure: (line: string) => void): void {
  for (const cron of Object.keys(CRON_MINUTES)) {
    const fire = async () => {
      const answer = await fireCron(workerUrl, cron).catch(() => null);
      if (answer?.status !== 200) onFailure(`The jobs of "${cron}" failed`);
    };
    Bun.cron(cron, fire, { tz: "UTC" }).unref();
  }
}
