/**
 * Draws the pictures of the seeded listings into dev/seed/pictures, each as WebP in the two sizes that the site keeps.
 * Their files are in the repository, so this runs only when a drawing changes: `bun dev/seed/draw-pictures.ts`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { cardFile } from "@/platform/media";
import { SUBJECTS } from "@/shared/codes";
import { findChromium } from "../launch/chromium";
import { PALETTES } from "./drawing/palettes";
import { board, flatLay, stillLife } from "./drawing/scenes";
import { pictureFile } from "./pictures";

const SCENES = [stillLife, flatLay, board];
const folder = join(import.meta.dirname, "pictures");

const executablePath = findChromium();
if (!executablePath) throw new Error("No Chromium is installed; set CHROMIUM_PATH");
const browser = await chromium.launch({ executablePath });
const page = await browser.newPage();

/** The SVG painted at this width and encoded as WebP by the browser. */
async function encode(svg: string, width: number, quality: number): Promise<Buffer> {
  const url = await page.evaluate(
    async ({ svg, width, quality }) => {
      const image = new Image();
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = width;
      canvas.height = width * 0.75;
      canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL("image/webp", quality);
    },
    { svg, width, quality },
  );
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

mkdirSync(folder, { recursive: true });
let largest = 0;
for (const [place, subject] of SUBJECTS.entries()) {
  for (const [scene, draw] of SCENES.entries()) {
    const palette = PALETTES[(place + scene * 2) % PALETTES.length];
    if (!palette) continue;
    const svg = draw(subject, palette, place + scene);
    const full = await encode(svg, 1200, 0.4);
    const file = pictureFile(subject, scene);
    writeFileSync(join(folder, file), full);
    writeFileSync(join(folder, cardFile(file)), await encode(svg, 480, 0.6));
    largest = Math.max(largest, full.length);
  }
}
await browser.close();
console.log(`drawn; the largest has ${largest} bytes`);
