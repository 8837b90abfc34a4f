import { parseArgs } from "node:util";
import { ensureInstalled } from "./launch/install";
import { type Part, parts, runTests } from "./launch/test-run";

// `bun run test [part…] [filter…] [--changed]`: everything, the parts named, what the filter matches within them, or
// what the uncommitted change touches.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: "boolean", default: false } },
});
const isPart = (word: string): word is Part => (parts as readonly string[]).includes(word);
const wanted = positionals.filter(isPart);
const filter = positionals.filter((word) => !isPart(word));

if (wanted.length === 0 && filter.length > 0) {
  console.error(`Name the part that "${filter.join(" ")}" filters: ${parts.join(", ")}`);
  process.exit(1);
}
await ensureInstalled(console.log);
const { passed, failed } = await runTests(wanted.length > 0 ? wanted : parts, {
  filter,
  changed: values.changed,
});
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
