import { Database } from "bun:sqlite";

/** A page of the app, cut into what surrounds the cards and a template of one card. */
export type PageTemplate = {
  before: string;
  after: string;
  /** Texts and the names of columns between them, in turn: text, column, text, …, text. */
  card: string[];
  cards: number;
};

const CARD_START = '<article class="card';
const CARD_END = "</article>";

/** Values of a card that the template takes from the database. The other texts of the card stay as they are. */
const COLUMNS = `select listings.id, listings.title, listings.neighbourhood,
  users.first_name || ' ' || users.last_name as teacher
  from listings join users on users.id = listings.owner_id where listings.id = ?`;

/**
 * Makes the template from a list page of the app and its database. The card of median length is taken for all, so the
 * page has about the same number of bytes.
 *
 * @throws Error if the page has no cards
 */
export function createTemplate(html: string, databaseFile: string): PageTemplate {
  const starts = [...html.matchAll(new RegExp(CARD_START, "g"))].map(({ index }) => index);
  const end = html.lastIndexOf(CARD_END) + CARD_END.length;
  const cards = starts.map((start, n) => html.slice(start, starts[n + 1] ?? end));
  // The text between two cards belongs to the first of them.
  const card = cards.slice(0, -1).toSorted((a, b) => a.length - b.length)[cards.length >> 1];
  if (!card) throw new Error(`The list page has ${cards.length} cards; expected at least 2`);
  const id = card.match(/href="\/tutoring\/([a-z0-9]+)/)?.[1] ?? "";
  const db = new Database(databaseFile, { readonly: true });
  try {
    const row = db.query(COLUMNS).get(id) as Record<string, string> | null;
    if (!row) throw new Error(`No listing ${id} in the database of the app`);
    return {
      before: html.slice(0, starts[0]),
      after: html.slice(end),
      card: splitAtValues(card, row),
      cards: cards.length,
    };
  } finally {
    db.close();
  }
}

/** Splits a text at every occurrence of a value, and puts the value's name there. */
function splitAtValues(text: string, values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values)
    .filter(([, value]) => value !== "")
    .reduce(
      (parts, [name, value]) =>
        parts.flatMap((part, n) =>
          n % 2
            ? [part]
            : part.split(value).flatMap((piece, index) => (index === 0 ? [piece] : [name, piece])),
        ),
      [text],
    );
}
