import { initWasm, Resvg } from "@resvg/resvg-wasm";
import library from "@resvg/resvg-wasm/index_bg.wasm";
import type { ConcurrencyLimiter } from "./concurrency-limiter";
import regular from "./fonts/figtree-400.bin";
import bold from "./fonts/figtree-700.bin";

export type SvgRenderer = {
  /** Renders an SVG as PNG in its own size. @returns null if too many renderings wait */
  render(svg: string): Promise<Uint8Array<ArrayBuffer> | null>;
};

/**
 * Renders with resvg and two weights of the site's typeface (dev/share-fonts.ts). An image of 1200×630 blocks the isolate
 * for about 50 ms, so it runs in a limiter.
 */
export function createSvgRenderer(limiter: ConcurrencyLimiter): SvgRenderer {
  let ready = false;
  return {
    render: (svg) =>
      limiter.run("", async () => {
        if (!ready) await initialise();
        ready = true;
        const font = { fontBuffers: [regular, bold].map((bytes) => new Uint8Array(bytes)) };
        const resvg = new Resvg(svg, { font: { ...font, defaultFontFamily: "Figtree" } });
        try {
          const image = resvg.render();
          try {
            // The result may be a view of the wasm memory.
            return Uint8Array.from(image.asPng());
          } finally {
            image.free();
          }
        } finally {
          resvg.free();
        }
      }),
  };
}

/** The wasm module is shared by the isolate, so another renderer may have initialised it. */
async function initialise(): Promise<void> {
  try {
    await initWasm(library);
  } catch (error) {
    if (!String(error).includes("Already initialized")) throw error;
  }
}
