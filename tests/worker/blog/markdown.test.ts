import { beforeEach, describe, expect, it } from "vitest";
import { posts } from "@/db/schema";
import { findMarkdownError, MAX_BODY_LENGTH } from "@/features/blog/markdown/markdown-bounds";
import { bindings, createTestApp, db } from "../../helpers/app";
import { createPost } from "../../helpers/create-post";

const app = createTestApp();
const ID = "0123456789abcdef";
let versions = 0;

beforeEach(async () => {
  await db.update(posts).set({ translationId: null });
  await db.delete(posts);
});

/** The markup that a post's page makes of a body. */
async function renderBody(body: string, prefix = "/ro"): Promise<string> {
  await db.delete(posts);
  // Another version each time, since the markup of one is kept.
  await createPost(app, { id: ID, slug: "proba", body, version: ++versions });
  const answer = await app.get(`${prefix}/blog/proba`);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  return (
    html
      .match(/<div class="post__body">(.*?)<\/div><\/article>/s)?.[1]
      ?.replace(/<div class="memoised">(.*)<\/div>$/s, "$1") ?? ""
  );
}

describe("a post's Markdown", () => {
  it("renders headings from level 2, lists, scrollable tables and disabled task boxes", async () => {
    const html = await renderBody(
      "### Întâi\n\n###### Apoi\n\nText **tare**, *moale* și ~~șters~~.\n\n- [x] gata\n- [ ] de făcut\n\n3. trei\n\n|a|b|\n|-|-:|\n|1|2|",
    );
    for (const part of [
      "<h2>Întâi</h2>",
      "<h3>Apoi</h3>",
      "<strong>tare</strong>",
      "<em>moale</em>",
      "<del>șters</del>",
      '<ol start="3">',
      '<td class="align-right">2</td>',
      'class="table-scroll"',
    ]) {
      expect(html).toContain(part);
    }
    expect(html.match(/<input[^>]*disabled=""[^>]*>/g)).toHaveLength(2);
    expect(html).not.toContain("style=");
  });

  it("shows HTML as text", async () => {
    const html = await renderBody(
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> și <b onclick="x">gros</b>\n\n<!-- taină -->',
    );
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(html).not.toMatch(/<(script|img|b)\b/);
  });

  it.each([
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt&colon;alert(1))",
    "[a](data:text/html,x)",
    "[a](//rau.example)",
    "[a](\tjavascript:alert(1))",
    "<javascript:alert(1)>",
    "[a][x]\n\n[x]: vbscript:x",
    "![a](javascript:alert(1))",
    "[a](nicaieri)",
  ])("makes no link of %s", async (body) => {
    expect(await renderBody(body)).not.toMatch(/<a |<img |href=|src=/);
  });

  it("marks links to the web as nofollow, and localizes links within the site", async () => {
    const html = await renderBody(
      "[e](https://example.org/x) [m](mailto:a@example.org) [n](/tutoring?subject=m) [p](/ro/blog) [f](/images/blog/x) [s](https://catedra.test/blog)",
    );
    expect(html).toContain('<a href="https://example.org/x" rel="noopener nofollow ugc">e</a>');
    expect(html).toContain('<a href="mailto:a@example.org">m</a>');
    expect(html).toContain('<a href="/ro/tutoring?subject=m">n</a>');
    expect(html).toContain('<a href="/ro/blog">p</a>');
    expect(html).toContain('<a href="/images/blog/x">f</a>');
    expect(html).toContain('<a href="/blog">s</a>');
  });

  it("shows the post's own pictures with their size, and links to other pictures", async () => {
    await bindings.MEDIA.put(`images/blog/${ID}/tabla.webp`, "x", {
      customMetadata: { width: "1200", height: "900" },
    });
    const ownPicture = await renderBody(`![O tablă](/images/blog/${ID}/tabla.webp "La oră")`);
    expect(ownPicture).toMatch(/<figure><img[^>]*width="1200" height="900" alt="O tablă" loading="lazy"/);
    expect(ownPicture).toContain("<figcaption>La oră</figcaption>");
    expect(await renderBody("![Poză](https://example.org/a.png)")).toContain(
      '<a href="https://example.org/a.png" rel="noopener nofollow ugc">Poză</a>',
    );
    for (const foreignPath of [
      "/images/blog/fedcba9876543210/tabla.webp",
      `/images/blog/${ID}/../../x.webp`,
    ]) {
      expect(await renderBody(`![a](${foreignPath})`), foreignPath).not.toContain("<img");
    }
    expect(await renderBody(`![Lipsește](/images/blog/${ID}/alta.webp)`)).toBe("<p><em>Lipsește</em></p>");
    expect(await renderBody(`[![În legătură](https://a.example/x.png)](/blog)`)).toBe(
      '<p><a href="/ro/blog">În legătură</a></p>',
    );
  });

  it("shows footnotes in place, and a short code inside another block as text", async () => {
    expect(await renderBody("Vedeți[^1].\n\n[^1]: Nota.")).toBe(
      "<p>Vedeți<!-- -->[1]<!-- -->.</p>\n<p>Nota.</p>",
    );
    expect(await renderBody("> {{listings subject=m}}")).toContain("{{listings subject=m}}");
  });
});

/** The same piece as often as fits. */
const times = (piece: string, length = MAX_BODY_LENGTH): string =>
  piece.repeat(Math.floor(length / piece.length));

const HOSTILE: Record<string, string> = {
  quotes: ">".repeat(5000),
  quotesOnLines: times(`${">".repeat(30)}a\n`),
  lists: times("- "),
  listsByIndent: Array.from({ length: 200 }, (_, n) => `${" ".repeat(2 * n)}- a`)
    .join("\n")
    .slice(0, MAX_BODY_LENGTH),
  brackets: "[".repeat(20_000),
  closedBrackets: "[".repeat(10_000) + "]".repeat(10_000),
  links: times("[a]("),
  pictures: times("![a]("),
  emphasis: times("*a **b "),
  emphasisRuns: times("*_"),
  emphasisNested: times("**a _b ", 20_000) + times("c_ d**", 20_000),
  ticks: Array.from({ length: 280 }, (_, n) => "`".repeat(n + 1)).join(" "),
  angles: "<".repeat(20_000),
  tags: times("<a href='"),
  table: `|${"a|".repeat(1000)}\n|${"-|".repeat(1000)}\n${times("|a\n", 30_000)}`,
  tableOfLines: `|a|b|\n|-|-|\n${times("|a|b|\n", 39_000)}`,
  definitions: Array.from({ length: 2000 }, (_, n) => `[a${n}]: /x${n}`).join("\n\n"),
  references: times("[a][b]"),
  quotesToo: `${">".repeat(8)}a\n\n`.repeat(330),
  setext: times("a\n=\n"),
  lines: times("a\n"),
  addresses: times("a.b@c.d "),
  carriageReturns: times("\r"),
};

/** Bodies that stay within every bound, close to it. */
const AT_THE_BOUND: Record<string, string> = {
  quotes: `${">".repeat(8)}a\n\n`.repeat(120),
  lists: `${"- ".repeat(8)}a\n\n`.repeat(120),
  brackets: `${"[".repeat(200)}\n\n`.repeat(10),
  emphasisRuns: `${"*_".repeat(100)}\n\n`.repeat(10),
  emphasisNested: `${"*a".repeat(100)}${"b*".repeat(100)}\n\n`.repeat(10),
  emphasisMixed: `${"a**bc* ".repeat(100)}\n\n`.repeat(10),
  ticks: `${Array.from({ length: 100 }, (_, n) => "`".repeat(n + 1)).join(" ")}\n\n`.repeat(5),
  table: `|${"a|".repeat(29)}\n|${"-|".repeat(29)}\n${"a\n".repeat(95)}`,
  setext: "a\n=\n".repeat(749),
  tasks: "- [ ] a\n\n".repeat(490),
  entities: times("&amp;"),
  backslashes: times("\\"),
  words: times("cuvânt "),
  oneWord: "w".repeat(MAX_BODY_LENGTH),
  attributes: `<a ${"b=c ".repeat(9000)}`,
  addresses: `www.a.b/${"()".repeat(15_000)}`,
};

describe("hostile Markdown", () => {
  it.each(Object.entries(HOSTILE))(
    "%s: refused before it is parsed, and harmless in its place",
    async (_, body) => {
      expect(body.length).toBeLessThanOrEqual(MAX_BODY_LENGTH);
      expect(findMarkdownError(body)).toBe("too_deep");
      expect(await renderBody(body)).toMatch(/^<p class="pre-line">/);
    },
  );

  it("is refused above the maximum length", () => {
    expect(findMarkdownError("a".repeat(MAX_BODY_LENGTH))).toBeNull();
    expect(findMarkdownError("a".repeat(MAX_BODY_LENGTH + 1))).toBe("too_long");
  });

  it.each(Object.entries(AT_THE_BOUND))("%s, as much as is let in: shown", async (_, body) => {
    expect(findMarkdownError(body)).toBeNull();
    expect(await renderBody(body)).not.toMatch(/^<p class="pre-line">/);
  });
});
