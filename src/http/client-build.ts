import manifest from "@build/manifest";
import type { Bindings } from "@/env";

/** Paths of the client build's files that every page links to. */
export function getClientAssets(): { script: string; styles: string[]; fonts: string[] } {
  const styleSource = "client/styles/index.css";
  const fonts = (manifest[styleSource]?.assets ?? []).filter((file) => file.endsWith(".woff2"));
  return {
    script: getAssetPath("client/entry.ts"),
    styles: [getAssetPath(styleSource)],
    fonts: fonts.map((file) => `/${file}`),
  };
}

/** The path of a file of the client build, by its path in the repository. */
export function getAssetPath(source: string): string {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`the client build has no ${source}: build it before the worker`);
  return `/${chunk.file}`;
}

/** Paths of the build's files whose names contain a hash of their content. */
export function listHashedFiles(): string[] {
  const files = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ]);
  return [...new Set(files)].filter((file) => file.startsWith("assets/")).map((file) => `/${file}`);
}

/** The deployed version of the worker and of the files that its pages use: its id, and when it was made (ms). */
export function getVersion({ CF_VERSION_METADATA: { id, timestamp } }: Bindings): {
  id: string;
  timestamp: number;
} {
  return { id, timestamp: Date.parse(timestamp) };
}
