import type { ConcurrencyLimiter } from "./concurrency-limiter";

export type SvgRenderer = {
  /** Renders an SVG as PNG in its own size. @returns null if too many renderings wait */
  render(svg: string): Promise<Uint8Array<ArrayBuffer> | null>;
};

/**
 * Renders share images. An image of 1200×630 blocks the isolate for about 50 ms, so it runs in a limiter. The renderer
 * is loaded with the first image: its wasm has 2.5 MB.
 */
export const createSvgRenderer = (limiter: ConcurrencyLimiter): SvgRenderer => ({
  render: (svg) => limiter.run("", async () => (await import("./resvg")).renderPng(svg)),
});
