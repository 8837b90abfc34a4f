import { runLocal } from "./launch/run-local";

// `bun run serve`: the same with the production bundle and no watching.
await runLocal("serve", process.argv.slice(2));
