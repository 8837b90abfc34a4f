import { runInstalled } from "./launch/installed";

// `bun run restore FOLDER` puts a backup in the place of the local data of DATA_DIR.
await runInstalled("restore-process.ts");
