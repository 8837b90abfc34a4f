/**
 * The client build's manifest, written by `vite build` and bundled into the worker.
 * Keys are source paths ("client/entry.ts"); `file`, `css` and `imports` as in Vite's "Backend integration" guide.
 */
declare module "@build/manifest" {
  interface BuiltChunk {
    file: string;
    src?: string;
    isEntry?: boolean;
    isDynamicEntry?: boolean;
    /** Keys of this manifest, not file names. */
    imports?: string[];
    dynamicImports?: string[];
    css?: string[];
    assets?: string[];
  }
  const manifest: Record<string, BuiltChunk>;
  export default manifest;
}

/** Modules that the bundler copies unchanged: https://developers.cloudflare.com/workers/wrangler/bundling/ */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
declare module "*.bin" {
  const bytes: ArrayBuffer;
  export default bytes;
}
