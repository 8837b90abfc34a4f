import { proofsOf } from "./proofs";
import type { Section } from "./row";

/** Between backquotes an entity would be shown as it is written. */
const cell = (text: string) =>
  text
    .replaceAll("|", "\\|")
    .split("`")
    .map((part, place) => (place % 2 === 0 ? part.replaceAll("<", "&lt;") : part))
    .join("`");

/** The page in docs/: a table for each section, every row with the tests that prove it. */
export function checklistPage(sections: Section[]): string {
  const head = [
    "# What holds, and what proves it",
    "",
    "Written by `bun run checklist` out of `dev/checklist/sections`; change it there. The suite fails when a row has no",
    "test that runs, and when this page is not what the rows say. Titles are as in the source, below `tests/`.",
  ];
  const tables = sections.map(({ number, title, rows }) =>
    [
      `## ${number} ${title}`,
      "",
      "| what holds | proved by |",
      "| --- | --- |",
      ...rows.map((row) => {
        const proofs = proofsOf(row).map(([file, name]) => `\`${file}\`: ${cell(name)}`);
        return `| ${cell(row.holds)} | ${proofs.join("<br>")} |`;
      }),
    ].join("\n"),
  );
  return `${[head.join("\n"), ...tables].join("\n\n")}\n`;
}
