import { escapeXml } from "@/shared/xml";
import { SIGN } from "@/ui/sign";
import { type FontWeight, fitText, fitTextToSizes, measureText } from "./text-layout";

/** Pixels, as recommended for link previews; https://developers.facebook.com/docs/sharing/webmasters/images */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
const INNER = WIDTH - 2 * MARGIN;
/** Pixels between the lines of the background grid. */
const GRID_STEP = 40;

/** The light theme of client/styles/tokens.css. */
const COLOUR = {
  paper: "#faf7f0",
  ink: "#22241f",
  inkSoft: "#5a5a50",
  line: "#e3dccd",
  green: "#1d5b41",
  white: "#ffffff",
} as const;

type Style = { x: number; y: number; size: number; weight?: FontWeight; fill?: string; end?: boolean };

const text = (words: string, { x, y, size, weight = 400, fill = COLOUR.ink, end = false }: Style): string =>
  `<text x="${x}" y="${y}" font-family="Figtree" font-size="${size}" font-weight="${weight}" fill="${fill}"${
    end ? ' text-anchor="end"' : ""
  }>${escapeXml(words)}</text>`;

function page(parts: readonly string[]): string {
  const across = Array.from(
    { length: Math.floor(HEIGHT / GRID_STEP) },
    (_, n) => `M0 ${(n + 1) * GRID_STEP}.5H${WIDTH}`,
  );
  const down = Array.from(
    { length: Math.floor(WIDTH / GRID_STEP) },
    (_, n) => `M${(n + 1) * GRID_STEP}.5 0V${HEIGHT}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOUR.paper}"/>`,
    `<path d="${[...across, ...down].join("")}" fill="none" stroke="${COLOUR.green}" stroke-opacity="0.07"/>`,
    ...parts,
    "</svg>",
  ].join("");
}

const sign = (x: number, y: number, side: number): string =>
  `<g transform="translate(${x} ${y}) scale(${side / SIGN.side})"><rect width="${SIGN.side}" height="${SIGN.side}"
    rx="${SIGN.radius}" fill="${COLOUR.green}"/><path d="${SIGN.shape}" fill="${COLOUR.white}"/></g>`;

/** The site's logo and name at the top of an image. */
const wordmark = (siteName: string): string[] => [
  sign(MARGIN, 64, 52),
  text(fitText(siteName, { size: 38, weight: 700, width: INNER - 72 }).join(""), {
    ...{ x: MARGIN + 68, y: 103, size: 38, weight: 700 },
  }),
];

export type ShareImageTexts = {
  siteName: string;
  /** Subject or section, then a detail; the second may be "". */
  kind: readonly [about: string, more: string];
  title: string;
  /** The bottom line, left and right; each may be "". */
  foot: readonly [left: string, right: string];
};

/** The share image of a listing or post, as SVG of 1200×630. */
export function renderTitleSvg({
  siteName,
  kind: [about, more],
  title,
  foot: [left, right],
}: ShareImageTexts): string {
  const [kindY, titleY, ruleY, footY] = [210, 238, 508, 566];
  const aboutLine = fitText(about, { size: 32, weight: 700, width: INNER }).join("");
  const moreX = MARGIN + measureText(aboutLine, 32, 700) + (aboutLine === "" ? 0 : 24);
  const moreLine = fitText(more, { size: 32, weight: 400, width: WIDTH - MARGIN - moreX }).join("");
  const { size, lines } = fitTextToSizes(title, [72, 62, 54], { weight: 700, width: INNER }, 3);
  const rightLine = fitText(right, { size: 40, weight: 700, width: INNER / 2 }).join("");
  const leftWidth = INNER - measureText(rightLine, 40, 700) - 40;
  return page([
    ...wordmark(siteName),
    text(aboutLine, { x: MARGIN, y: kindY, size: 32, weight: 700, fill: COLOUR.green }),
    text(moreLine, { x: moreX, y: kindY, size: 32, fill: COLOUR.inkSoft }),
    ...lines.map((line, n) =>
      text(line, { x: MARGIN, y: titleY + Math.round(size * (0.86 + n * 1.14)), size, weight: 700 }),
    ),
    `<path d="M${MARGIN} ${ruleY}H${WIDTH - MARGIN}" stroke="${COLOUR.line}" stroke-width="2"/>`,
    text(fitText(left, { size: 34, weight: 400, width: leftWidth }).join(""), {
      ...{ x: MARGIN, y: footY, size: 34, fill: COLOUR.inkSoft },
    }),
    text(rightLine, { x: WIDTH - MARGIN, y: footY, size: 40, weight: 700, end: true }),
  ]);
}

/** A parabola with axes, shown next to a short site name. */
const PARABOLA = [
  `<path d="M680 330.5H1040M834.5 395V165M1032 325l9 5.5-9 5.5M829 173l5.5-9 5.5 9" fill="none" stroke="${COLOUR.green}"
    stroke-opacity="0.45" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`,
  `<path d="M765 229Q886 547 1007 229" fill="none" stroke="${COLOUR.green}" stroke-width="3.5" stroke-linecap="round"/>`,
  ...[
    [813, 330.5],
    [959, 330.5],
    [886, 388],
  ].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4.5" fill="${COLOUR.green}"/>`),
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
  const short = NAME_X + measureText(name, size, 700) <= PARABOLA_X;
  return page([
    ...(short ? PARABOLA : []),
    sign(MARGIN, 210, 108),
    text(name, { x: NAME_X, y: 264 + Math.round(size * 0.35), size, weight: 700 }),
    text(fitText(tagline, { size: 42, weight: 400, width: INNER }).join(""), {
      ...{ x: MARGIN, y: 480, size: 42, fill: COLOUR.inkSoft },
    }),
  ]);
}
