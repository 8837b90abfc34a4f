import type { Subject } from "@/shared/codes";
import { DOODLES } from "./doodles";
import { BOARDS, type Palette, TABLETOPS } from "./palettes";
import * as thing from "./things";
import { at } from "./things";

const W = 1200;
const H = 900;

const svg = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}"><style>.fill{fill:var(--c);stroke:none}text{font-family:"Liberation Serif","Times New Roman",serif;font-style:italic}</style>${body}</svg>`;

/** A sketch in one colour, placed with its 400×300 box at (x, y). */
function sketch(
  body: string,
  x: number,
  y: number,
  scale: number,
  color: string,
  width: number,
  turn = 0,
): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})" style="--c:${color}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${body}</g>`;
}

type Prop = (palette: Palette) => string;

/** The objects on the table next to the books, by subject. */
const PROPS: Record<Subject, readonly [Prop, Prop]> = {
  m: [thing.pencilCup, thing.plant],
  p: [thing.pendulum, thing.lamp],
  c: [(p) => thing.flask(p, p.things[0]), thing.testTubes],
  i: [thing.laptop, thing.mug],
  l: [thing.chess, thing.lamp],
  b: [thing.microscope, thing.plant],
  a: [thing.microscope, thing.pencilCup],
  en: [thing.mug, thing.lamp],
  fr: [thing.plant, thing.mug],
  de: [thing.lamp, thing.pencilCup],
  sp: [thing.plant, thing.mug],
  la: [thing.bust, thing.inkwell],
  ro: [thing.inkwell, thing.lamp],
  h: [thing.bust, thing.globe],
  g: [thing.globe, thing.plant],
  ps: [thing.bust, thing.lamp],
  pc: [thing.plant, thing.pencilCup],
  s: [thing.mug, thing.plant],
  e: [thing.coins, thing.scales],
  mu: [thing.metronome, thing.guitar],
};

/** A table against a wall: a framed sketch, books, and the subject's things. */
export function stillLife(subject: Subject, palette: Palette, variant: number): string {
  const [first, second] = PROPS[subject];
  const foot = 712;
  const mirrored = variant % 2 === 1;
  const x = (place: number) => (mirrored ? W - place : place);
  const books = variant % 3 === 0 ? thing.lyingBooks(palette, 4) : thing.standingBooks(palette, 5);
  return svg(
    [
      `<rect width="${W}" height="${H}" fill="${palette.wall}"/>`,
      `<path d="M0 0H${mirrored ? 420 : 780}L${mirrored ? 120 : 1080} 690H0Z" fill="#fff" opacity=".16"/>`,
      `<rect y="690" width="${W}" height="210" fill="${palette.table}"/><rect y="690" width="${W}" height="10" fill="${palette.tableEdge}"/><rect y="800" width="${W}" height="100" fill="#000" opacity=".05"/>`,
      `<g transform="translate(${x(600) - 225} 56) scale(.9)"><rect x="8" y="12" width="500" height="380" fill="#000" opacity=".12"/><rect width="500" height="380" fill="${palette.frame}"/><rect x="18" y="18" width="464" height="344" fill="${palette.paper}"/></g>`,
      sketch(
        DOODLES[subject][variant % 2] as string,
        x(600) - 200 * 0.88,
        56 + 171 - 150 * 0.88,
        0.88,
        palette.ink,
        5,
      ),
      at(x(255), foot + 8, books),
      at(x(640), foot + 34, first(palette)),
      at(x(970), foot + 6, second(palette)),
    ].join(""),
  );
}

/** A board with the sketch in chalk, its ledge, and a few things before it. */
export function board(subject: Subject, palette: Palette, variant: number): string {
  const [first, second] = PROPS[subject];
  const green = BOARDS[variant % BOARDS.length] as string;
  const [one, two] = DOODLES[subject];
  return svg(
    [
      `<rect width="${W}" height="${H}" fill="${palette.wall}"/>`,
      `<rect x="60" y="50" width="1080" height="600" rx="10" fill="${palette.frame}"/><rect x="84" y="74" width="1032" height="552" rx="4" fill="${green}"/>`,
      `<path d="M84 74H700L420 626H84Z" fill="#fff" opacity=".035"/>`,
      sketch(one, 150, 150, 1.15, "#f3efe2", 5),
      sketch(two, 650, 190, 1, "#d9e4d3", 4.5),
      `<path d="M150 560H420M150 590H330" stroke="#f3efe2" stroke-width="5" stroke-linecap="round" opacity=".55"/>`,
      `<rect x="60" y="640" width="1080" height="26" rx="5" fill="${palette.tableEdge}"/><rect x="520" y="628" width="70" height="12" rx="6" fill="#f6f2e6"/><rect x="610" y="628" width="50" height="12" rx="6" fill="#e3b9a6"/>`,
      `<rect y="760" width="${W}" height="140" fill="${palette.table}"/><rect y="760" width="${W}" height="10" fill="${palette.tableEdge}"/>`,
      at(200, 800, thing.lyingBooks(palette, 3), 0, 0.9),
      at(1010, 800, (variant % 2 ? first : second)(palette), 0, 0.85),
    ].join(""),
  );
}

/** Whose notebooks have squares; the others have lines. */
const SQUARED: ReadonlySet<Subject> = new Set(["m", "p", "i", "l", "b", "a", "c", "e", "g"]);

/** A tabletop seen from above: an open notebook with the sketch, a ruler, a pencil, a cup. */
export function flatLay(subject: Subject, palette: Palette, variant: number): string {
  const tabletop = TABLETOPS[variant % TABLETOPS.length] as string;
  const [one, two] = DOODLES[subject];
  const squared = SQUARED.has(subject);
  const rules = squared
    ? Array.from({ length: 10 }, (_, n) => `M${n * 40 - 390} -260V260M${n * 40 + 10} -260V260`).join("") +
      Array.from({ length: 13 }, (_, n) => `M-400 ${n * 40 - 242}H400`).join("")
    : Array.from({ length: 13 }, (_, n) => `M-372 ${n * 38 - 220}H-28M28 ${n * 38 - 220}H372`).join("");
  const page = `<rect x="-412" y="-272" width="824" height="544" rx="12" fill="#000" opacity=".14" transform="translate(10 14)"/><rect x="-412" y="-272" width="824" height="544" rx="12" fill="${palette.things[0]}"/><rect x="-400" y="-262" width="400" height="524" rx="6" fill="${palette.paper}"/><rect y="-262" width="400" height="524" rx="6" fill="${palette.paper}"/><path d="${rules}" stroke="#9fb4b8" stroke-width="2" opacity=".35"/><path d="M0-262V262" stroke="#000" stroke-width="3" opacity=".18"/><rect x="-40" y="-262" width="80" height="524" fill="#000" opacity=".05"/>`;
  const drawn =
    sketch(one, -370, -150, 0.85, palette.ink, 5) + sketch(two, 40, -130, 0.8, palette.things[0], 5);
  const ruler = `<rect x="-250" y="-30" width="500" height="60" rx="5" fill="${palette.things[2]}"/><path d="${Array.from({ length: 24 }, (_, n) => `M${n * 20 - 230} -30v${n % 5 ? 14 : 26}`).join("")}" stroke="${palette.ink}" stroke-width="3" opacity=".6"/>`;
  const pencil = `<rect x="-150" y="-12" width="270" height="24" fill="${palette.things[1]}"/><rect x="-150" y="-12" width="270" height="8" fill="#fff" opacity=".18"/><rect x="-184" y="-12" width="34" height="24" rx="6" fill="#d99c90"/><path d="M120-12L170 0L120 12Z" fill="#e8cfa6"/><path d="M155-3.5L170 0L155 3.5Z" fill="${palette.ink}"/>`;
  const cup = `<circle cx="8" cy="10" r="104" fill="#000" opacity=".12"/><circle r="104" fill="${palette.paper}"/><circle r="74" fill="${palette.things[3]}"/><circle r="62" fill="#6b4a33"/><path d="M-40-22A46 46 0 0 1 10-44" fill="none" stroke="#fff" stroke-width="6" opacity=".25" stroke-linecap="round"/>`;
  const sprig = [-60, -20, 20, 60]
    .map(
      (turn, n) =>
        `<path transform="rotate(${turn}) translate(${20 + n * 6} 0)" d="M0 0C40-36 110-36 150 0C110 36 40 36 0 0Z" fill="${palette.leaf}" opacity="${0.8 + (n % 2) * 0.2}"/>`,
    )
    .join("");
  const cards = [0, 1, 2]
    .map(
      (n) =>
        `<g transform="rotate(${n * 9 - 12}) translate(${n * 12} ${n * 8})"><rect x="-95" y="-130" width="190" height="260" rx="10" fill="#000" opacity=".1" transform="translate(5 7)"/><rect x="-95" y="-130" width="190" height="260" rx="10" fill="${[palette.things[3], palette.things[2], palette.things[0]][n]}"/><rect x="-70" y="-96" width="140" height="12" rx="4" fill="${palette.paper}" opacity=".8"/><rect x="-70" y="-70" width="90" height="8" rx="4" fill="${palette.paper}" opacity=".6"/></g>`,
    )
    .join("");
  const turn = variant % 2 ? -4 : 3;
  return svg(
    [
      `<rect width="${W}" height="${H}" fill="${tabletop}"/>`,
      `<path d="M0 0H${W}V130C800 170 400 90 0 150Z" fill="#fff" opacity=".1"/>`,
      at(variant % 2 ? 1120 : 90, variant % 2 ? 760 : 800, sprig, variant % 2 ? 215 : -35, 1.25),
      at(variant % 2 ? 150 : 1060, 190, cards, variant % 2 ? -14 : 16),
      at(variant % 2 ? 640 : 540, 470, page + drawn, turn),
      at(variant % 2 ? 250 : 1010, 742, cup, 0, 0.92),
      at(variant % 2 ? 760 : 420, 836, ruler, turn - 3),
      at(variant % 2 ? 500 : 760, 90, pencil, turn + 12),
    ].join(""),
  );
}
