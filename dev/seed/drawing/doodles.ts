import type { Subject } from "@/shared/codes";

/**
 * What one would sketch to explain a subject: SVG drawn with strokes only, in a box of 400×300, so that the same
 * sketch works as chalk on a board, ink in a notebook or a print in a frame. Colour and width come from the group
 * around it; `.fill` shapes take the stroke's colour.
 */
const line = (d: string): string => `<path d="${d}"/>`;
const circle = (cx: number, cy: number, r: number): string => `<circle cx="${cx}" cy="${cy}" r="${r}"/>`;
const dot = (cx: number, cy: number, r = 6): string =>
  `<circle class="fill" cx="${cx}" cy="${cy}" r="${r}"/>`;
const word = (x: number, y: number, text: string, size = 44): string =>
  `<text class="fill" x="${x}" y="${y}" font-size="${size}">${text}</text>`;
const rect = (x: number, y: number, w: number, h: number): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="6"/>`;

const hexagon = (x: number, y: number, r: number): string => {
  const corners = [30, 90, 150, 210, 270, 330].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(x + r * Math.cos(angle)).toFixed(1)} ${(y + r * Math.sin(angle)).toFixed(1)}`;
  });
  return line(`M${corners.join("L")}Z`);
};

const staff = [90, 115, 140, 165, 190].map((y) => line(`M20 ${y}H380`)).join("");
const note = (x: number, y: number): string =>
  `<ellipse class="fill" cx="${x}" cy="${y}" rx="14" ry="10" transform="rotate(-20 ${x} ${y})"/>${line(`M${x + 13} ${y - 4}V${y - 78}`)}`;
const person = (x: number, y: number, size: number): string =>
  circle(x, y - size, size * 0.42) +
  line(`M${x - size * 0.8} ${y + size * 0.6}c0-${size} ${size * 1.6}-${size} ${size * 1.6} 0`);
const leaf = (x: number, y: number, turn: number): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn})">${line("M0 0C30-50 90-50 120 0C90 50 30 50 0 0ZM0 0H112M38-20L56 0M70-24L84 0M38 20L56 0M70 24L84 0")}</g>`;

export const DOODLES: Record<Subject, readonly [string, string]> = {
  m: [
    line("M60 240H330L60 60Z") +
      line("M60 215H85V240") +
      word(30, 160, "a") +
      word(180, 282, "b") +
      word(205, 140, "c") +
      word(235, 70, "a²+b²=c²", 36),
    line("M30 230H380M80 280V20M372 223L380 230L372 237M73 28L80 20L87 28") +
      line("M40 60C110 330 170 300 215 190S300 30 350 40") +
      word(250, 160, "f(x)"),
  ],
  p: [
    `<ellipse cx="200" cy="150" rx="165" ry="62"/><ellipse cx="200" cy="150" rx="165" ry="62" transform="rotate(60 200 150)"/><ellipse cx="200" cy="150" rx="165" ry="62" transform="rotate(120 200 150)"/>` +
      dot(200, 150, 15) +
      dot(365, 150, 9) +
      dot(118, 293, 9) +
      dot(118, 7, 9),
    line("M30 250H370L30 90Z") +
      `<g transform="rotate(25 190 150)">${rect(150, 96, 90, 62)}</g>` +
      line("M195 130V260M187 246L195 260L203 246M195 130L120 95M128 107L120 95L134 94") +
      word(215, 250, "G") +
      word(88, 92, "F"),
  ],
  c: [
    hexagon(150, 150, 80) +
      hexagon(150, 150, 60) +
      line("M219 110L280 75M219 190L280 225") +
      word(288, 82, "OH", 40) +
      word(288, 246, "CH₃", 40),
    line(
      "M170 40H230M182 40V120L110 250C104 264 112 272 124 272H276C288 272 296 264 290 250L218 120V40M141 195H259",
    ) +
      dot(180, 230, 8) +
      dot(215, 215, 6) +
      dot(230, 245, 9) +
      circle(200, 165, 7),
  ],
  i: [
    line("M110 90L50 150L110 210M290 90L350 150L290 210M230 60L170 240"),
    circle(200, 50, 28) +
      circle(110, 150, 28) +
      circle(290, 150, 28) +
      circle(60, 250, 24) +
      circle(160, 250, 24) +
      circle(290, 250, 24) +
      line("M180 70L128 128M220 70L272 128M98 176L72 228M122 176L148 228M290 178V226"),
  ],
  l: [
    circle(150, 120, 90) +
      circle(250, 120, 90) +
      circle(200, 195, 90) +
      word(95, 100, "S", 38) +
      word(285, 100, "P", 38) +
      word(188, 255, "M", 38),
    word(40, 80, "p → q", 52) + word(40, 155, "p", 52) + line("M30 190H280") + word(40, 255, "∴ q", 52),
  ],
  b: [
    line("M200 290C196 200 204 110 200 30") +
      leaf(200, 120, -35) +
      leaf(200, 120, 215) +
      leaf(200, 200, -25) +
      leaf(200, 200, 205),
    circle(200, 150, 130) +
      circle(225, 140, 44) +
      dot(232, 136, 12) +
      `<ellipse cx="120" cy="180" rx="34" ry="16" transform="rotate(-30 120 180)"/><ellipse cx="200" cy="235" rx="34" ry="15"/>` +
      line("M108 186L118 172L126 186L136 170") +
      circle(140, 90, 12) +
      circle(280, 215, 10),
  ],
  a: [
    line("M200 20V285") +
      [0, 1, 2, 3, 4]
        .map((n) =>
          line(
            `M200 ${60 + n * 38}C${130 - n * 6} ${30 + n * 38} ${86 - n * 4} ${80 + n * 40} ${120 - n * 2} ${118 + n * 36}M200 ${60 + n * 38}C${270 + n * 6} ${30 + n * 38} ${314 + n * 4} ${80 + n * 40} ${280 + n * 2} ${118 + n * 36}`,
          ),
        )
        .join(""),
    line("M200 270C90 190 60 130 90 85C120 45 175 55 200 105C225 55 280 45 310 85C340 130 310 190 200 270Z") +
      line("M40 165H130L150 120L185 220L215 130L235 165H360"),
  ],
  en: [
    line(
      "M40 50H240A20 20 0 0 1 260 70V150A20 20 0 0 1 240 170H120L80 210V170H40A20 20 0 0 1 20 150V70A20 20 0 0 1 40 50Z",
    ) +
      word(62, 128, "Hello!", 54) +
      line("M290 120H350A20 20 0 0 1 370 140V220A20 20 0 0 1 350 240V275L310 240H190"),
    line("M170 285V110H230V285M160 110H240M165 95H235M175 95L200 30L225 95M150 285H250") +
      circle(200, 145, 22) +
      line("M200 145V130M200 145L210 152M185 190V270M200 190V270M215 190V270"),
  ],
  fr: [
    line(
      "M200 20V60M190 60H210L222 150L270 280M190 60L178 150L130 280M165 150H235M150 205H250M160 280C170 230 230 230 240 280",
    ),
    line(
      "M40 50H300A20 20 0 0 1 320 70V150A20 20 0 0 1 300 170H120L80 210V170H40A20 20 0 0 1 20 150V70A20 20 0 0 1 40 50Z",
    ) + word(58, 128, "Bonjour !", 52),
  ],
  de: [
    line(
      "M60 280H340M75 280V140M115 280V140M160 280V140M240 280V140M285 280V140M325 280V140M55 140H345M70 120H330M55 140L70 120M345 140L330 120M150 120V90H250V120M175 90C185 60 215 60 225 90",
    ),
    word(40, 90, "der", 56) +
      word(40, 165, "die", 56) +
      word(40, 240, "das", 56) +
      line("M160 72H340M160 148H300M160 222H330"),
  ],
  sp: [
    line(
      "M200 265L30 165A200 200 0 0 1 370 165ZM200 265L75 100M200 265L135 62M200 265L200 50M200 265L265 62M200 265L325 100M112 213A105 105 0 0 1 288 213",
    ) + dot(200, 265, 9),
    circle(200, 150, 62) +
      [0, 45, 90, 135, 180, 225, 270, 315]
        .map(
          (turn) =>
            `<g transform="rotate(${turn} 200 150)">${line("M200 70V24M178 72L170 50M222 72L230 50")}</g>`,
        )
        .join(""),
  ],
  la: [
    line(
      "M120 60H280M130 80H270M140 80V240M260 80V240M170 80V240M200 80V240M230 80V240M125 240H275M110 262H290M120 60C100 60 100 30 125 30H275C300 30 300 60 280 60",
    ),
    word(60, 110, "AMO", 60) + word(60, 180, "AMAS", 60) + word(60, 250, "AMAT", 60),
  ],
  ro: [
    line(
      "M330 30C230 50 140 130 110 270M330 30C340 110 270 190 140 200M300 60C250 110 190 160 130 210M90 285C140 275 200 285 260 278",
    ),
    line(
      "M40 70C90 50 160 50 200 80C240 50 310 50 360 70V250C310 230 240 230 200 260C160 230 90 230 40 250ZM200 80V260M70 110C110 100 140 102 170 115M70 150C110 140 140 142 170 155M70 190C110 180 140 182 170 195M230 115C260 102 290 100 330 110M230 155C260 142 290 140 330 150M230 195C260 182 290 180 330 190",
    ),
  ],
  h: [
    line(
      "M60 110L200 40L340 110ZM70 130H330M90 130V240M140 130V240M200 130V240M260 130V240M310 130V240M70 240H330M55 265H345",
    ),
    line("M30 150H370") +
      [60, 130, 210, 280, 345]
        .map(
          (x, n) =>
            line(`M${x} 135V165`) +
            line(n % 2 ? `M${x} 165V215` : `M${x} 135V85`) +
            circle(x, n % 2 ? 228 : 72, 13),
        )
        .join(""),
  ],
  g: [
    circle(200, 150, 125) +
      line(
        "M75 150H325M200 25V275M200 25C110 90 110 210 200 275M200 25C290 90 290 210 200 275M95 85C160 110 240 110 305 85M95 215C160 190 240 190 305 215",
      ),
    line("M20 260L120 90L175 180L240 60L380 260ZM92 138L120 130L140 145M212 112L240 100L268 118M20 285H380"),
  ],
  ps: [
    line(
      "M150 210C100 175 95 70 200 55C305 70 300 175 250 210V235H150ZM160 255H240M172 275H228M200 210V150M200 150L175 125M200 150L225 125",
    ),
    word(120, 215, "?", 190) + circle(70, 70, 26) + circle(320, 230, 34),
  ],
  pc: [
    line(
      "M130 280V230C90 220 90 190 92 170L70 160L98 115C100 50 170 20 225 25C300 32 335 90 325 150C318 195 290 210 285 280M210 140C210 110 255 110 255 140C255 185 180 185 180 135C180 75 285 75 285 145",
    ),
    line(
      "M195 40C150 25 105 50 105 90C65 105 65 165 100 180C95 225 140 255 195 240ZM205 40C250 25 295 50 295 90C335 105 335 165 300 180C305 225 260 255 205 240ZM195 110C165 110 150 95 150 80M195 180C165 180 150 165 130 165M205 110C235 110 250 95 250 80M205 180C235 180 250 165 270 165",
    ),
  ],
  s: [
    person(110, 130, 46) + person(290, 130, 46) + person(200, 210, 60),
    circle(200, 150, 30) +
      circle(80, 80, 22) +
      circle(320, 80, 22) +
      circle(70, 230, 22) +
      circle(330, 225, 22) +
      circle(200, 35, 18) +
      line(
        "M174 134L100 92M226 134L300 92M176 168L88 216M226 166L312 212M200 120V53M102 80H298M78 102L70 208",
      ),
  ],
  e: [
    line("M40 20V270H380M75 230L140 180L195 200L260 110L350 50M322 50H350V78"),
    line("M40 20V270H380M70 60C150 110 260 200 350 240M70 240C150 200 260 110 350 60") +
      dot(207, 152, 9) +
      line("M207 152V270M207 152H40") +
      word(330, 48, "S", 36) +
      word(330, 232, "D", 36),
  ],
  mu: [
    staff +
      note(110, 178) +
      note(190, 152) +
      note(260, 127) +
      note(330, 165) +
      line(
        "M60 215C30 215 35 175 60 178C88 182 80 225 56 222C20 216 30 150 60 130C84 112 78 60 62 66C46 76 62 220 66 245C66 265 46 262 46 250",
      ),
    staff +
      note(90, 165) +
      note(165, 190) +
      line("M103 87L178 112M103 97L178 122") +
      note(260, 140) +
      note(335, 127) +
      line("M273 62L348 49M273 72L348 59"),
  ],
};
