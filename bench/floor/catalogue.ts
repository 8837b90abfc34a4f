import { Database } from "bun:sqlite";
import { faker } from "@faker-js/faker/locale/en";
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
    faker.seed(1);
    db.transaction(() => {
      for (let id = 1; id <= listings; id++) insert.run(...createRow(id));
    })();
    db.run(INDEX);
    db.run("analyze");
    // The worker opens the file itself, so nothing may be left in the write-ahead log.
    db.run("pragma wal_checkpoint(truncate)");
  } finally {
    db.close();
  }
}

const { arrayElement: pick, weightedArrayElement: pickWeighted } = faker.helpers;
const below = (limit: number) => faker.number.int(limit - 1);

/** The nth option has 1 / n of the first one's listings. */
const weigh = (options: readonly Option[]) =>
  options.map((value, index) => ({ value, weight: 1 / (index + 1) }));
const WEIGHTED_SUBJECTS = weigh(SUBJECTS);
const WEIGHTED_COUNTIES = weigh(COUNTIES);

function createRow(id: number): (string | number)[] {
  const [subject, label] = pickWeighted(WEIGHTED_SUBJECTS);
  const [county] = pickWeighted(WEIGHTED_COUNTIES);
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
    below(25) === 0 ? 1 : 0,
    FIRST_TS + below(PERIOD_S),
  ];
}
