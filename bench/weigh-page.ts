import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { clientDir } from "../dev/launch/paths";

/** What a visitor downloads for a page, in bytes after gzip. */
type Weight = {
  html: number;
  /** Module scripts with everything that they import statically, and inline scripts; data blocks are not scripts. */
  script: number;
};

export function weighPage(html: string): Weight {
  const files = new Set<string>();
  for (const [, src] of html.matchAll(/<script\b[^>]*\bsrc="\/([^"]+)"/g)) if (src) collect(src, files);
  const inline = [
    ...html.matchAll(/<script\b(?![^>]*\b(?:src|type="application\/(?:ld\+)?json"))[^>]*>(.*?)<\/script>/gs),
  ];
  const sources = [
    ...[...files].map((file) => readFileSync(join(clientDir, file))),
    ...inline.map(([, text]) => text ?? ""),
  ];
  return {
    html: gzipSync(html).length,
    script: sources.reduce((sum, source) => sum + gzipSync(source).length, 0),
  };
}

/** A file of the client's build and its static imports. */
function collect(file: string, files: Set<string>): void {
  if (files.has(file)) return;
  files.add(file);
  const source = readFileSync(join(clientDir, file), "utf8");
  for (const [, imported] of source.matchAll(/(?:^|[;}])import(?:[^"'()]*?from)?["']\.\/([^"']+)["']/g)) {
    if (imported) collect(join(file, "..", imported), files);
  }
}
