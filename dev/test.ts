import { parseArgs } from "node:util";
import { handleHelp } from "./launch/help";
import { ensureInstalled } from "./launch/install";
import { type Part, runTests, TEST_PARTS } from "./launch/test-run";

handleHelp(
  "bun run test [PART…] [FILTER…] [--changed]",
  `Runs all checks and tests, or the given parts: ${TEST_PARTS.join(", ")}.
FILTER runs only the test files whose path contains it. bun run check runs the parts types and style.

  --changed  runs what the uncommitted change touches

Environment: CHROMIUM_PATH (an installed Chromium) for the browser tests`,
);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: "boolean", default: false } },
});
const isPart = (word: string): word is Part => (TEST_PARTS as readonly string[]).includes(word);
const selected = positionals.filter(isPart);
const filter = positionals.filter((word) => !isPart(word));

if (selected.length === 0 && filter.length > 0) {
  console.error(`Name the part that "${filter.join(" ")}" filters: ${TEST_PARTS.join(", ")}`);
  process.exit(1);
}
await ensureInstalled(console.log);
const { passed, failed } = await runTests(selected.length > 0 ? selected : TEST_PARTS, {
  filter,
  changed: values.changed,
});
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
