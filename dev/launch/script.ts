import { Complaint } from "./settings";

/** Runs a script's work; what the person can put right is said in its sentence alone, with exit code 1. */
export async function asScript(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Complaint ? error.message : error);
    process.exit(1);
  }
}
