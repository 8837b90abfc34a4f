import { Database } from "bun:sqlite";
import { COUNTIES, LEVELS, LOCATIONS, type Option, SUBJECTS } from "./codes";

const SCHEMA = `create table listings (
  id integer primary key,
  title text not null,
  teacher text not null,
  subject text not null,
  levels integer not null,
  county text not null,
  location text not null,
  price integer not null,
  description text not null,
  rating real not null,
  reviews integer not null,
  picture text not null,
  promoted integer not null,
  published_ts integer not null
)`;
const INDEX = "create index listings_by_scope on listings (subject, county, promoted, published_ts)";

/** Subjects and counties of most listings, most frequent first: the nth has 1 / n of the first one's listings. */
const FREQUENT_SUBJECTS = ["m", "ro", "en", "i", "p", "c", "b", "fr", "de"];
const FREQUENT_COUNTIES = ["b", "cj", "is", "tm", "bv", "ct", "if", "gl"];

const FIRST_NAMES = [
  "Ana",
  "Ioana",
  "Raluca",
  "Ștefania",
  "Mihai",
  "Vlad",
  "Cătălin",
  "Tudor",
  "Elena",
  "Radu",
];
const LAST_NAMES = [
  "Popescu",
  "Mureșan",
  "Stan",
  "Bălan",
  "Țăranu",
  "Lazăr",
  "Șerban",
  "Oprea",
  "Rusu",
  "Matei",
];
const TITLES = [
  "Individual lessons",
  "Exam preparation",
  "Small groups",
  "Help with homework",
  "Intensive course",
];
const SENTENCES = [
  "I have taught for more than ten years and explain each notion until it is clear.",
  "The first lesson is free, so that we can agree on the level and the aims.",
  "We work with current exercises, papers of past years and sheets that I write myself.",
  "Lessons take place online with a shared whiteboard & recordings, or in person.",
  "My pupils obtained marks above 9 at the national evaluation and at the baccalaureate.",
  "The schedule is flexible: afternoons on weekdays and mornings at the weekend.",
  'We first ask "why" and then "how"; nothing has to be learned by heart.',
  "Groups have at most four pupils, and the price includes all materials.",
];
const FIRST_TS = 1_700_000_000;
const PERIOD_S = 63_000_000;

/** Writes `listings` rows into an empty SQLite file, the same rows for the same number. */
export function fillFloor(file: string, listings: number): void {
  const db = new Database(file);
  try {
    db.run("pragma synchronous = off");
    db.run(SCHEMA);
    const insert = db.prepare(`insert into listings values (${Array(14).fill("?").join(", ")})`);
    const random = createRandom(1);
    db.transaction(() => {
      for (let id = 1; id <= listings; id++) insert.run(...createRow(id, random));
    })();
    db.run(INDEX);
    db.run("analyze");
    // The worker opens the file itself, so nothing may be left in the write-ahead log.
    db.run("pragma wal_checkpoint(truncate)");
  } finally {
    db.close();
  }
}

const drawSubject = createWeightedDraw(SUBJECTS, FREQUENT_SUBJECTS);
const drawCounty = createWeightedDraw(COUNTIES, FREQUENT_COUNTIES);

function createRow(id: number, random: () => number): (string | number)[] {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const [subject, label] = drawSubject(random());
  const [county] = drawCounty(random());
  let levels = 0;
  for (let draws = 2 + below(3); draws > 0; draws--) levels |= 1 << below(LEVELS.length);
  const sentences = Array.from({ length: 3 + below(5) }, () => pick(SENTENCES));
  return [
    id,
    `${pick(TITLES)} of ${label} ${id}`,
    `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}`,
    subject,
    levels,
    county,
    pick(LOCATIONS)[0],
    40 + 5 * below(43),
    sentences.join(" "),
    (35 + below(16)) / 10,
    below(120),
    `/pictures/${below(5000)}.webp`,
    random() < 0.04 ? 1 : 0,
    FIRST_TS + below(PERIOD_S),
  ];
}

/** Draws an option: the frequent ones first, the nth with weight 1 / n. */
function createWeightedDraw(options: readonly Option[], frequent: readonly string[]) {
  const ranked = options.toSorted(([a], [b]) => toRank(a, frequent) - toRank(b, frequent));
  let total = 0;
  const limits = ranked.map((_, rank) => {
    total += 1 / (rank + 1);
    return total;
  });
  return (random: number): Option => {
    const drawn = ranked[limits.findIndex((limit) => random * total < limit)];
    if (!drawn) throw new Error(`nothing drawn for ${random}`);
    return drawn;
  };
}

function toRank(code: string, frequent: readonly string[]): number {
  const rank = frequent.indexOf(code);
  return rank < 0 ? frequent.length : rank;
}

/** Numbers from 0 to 1, always the same for a seed (xorshift32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
