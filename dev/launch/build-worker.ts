import { asScript } from "./script";
import { buildWorker } from "./worker-bundle";

/** Bundles the worker for production into dist/worker. */
await asScript(() => buildWorker());
