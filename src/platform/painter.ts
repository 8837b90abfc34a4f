import { initWasm, Resvg } from "@resvg/resvg-wasm";
import library from "@resvg/resvg-wasm/index_bg.wasm";
import type { ConcurrencyLimiter } from "./concurrency-limiter";
import regular from "./fonts/figtree-400.bin";
import bold from "./fonts/figtree-700.bin";

export type Painter = {
  /** Paints an SVG as PNG, of its own size. Null while the isolate is busy with others. */
  paint(svg: string): Promise<Uint8Array<ArrayBuffer> | null>;
};

/**
 * Paints by resvg, whose letters are those of the pages' typeface in two weights (dev/share-fonts.ts). It holds the
 * isolate for about 50 ms a picture of 1200×630, so it runs inside a limiter.
 */
export function createPainter(limiter: ConcurrencyLimiter): Painter {
  let ready = false;
  return {
    paint: (svg) =>
      limiter.run("", async () => {
        if (!ready) await begin();
        ready = true;
        const font = { fontBuffers: [regular, bold].map((bytes) => new Uint8Array(bytes)) };
        const drawing = new Resvg(svg, { font: { ...font, defaultFontFamily: "Figtree" } });
        try {
          const picture = drawing.render();
          try {
            // What the library hands over may be a view of its own memory.
            return Uint8Array.from(picture.asPng());
          } finally {
            picture.free();
          }
        } finally {
          drawing.free();
        }
      }),
  };
}

/** The library is one for the isolate, so another painter may have begun with it. */
async function begin(): Promise<void> {
  try {
    await initWasm(library);
  } catch (error) {
    if (!String(error).includes("Already initialized")) throw error;
  }
}
