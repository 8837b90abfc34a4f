import build from "@build/latest-build";
import manifest from "@build/manifest";

type Chunk = { file: string; css?: string[]; assets?: string[] };
const chunks = manifest as Record<string, Chunk>;

/** Paths of the client build's files that every page links to. */
export function getClientAssets(): { script: string; styles: string[]; fonts: string[] } {
  const script = chunks["client/entry.ts"];
  const style = chunks["client/styles/index.css"];
  if (!script || !style) throw new Error("the client build has no entry: build it before the worker");
  const fonts = (style.assets ?? []).filter((file) => file.endsWith(".woff2"));
  return { script: `/${script.file}`, styles: [`/${style.file}`], fonts: fonts.map((file) => `/${file}`) };
}

/** The client build of the pages: its id, its time (ms), and its files below the site's root. */
export const getClientBuild = (): typeof build => build;
