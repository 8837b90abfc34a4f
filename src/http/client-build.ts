import build from "@build/latest-build";
import manifest from "@build/manifest";

type Chunk = { file: string; css?: string[]; assets?: string[] };
const chunks = manifest as Record<string, Chunk>;

/** Paths of the client build's files that every page links to. */
export function getClientAssets(): { script: string; styles: string[]; fonts: string[] } {
  const styleSource = "client/styles/index.css";
  const fonts = (chunks[styleSource]?.assets ?? []).filter((file) => file.endsWith(".woff2"));
  return {
    script: getAssetPath("client/entry.ts"),
    styles: [getAssetPath(styleSource)],
    fonts: fonts.map((file) => `/${file}`),
  };
}

/** The path of a file of the client build, by its path in the repository. */
export function getAssetPath(source: string): string {
  const chunk = chunks[source];
  if (!chunk) throw new Error(`the client build has no ${source}: build it before the worker`);
  return `/${chunk.file}`;
}

/** The client build of the pages: its id, its time (ms), and its files below the site's root. */
export const getClientBuild = (): typeof build => build;
