import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checklistPage } from "../checklist/page";
import { whatIsWrong } from "../checklist/proofs";
import { SECTIONS } from "../checklist/sections";
import { readTitles } from "../checklist/titles";
import { root } from "./paths";
import { asScript } from "./script";
import { Complaint } from "./settings";

const page = "docs/checklist.md";

/** Writes the page of the checklist, or with --check compares it; what is wrong with a row is said of every row. */
await asScript(async () => {
  const wrong = whatIsWrong(SECTIONS, readTitles);
  if (wrong.length > 0) throw new Complaint(wrong.join("\n"));
  const text = checklistPage(SECTIONS);
  const rows = SECTIONS.reduce((sum, section) => sum + section.rows.length, 0);
  if (!process.argv.includes("--check")) writeFileSync(join(root, page), text);
  else if (readFileSync(join(root, page), "utf8") !== text) {
    throw new Complaint(`${page} is not what the rows say: run \`bun run checklist\``);
  }
  console.log(`${page}: ${rows} rows, each with a test that proves it`);
});
