import { escapeXml } from "@/shared/xml";
import { LOGO } from "@/ui/logo";
import { type FontWeight, fitLine, fitTextToSizes, measureText } from "./text-layout";

/** Pixels, as recommended for link previews; https://developers.facebook.com/docs/sharing/webmasters/images */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
const INNER = WIDTH - 2 * MARGIN;
/** Pixels between the lines of the background grid. */
const GRID_STEP = 40;

/** The light theme of client/styles/tokens.css. */
const COLORS = {
  paper: "#faf7f0",
  ink: "#22241f",
  inkSoft: "#5a5a50",
  line: "#e3dccd",
  green: "#1d5b41",
  white: "#ffffff",
} as const;

type TextStyle = { x: number; y: number; size: number; weight?: FontWeight; fill?: string; end?: boolean };

const textElement = (
  content: string,
  { x, y, size, weight = 400, fill = COLORS.ink, end = false }: TextStyle,
): string =>
  `<text x="${x}" y="${y}" font-family="Figtree" font-size="${size}" font-weight="${weight}" fill="${fill}"${
    end ? ' text-anchor="end"' : ""
  }>${escapeXml(content)}</text>`;

function svgDocument(parts: readonly string[]): string {
  const rows = Array.from(
    { length: Math.floor(HEIGHT / GRID_STEP) },
    (_, n) => `M0 ${(n + 1) * GRID_STEP}.5H${WIDTH}`,
  );
  const columns = Array.from(
    { length: Math.floor(WIDTH / GRID_STEP) },
    (_, n) => `M${(n + 1) * GRID_STEP}.5 0V${HEIGHT}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLORS.paper}"/>`,
    `<path d="${[...rows, ...columns].join("")}" fill="none" stroke="${COLORS.green}" stroke-opacity="0.07"/>`,
    ...parts,
    "</svg>",
  ].join("");
}

const logo = (x: number, y: number, side: number): string =>
  `<g transform="translate(${x} ${y}) scale(${side / LOGO.side})"><rect width="${LOGO.side}" height="${LOGO.side}"
    rx="${LOGO.radius}" fill="${COLORS.green}"/><path d="${LOGO.shape}" fill="${COLORS.white}"/></g>`;

/** The site's logo and name at the top of an image. */
const header = (siteName: string): string[] => [
  logo(MARGIN, 64, 52),
  textElement(fitLine(siteName, { size: 38, weight: 700, width: INNER - 72 }), {
    x: MARGIN + 68,
    y: 103,
    size: 38,
    weight: 700,
  }),
];

type ShareImageTexts = {
  siteName: string;
  /** The line above the title: subject or section, then a detail or "". */
  category: string;
  detail: string;
  title: string;
  /** The line at the bottom; the right part may be "". */
  footerLeft: string;
  footerRight: string;
};

/** The share image of a listing, post or list, as SVG of 1200×630. */
export function renderTitleSvg({
  siteName,
  category,
  detail,
  title,
  footerLeft,
  footerRight,
}: ShareImageTexts): string {
  const [categoryY, titleY, ruleY, footerY] = [210, 238, 508, 566];
  const categoryLine = fitLine(category, { size: 32, weight: 700, width: INNER });
  const detailX = MARGIN + measureText(categoryLine, 32, 700) + (categoryLine === "" ? 0 : 24);
  const detailLine = fitLine(detail, { size: 32, weight: 400, width: WIDTH - MARGIN - detailX });
  const { size, lines } = fitTextToSizes(title, [72, 62, 54], { weight: 700, width: INNER }, 3);
  const rightText = fitLine(footerRight, { size: 40, weight: 700, width: INNER / 2 });
  const leftWidth = INNER - measureText(rightText, 40, 700) - 40;
  return svgDocument([
    ...header(siteName),
    textElement(categoryLine, { x: MARGIN, y: categoryY, size: 32, weight: 700, fill: COLORS.green }),
    textElement(detailLine, { x: detailX, y: categoryY, size: 32, fill: COLORS.inkSoft }),
    ...lines.map((line, n) =>
      textElement(line, { x: MARGIN, y: titleY + Math.round(size * (0.86 + n * 1.14)), size, weight: 700 }),
    ),
    `<path d="M${MARGIN} ${ruleY}H${WIDTH - MARGIN}" stroke="${COLORS.line}" stroke-width="2"/>`,
    textElement(fitLine(footerLeft, { size: 34, weight: 400, width: leftWidth }), {
      x: MARGIN,
      y: footerY,
      size: 34,
      fill: COLORS.inkSoft,
    }),
    textElement(rightText, { x: WIDTH - MARGIN, y: footerY, size: 40, weight: 700, end: true }),
  ]);
}

/** A parabola with axes, shown next to a short site name. */
const PARABOLA = [
  `<path d="M680 330.5H1040M834.5 395V165M1032 325l9 5.5-9 5.5M829 173l5.5-9 5.5 9" fill="none" stroke="${COLORS.green}"
    stroke-opacity="0.45" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`,
  `<path d="M765 229Q886 547 1007 229" fill="none" stroke="${COLORS.green}" stroke-width="3.5" stroke-linecap="round"/>`,
  ...[
    [813, 330.5],
    [959, 330.5],
    [886, 388],
  ].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4.5" fill="${COLORS.green}"/>`),
];
const NAME_X = MARGIN + 136;
const PARABOLA_X = 660;

/** The share image of the site itself, as SVG of 1200×630. */
export function renderSiteSvg(siteName: string, tagline: string): string {
  const { size, lines } = fitTextToSizes(
    siteName,
    [104, 84, 64],
    { weight: 700, width: WIDTH - MARGIN - NAME_X },
    1,
  );
  const name = lines.join("");
  const hasSpaceForParabola = NAME_X + measureText(name, size, 700) <= PARABOLA_X;
  return svgDocument([
    ...(hasSpaceForParabola ? PARABOLA : []),
    logo(MARGIN, 210, 108),
    textElement(name, { x: NAME_X, y: 264 + Math.round(size * 0.35), size, weight: 700 }),
    textElement(fitLine(tagline, { size: 42, weight: 400, width: INNER }), {
      x: MARGIN,
      y: 480,
      size: 42,
      fill: COLORS.inkSoft,
    }),
  ]);
}
