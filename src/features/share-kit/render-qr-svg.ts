import { drawQrCode } from "@/ui/draw-qr-code";

/** Pixels of a module: a code of a listing's address is about 1,000 pixels wide, enough for 8 cm in print. */
const MODULE_PX = 24;

/** A text as a QR code in an SVG file, black on white. */
export function renderQrSvg(text: string): string {
  const { size, path } = drawQrCode(text);
  const side = size * MODULE_PX;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}"`,
    ` shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
  ].join("");
}
