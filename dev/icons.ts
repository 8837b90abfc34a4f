/**
 * Renders the PNG icons of public/ for installed sites and home screens. Run `bun dev/icons.ts` when the sign or its
 * green changes.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { paths } from "@/shared/paths";
import { LOGO } from "@/ui/logo";

const GREEN = "#1d5b41";
/** Scale of the sign in maskable icons, so that it fits the safe circle. */
const WITHIN_CUT = 0.85;

const folder = join(resolve(import.meta.dirname, ".."), "public");
await initWasm(
  readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm"))
    .buffer as ArrayBuffer,
);

/** `isFullBleed` fills the square to its corners, for platforms that crop icons. Sizes in pixels. */
function draw(path: string, size: number, { isFullBleed = false, scale = 1 } = {}): void {
  const { side, radius, shape } = LOGO;
  const shift = (side * (1 - scale)) / 2;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${size}" height="${size}">
    <rect width="${side}" height="${side}" rx="${isFullBleed ? 0 : radius}" fill="${GREEN}"/>
    <path fill="#fff" transform="translate(${shift} ${shift}) scale(${scale})" d="${shape}"/></svg>`;
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, new Resvg(svg).render().asPng());
}

draw(paths.appIcon("192.png"), 192);
draw(paths.appIcon("512.png"), 512);
draw(paths.appIcon("maskable-512.png"), 512, { isFullBleed: true, scale: WITHIN_CUT });
draw(paths.appleTouchIcon(), 180, { isFullBleed: true, scale: WITHIN_CUT });
