import { ensureInstalled } from "./launch/install";
import { type Part, parts, runTests } from "./launch/test-run";

// `bun run test [part…] [filter…]`: everything, or the parts named, or what the filter matches within them.
const args = process.argv.slice(2);
const isPart = (word: string): word is Part => (parts as readonly string[]).includes(word);
const wanted = args.filter(isPart);
const filter = args.filter((word) => !isPart(word));

if (wanted.length === 0 && filter.length > 0) {
  console.error(`Name the part that "${filter.join(" ")}" filters: ${parts.join(", ")}`);
  process.exit(1);
}
await ensureInstalled(console.log);
const { passed, failed } = await runTests(wanted.length > 0 ? wanted : parts, filter);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
