import type { Palette } from "./palettes";

/** Places a drawing of a thing: its foot is at (0, 0), it extends upwards. Sizes in pixels of a 1200×900 picture. */
export const at = (x: number, y: number, body: string, turn = 0, scale = 1): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${body}</g>`;

const box = (x: number, y: number, w: number, h: number, fill: string, rx = 6): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" fill="${fill}"/>`;
const shade = (x: number, y: number, w: number, h: number, rx = 6): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" fill="#000" opacity=".12"/>`;

/** The soft shadow under a thing of this width. */
export const shadow = (w: number): string =>
  `<ellipse cx="0" cy="4" rx="${w / 2}" ry="13" fill="#000" opacity=".16"/>`;

export function lyingBooks(p: Palette, count: number): string {
  let y = 0;
  let body = shadow(330);
  for (let n = 0; n < count; n++) {
    const h = 40 + ((n * 13) % 22);
    const w = 300 - ((n * 37) % 60);
    const x = -w / 2 + ((n * 29) % 34) - 12;
    y -= h;
    body += box(x, y, w, h, p.things[n % 4] as string, 5) + box(x + w - 16, y + 6, 16, h - 12, p.paper, 2);
    body +=
      box(x + 26, y, 10, h, p.paper, 0).replace("/>", ' opacity=".55"/>') + shade(x, y + h - 6, w, 6, 2);
  }
  return body;
}

export function standingBooks(p: Palette, count: number): string {
  let x = -count * 27;
  let body = shadow(count * 62);
  for (let n = 0; n < count; n++) {
    const w = 46 + ((n * 17) % 24);
    const h = 230 + ((n * 53) % 90);
    body +=
      box(x, -h, w, h, p.things[(n + 1) % 4] as string, 4) +
      box(x, -h + 34, w, 9, p.paper, 0) +
      box(x, -h + 52, w, 4, p.paper, 0) +
      box(x, -46, w, 6, p.paper, 0) +
      shade(x + w - 8, -h, 8, h, 2);
    x += w + 2;
  }
  return body;
}

export function plant(p: Palette): string {
  const blade = (turn: number, size: number) =>
    `<path transform="translate(0 -120) rotate(${turn}) scale(${size})" d="M0 0C-46-70-34-160 0-210C34-160 46-70 0 0Z" fill="${p.leaf}" ${turn % 2 ? 'opacity=".82"' : ""}/>`;
  return `${shadow(150)}${blade(-52, 0.8)}${blade(51, 0.82)}${blade(-25, 1)}${blade(28, 0.98)}${blade(0, 1.12)}<path d="M-70-128H70L52 0H-52Z" fill="${p.things[1]}"/><path d="M-76-140H76V-112H-76Z" fill="${p.things[1]}"/><path d="M20-112H70L52 0H30Z" fill="#000" opacity=".1"/>`;
}

export function pencilCup(p: Palette): string {
  const pencil = (x: number, turn: number, h: number, color: string) =>
    at(
      x,
      -90,
      `${box(-8, -h, 16, h, color, 2)}<path d="M-8 ${-h}L0 ${-h - 30}L8 ${-h}Z" fill="#e8cfa6"/><path d="M-3 ${-h - 19}L0 ${-h - 30}L3 ${-h - 19}Z" fill="${p.ink}"/>`,
      turn,
    );
  return `${shadow(130)}${pencil(-24, -12, 130, p.things[2])}${pencil(2, 3, 160, p.things[1])}${pencil(26, 14, 118, p.things[3])}${box(-55, -130, 110, 130, p.things[0], 10)}${shade(25, -130, 30, 130, 10)}${box(-55, -104, 110, 10, p.paper, 0).replace("/>", ' opacity=".5"/>')}`;
}

export const mug = (p: Palette): string =>
  `${shadow(140)}<path d="M52-86C104-92 104-20 48-26" fill="none" stroke="${p.things[3]}" stroke-width="16"/>${box(-60, -112, 120, 112, p.things[3], 14)}${shade(24, -112, 36, 112, 14)}`;

export const flask = (p: Palette, liquid: string): string =>
  `${shadow(210)}<path d="M-28-270H28V-170L98-24C104-8 96 0 84 0H-84C-96 0-104-8-98-24L-28-170Z" fill="#fff" opacity=".55"/><path d="M-56-112H56L98-24C104-8 96 0 84 0H-84C-96 0-104-8-98-24Z" fill="${liquid}" opacity=".85"/><circle cx="-18" cy="-52" r="10" fill="#fff" opacity=".5"/><circle cx="26" cy="-78" r="7" fill="#fff" opacity=".5"/>${box(-38, -284, 76, 18, p.paper, 8)}`;

export const testTubes = (p: Palette): string =>
  `${shadow(260)}${[-84, -28, 28, 84].map((x, n) => `<rect x="${x - 17}" y="-210" width="34" height="190" rx="17" fill="#fff" opacity=".6"/><rect x="${x - 17}" y="${-130 + ((n * 23) % 50)}" width="34" height="${110 - ((n * 23) % 50)}" rx="17" fill="${p.things[(n + 1) % 4]}" opacity=".85"/>`).join("")}${box(-125, -160, 250, 20, p.frame, 6)}${box(-125, -22, 250, 22, p.frame, 6)}${box(-125, -160, 16, 160, p.frame, 4)}${box(109, -160, 16, 160, p.frame, 4)}`;

export const globe = (p: Palette): string =>
  `${shadow(200)}${box(-80, -18, 160, 18, p.frame, 9)}${box(-9, -60, 18, 50, p.frame, 0)}<path d="M-128-190A128 128 0 0 0 96-102" fill="none" stroke="${p.frame}" stroke-width="14" stroke-linecap="round"/><circle cx="0" cy="-190" r="112" fill="${p.things[3]}"/><path d="M-78-250C-30-290 10-260 4-232C-4-205-46-214-62-186C-76-160-104-176-106-196C-104-220-96-238-78-250ZM30-200C62-214 96-196 98-170C92-132 60-112 44-116C26-132 14-180 30-200ZM-40-140C-18-146 0-124-10-102C-24-94-52-112-40-140Z" fill="${p.leaf}"/><circle cx="-34" cy="-228" r="54" fill="#fff" opacity=".1"/>`;

export const laptop = (p: Palette): string =>
  `${shadow(460)}${box(-190, -268, 380, 250, "#3a4742", 14)}${box(-174, -252, 348, 218, "#1d2925", 6)}${[0, 1, 2, 3, 4, 5, 6].map((n) => box(-150 + (n % 3) * 34, -226 + n * 26, 90 + ((n * 61) % 130), 9, [p.things[2], "#8fb7a2", p.paper, "#c98b6d"][n % 4] as string, 4)).join("")}<path d="M-236-18H236L222 0H-222Z" fill="#a9b1ab"/>`;

export const scales = (p: Palette): string =>
  `${shadow(170)}${box(-70, -18, 140, 18, p.frame, 9)}${box(-8, -290, 16, 280, p.frame, 4)}<path d="M-150-262L0-282L150-242" fill="none" stroke="${p.frame}" stroke-width="12" stroke-linecap="round"/><path d="M-150-262L-200-150H-100ZM150-242L100-130H200Z" fill="none" stroke="${p.frame}" stroke-width="4"/><path d="M-206-150H-94C-100-116-200-116-206-150ZM94-130H206C200-96 100-96 94-130Z" fill="${p.things[0]}"/><circle cx="0" cy="-290" r="15" fill="${p.frame}"/>`;

export const metronome = (p: Palette): string =>
  `${shadow(190)}<path d="M-46-270H46L84 0H-84Z" fill="${p.frame}"/><path d="M-30-246H30L56-56H-56Z" fill="${p.paper}"/><path d="M0-60L44-236" stroke="${p.ink}" stroke-width="8" stroke-linecap="round"/><rect x="16" y="-196" width="34" height="26" rx="5" transform="rotate(14 33 -183)" fill="${p.things[1]}"/>`;

export const guitar = (p: Palette): string =>
  at(
    0,
    0,
    `${box(-15, -500, 30, 270, p.frame, 4)}${box(-26, -560, 52, 78, p.ink, 8)}<path d="M0-270C70-270 84-216 66-178C58-160 104-130 104-78C104-14 56 0 0 0C-56 0-104-14-104-78C-104-130-58-160-66-178C-84-216-70-270 0-270Z" fill="${p.things[1]}"/><circle cx="0" cy="-140" r="34" fill="${p.ink}"/>${box(-44, -56, 88, 14, p.ink, 4)}<path d="M-8-540V-50M0-540V-50M8-540V-50" stroke="${p.paper}" stroke-width="2"/>`,
    7,
  );

export const bust = (_: Palette): string =>
  `${shadow(220)}${box(-84, -54, 168, 54, "#d9d2c4", 4)}${box(-100, -14, 200, 14, "#cbc3b3", 4)}<path d="M-92-54C-92-130-40-130-34-156C-66-176-72-232-60-262C-46-306 54-310 64-254C72-214 60-176 36-156C42-130 92-130 92-54Z" fill="#efe9dc"/><path d="M36-156C42-130 92-130 92-54H40C52-100 20-130 36-156Z" fill="#000" opacity=".07"/><path d="M-60-250C-50-310 60-312 64-252C40-270-20-280-60-250Z" fill="#dcd4c5"/><path d="M-30-160C-20-120 20-120 32-160C40-130-40-126-30-160Z" fill="#d3cbbb"/>`;

export const coins = (p: Palette): string =>
  `${shadow(300)}${[3, 5, 8].map((count, column) => Array.from({ length: count }, (_, n) => `<rect x="${-140 + column * 96}" y="${-24 - n * 24}" width="84" height="22" rx="10" fill="${n % 2 ? "#b99a62" : "#c9ab74"}"/>`).join("")).join("")}${at(120, 0, "", 0)}<path d="M-150-150L-40-210L40-200L150-300" fill="none" stroke="${p.things[0]}" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>`;

export const microscope = (p: Palette): string =>
  `${shadow(230)}${box(-100, -24, 200, 24, p.ink, 8)}<path d="M40-24C120-80 110-210 20-236L34-262C150-226 160-70 84-24Z" fill="${p.ink}"/>${box(-70, -96, 120, 14, p.ink, 4)}${at(-6, -110, `${box(-24, -180, 48, 130, p.things[3], 8)}${box(-16, -52, 32, 44, "#9aa5a0", 4)}${box(-18, -216, 36, 40, p.ink, 6)}`, 18)}<circle cx="70" cy="-110" r="22" fill="${p.things[1]}"/>`;

export const pendulum = (p: Palette): string =>
  `${shadow(330)}<path d="M-140 0V-250H140V0" fill="none" stroke="${p.frame}" stroke-width="14" stroke-linejoin="round"/>${box(-165, -16, 330, 16, p.frame, 6)}${[-54, -18, 18, 54].map((x) => `<path d="M${x}-250V-92" stroke="${p.ink}" stroke-width="3"/><circle cx="${x}" cy="-76" r="18" fill="#8d9894"/>`).join("")}<path d="M90-250L156-120" stroke="${p.ink}" stroke-width="3"/><circle cx="163" cy="-104" r="18" fill="${p.things[1]}"/>`;

export const lamp = (p: Palette): string =>
  `${shadow(160)}${box(-76, -18, 152, 18, p.things[0], 9)}<path d="M0-18L-60-190L60-330" fill="none" stroke="${p.things[0]}" stroke-width="13" stroke-linejoin="round" stroke-linecap="round"/><path d="M40-360L140-300L70-228C26-250 14-316 40-360Z" fill="${p.things[0]}"/><path d="M140-300L70-228L150-100L330-170Z" fill="#fff6d8" opacity=".28"/>`;

export const chess = (p: Palette): string =>
  `${at(-60, 0, `${shadow(100)}<path d="M-46 0H46V-18L28-30C32-90 20-110 24-128H-24C-20-110-32-90-28-30L-46-18Z" fill="${p.paper}"/><circle cx="0" cy="-150" r="32" fill="${p.paper}"/>`)}${at(70, 0, `${shadow(120)}<path d="M-56 0H56V-20L36-34C40-110 24-150 30-176H-30C-24-150-40-110-36-34L-56-20Z" fill="${p.ink}"/><path d="M-44-186H44L30-240H-30ZM-7-290H7V-240H-7ZM-22-276H22V-262H-22Z" fill="${p.ink}"/>`)}`;

export const inkwell = (p: Palette): string =>
  `${shadow(150)}<path d="M-60 0H60V-56C60-84 34-84 34-96H-34C-34-84-60-84-60-56Z" fill="${p.things[3]}"/>${box(-40, -112, 80, 18, p.frame, 6)}${at(4, -100, `<path d="M0 0C10-90 40-220 110-290C120-200 80-110 10-20Z" fill="${p.paper}"/><path d="M0 10C20-80 60-190 108-284" fill="none" stroke="${p.ink}" stroke-width="4"/>`)}`;
