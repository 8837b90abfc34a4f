import { runScript } from "./run-script";
import { buildWorker } from "./worker-bundle";

/** Bundles the worker for production into dist/worker. */
await runScript(() => buildWorker());
