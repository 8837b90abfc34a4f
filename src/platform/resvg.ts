import { initWasm, Resvg } from "@resvg/resvg-wasm";
import library from "@resvg/resvg-wasm/index_bg.wasm";
import regular from "./fonts/figtree-400.bin";
import bold from "./fonts/figtree-700.bin";

let ready = false;

/** Renders an SVG as PNG with resvg and two weights of the site's typeface (fonts/advances.ts). */
export async function renderPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!ready) await initWasm(library);
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
}
