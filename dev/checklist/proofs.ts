import type { Row, Section } from "./row";
import type { Title } from "./titles";

/** How a title is told with those of the `describe`s around it. */
const BETWEEN = " › ";

/**
 * What is wrong with the rows, a sentence each; nothing when every row has a test that runs.
 * `titlesOf` reads a file below tests/, null when there is none.
 */
export function whatIsWrong(sections: Section[], titlesOf: (file: string) => Title[] | null): string[] {
  const read = new Map<string, Title[] | null>();
  const titles = (file: string) => {
    if (!read.has(file)) read.set(file, titlesOf(file));
    return read.get(file) ?? null;
  };
  return sections.flatMap((section) => [
    ...(section.rows.length < section.atLeast
      ? [`${section.number}: ${section.rows.length} rows, but it had ${section.atLeast}`]
      : []),
    ...section.rows.flatMap((row) =>
      whatRowLacks(row, titles).map((wrong) => `${section.number} · ${row.holds}: ${wrong}`),
    ),
  ]);
}

/** The proofs of a row, one after the other. */
export function proofsOf(row: Row): [file: string, title: string][] {
  if ("open" in row) return [];
  return Object.entries(row.by).flatMap(([file, titles]) =>
    [titles].flat().map((title): [string, string] => [file, title]),
  );
}

function whatRowLacks(row: Row, titles: (file: string) => Title[] | null): string[] {
  if ("open" in row) return [`nothing proves it: ${row.open}`];
  const proofs = proofsOf(row);
  if (proofs.length === 0) return ["no test is named"];
  return proofs.flatMap(([file, title]) => {
    const all = titles(file);
    const wrong = all === null ? "there is no such file" : whatTitleLacks(all, title);
    return wrong ? [`tests/${file}, “${title}”: ${wrong}`] : [];
  });
}

/** A test and the `describe` around it both bear the title in their path; the outermost is what is meant. */
function whatTitleLacks(all: Title[], title: string): string | null {
  const exact = all.filter(({ path }) => path.at(-1) === title);
  const meant =
    exact.length === 1
      ? exact
      : all.filter(
          ({ path }) =>
            path.join(BETWEEN).includes(title) && !path.slice(0, -1).join(BETWEEN).includes(title),
        );
  if (meant.length === 0) return "no test has this title";
  if (meant.length > 1) return `${meant.length} tests have it`;
  return meant[0]?.runs ? null : "it does not run";
}
