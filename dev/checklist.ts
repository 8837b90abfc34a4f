import { runInstalled } from "./launch/installed";

// `bun run checklist` writes docs/checklist.md: what the product promises, row by row, and the test that proves it.
// It fails where a row has none; with --check it also fails where the page is not what it would write.
await runInstalled("checklist-process.ts");
