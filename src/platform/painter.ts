import { initWasm, Resvg } from "@resvg/resvg-wasm";
import library from "@resvg/resvg-wasm/index_bg.wasm";
import regular from "./fonts/figtree-400.bin";
import bold from "./fonts/figtree-700.bin";
import type { WorkGate } from "./work-gate";

export type Painter = {
  /** Paints an SVG as PNG, of its own size. Null while the isolate is busy with another one. `now` in ms. */
  paint(svg: string, now: number): Promise<Uint8Array<ArrayBuffer> | null>;
};

/**
 * Paints by resvg, whose letters are those of the pages' typeface in two weights (dev/share-fonts.ts). It holds the
 * isolate for about 50 ms a picture of 1200×630, so it stands behind a gate.
 */
export function createPainter(gate: WorkGate): Painter {
  let ready = false;
  return {
    paint: (svg, now) =>
      gate.run(now, async () => {
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
