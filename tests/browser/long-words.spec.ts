import { paths } from "@/shared/paths";
import { expectNoOverflow } from "./helpers/site";
import { expect, type Page, test } from "./helpers/test";

/** Visible words of up to 15 letters that the page breaks over two lines, below its header. */
const listBrokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.querySelector("main") ?? document, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!node.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[\p{L}\d]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (word.length <= 15 && tops.size > 1) broken.push(word);
      }
    }
    return broken;
  });

test("on a phone of 320 px only words that don't fit a line are broken, and no page is wider", async ({
  open,
  insert,
}) => {
  const word = "Pneumonoultramicroscopicsilicovolcanoconiosis";
  const teacher = await insert.teacher(
    { firstName: word.slice(0, 30), lastName: word.slice(15) },
    { qualifications: [word], job: word, employer: word },
  );
  const title = word.repeat(2).slice(0, 80);
  const listing = await insert.listing(teacher, {
    title,
    description: word.repeat(4),
    subject: "mu",
    availability: ["1m", "7e"],
  });
  await insert.promotion(listing);
  const visit = { locale: "ro", javaScriptEnabled: true } as const;
  const visitor = await open(visit, { as: teacher.email, viewport: { width: 320, height: 720 } });
  for (const [path, text] of [
    [paths.listing(listing.id), title],
    [paths.teacher(teacher.id), title],
    [paths.promoteListing(listing.id), title],
    [paths.ownListings(), title],
  ] as const) {
    await visitor.go(path);
    await expect(visitor.page.locator("main")).toContainText(text);
    await expectNoOverflow(visitor.page, path);
    expect.soft(await listBrokenWords(visitor.page), path).toEqual([]);
  }
  await visitor.go(paths.listing(listing.id));
  for (const size of ["130%", "200%"]) {
    await visitor.page.evaluate(
      (fontSize) => Object.assign(document.documentElement.style, { fontSize }),
      size,
    );
    await expectNoOverflow(visitor.page, `the listing with text of ${size}`);
  }
});
