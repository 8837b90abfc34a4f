import { SCHEDULE } from "@/jobs/schedule";
import { fireCron } from "./crons";
import { runScript } from "./run-script";
import { readSettings, UserError } from "./settings";

/** Lists the jobs, or runs one on the running worker. */
await runScript(async () => {
  const [name] = process.argv.slice(2);
  const names: string[] = SCHEDULE.map((job) => job.name);
  if (!name) {
    for (const job of SCHEDULE) console.log(`${job.name.padEnd(24)} ${job.cron}`);
    return;
  }
  if (!names.includes(name)) throw new UserError(`Unknown job "${name}". Jobs: ${names.join(", ")}`);
  const { port, workerUrl } = readSettings(process.env);
  const answer = await fireCron(workerUrl, name).catch(() => {
    throw new UserError(
      `Nothing answers on port ${port}: start the site first, or set PORT to where it runs`,
    );
  });
  if (answer.status !== 200) throw new UserError(`The job ${name} failed: ${answer.text}`);
  console.log(`${name}: done`);
});
