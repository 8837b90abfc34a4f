import { runLocal } from "./launch/run-local";

// `bun start`: everything on this machine, rebuilt as files change.
await runLocal("start", process.argv.slice(2));
