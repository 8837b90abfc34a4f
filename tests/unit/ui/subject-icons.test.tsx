import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SUBJECTS } from "@/shared/codes";
import { getSubjectIcon } from "@/ui/subject-picture";

it("client/images/subjects.svg has the icon of each subject", () => {
  const svg = readFileSync("client/images/subjects.svg", "utf8");
  const symbols = SUBJECTS.map((subject) => {
    const Icon = getSubjectIcon(subject);
    const shapes = renderToStaticMarkup(<Icon />).replace(/^<svg[^>]*>|<\/svg>$/g, "");
    return `<symbol id="${subject}" viewBox="0 0 24 24" stroke-width="1.25">${shapes}</symbol>`;
  });
  expect(svg.trimEnd().split("\n").slice(1, -1)).toEqual(symbols);
});
