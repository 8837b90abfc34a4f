import { runInstalled } from "./launch/installed";

// `bun run backup [FOLDER]` copies the local data of DATA_DIR into a folder of its own.
await runInstalled("backup-process.ts");
