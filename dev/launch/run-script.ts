import { UserError } from "./settings";

/** Runs a script. A UserError prints its message alone; every error exits with code 1. */
export async function runScript(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
    process.exit(1);
  }
}
