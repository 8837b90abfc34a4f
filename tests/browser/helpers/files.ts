import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../../../dev/seed/pictures");

/** Paths of the seed's pictures for geography. */
export const PICTURES = readdirSync(folder)
  .filter((file) => /^g-\d\.webp$/.test(file))
  .map((file) => resolve(folder, file)) as [string, string, string];

let scratch: string | undefined;

/** Path of a temporary file with this content. It exists until the Playwright worker ends. */
export function createFile(name: string, content: string | Buffer): string {
  if (!scratch) {
    const folder = mkdtempSync(join(tmpdir(), "catedra-files-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    scratch = folder;
  }
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
}

/** A picture in a file of this many bytes: decoders ignore the padding at its end. */
export function createPicture(name: string, bytes: number): string {
  const picture = readFileSync(PICTURES[0]);
  return createFile(name, Buffer.concat([picture, Buffer.alloc(Math.max(0, bytes - picture.length))]));
}
