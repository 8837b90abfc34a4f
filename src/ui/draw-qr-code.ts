import { encode } from "uqr";

/** Light modules around the code, as ISO/IEC 18004 requires. */
const BORDER = 4;

/** A text as a QR code that is read with 15 % of it damaged: its width in modules, and the dark ones as an SVG path. */
export function drawQrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: BORDER, ecc: "M" });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, path: modules.join("") };
}
