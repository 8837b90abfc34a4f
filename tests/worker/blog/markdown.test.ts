import { beforeEach, describe, expect, it } from "vitest";
import { posts } from "@/db/schema";
import { findMarkdownError, MAX_BODY_LENGTH } from "@/features/blog/markdown/markdown-bounds";
import { app, bindings, db, expectPage, expectText } from "../../helpers/app";
import { createPost } from "../../helpers/create-post";

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
  await createPost({ id: ID, slug: "proba", body, version: ++versions });
  const html = await expectPage(app.get(`${prefix}/blog/proba`), 200);
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
    expectText(
      html,
      "<h2>Întâi</h2>",
      "<h3>Apoi</h3>",
      "<strong>tare</strong>",
      "<em>moale</em>",
      "<del>șters</del>",
      '<ol start="3">',
      '<td class="align-right">2</td>',
      'class="table-scroll"',
    );
    expect(html.match(/<input[^>]*disabled=""[^>]*>/g)).toHaveLength(2);
    expect(html).not.toContain("style=");
  });

  it("shows HTML as text", async () => {
    const html = await renderBody(
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> și <b onclick="x">gros</b>\n\n<!-- taină -->',
    );
    expectText(html, "&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;img src=x onerror=alert(1)&gt;");
    expect(html).not.toMatch(/<(script|img|b)\b/);
  });

  it.each([
    "[a](javascript:alert(1))",
    "[a](data:text/html,x)",
    "[a](//rau.example)",
    "[a](javascript&#58;alert(1))",
    "[a](<java&#10;script:alert(1)>)",
    "[a](javascript\\:alert(1))",
    "[![a](javascript:alert(1))](data:,x)",
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
    expectText(
      html,
      '<a href="https://example.org/x" rel="noopener nofollow ugc">e</a>',
      '<a href="mailto:a@example.org">m</a>',
      '<a href="/ro/tutoring?subject=m">n</a>',
      '<a href="/ro/blog">p</a>',
      '<a href="/images/blog/x">f</a>',
      '<a href="/blog">s</a>',
    );
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
    expect(await renderBody("Vedeți[^1].\n\n[^1]: Nota.")).toBe("<p>Vedeți[1].</p><p>Nota.</p>");
    expect(await renderBody("A[^a] B[^b] C[^c]\n\n[^a]: Una\n[^b]: *Alta*\npe două rânduri")).toBe(
      "<p>A[a] B[b] C[^c]</p><p>Una</p><p><em>Alta</em>\npe două rânduri</p>",
    );
    expect(await renderBody("> {{listings subject=m}}")).toContain("{{listings subject=m}}");
  });
});

/** Bodies and their markup. Lines of text stay lines of the markup. */
const MARKUP: Record<string, [body: string, markup: string]> = {
  "nested lists": [
    "- a\n  1. b\n     - c\n- d",
    "<ul><li>a<ol><li>b<ul><li>c</li></ul></li></ol></li><li>d</li></ul>",
  ],
  "a list with paragraphs": [
    "7. a\n\n   b\n8. c",
    '<ol start="7"><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>',
  ],
  "task lists": [
    "- [x] a\n  - [ ] b\n- c",
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled="" checked=""/> a' +
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled=""/> b</li></ul>' +
      "</li><li>c</li></ul>",
  ],
  "a task list with paragraphs": [
    "- [x] a\n\n- [ ] b",
    '<ul class="contains-task-list"><li class="task-list-item"><p><input type="checkbox" disabled="" checked=""/> a</p></li>' +
      '<li class="task-list-item"><p><input type="checkbox" disabled=""/> b</p></li></ul>',
  ],
  "bare addresses": [
    "https://a.ro/x?y=1&z=2. (www.b.ro) eu@c.ro, ftp://d.ro javascript:alert(1)",
    '<p><a href="https://a.ro/x?y=1&amp;z=2" rel="noopener nofollow ugc">https://a.ro/x?y=1&amp;z=2</a>. ' +
      '(<a href="http://www.b.ro" rel="noopener nofollow ugc">www.b.ro</a>) ' +
      '<a href="mailto:eu@c.ro">eu@c.ro</a>, ftp://d.ro javascript:alert(1)</p>',
  ],
  "links with a title, and by reference": [
    '[a](/blog "t &amp; u") [*b*][x]\n\n[x]: <https://a.ro/ă%20b c>',
    '<p><a href="/ro/blog" title="t &amp; u">a</a> ' +
      '<a href="https://a.ro/%C4%83%20b%20c" rel="noopener nofollow ugc"><em>b</em></a></p>',
  ],
  "links in a link": [
    "[a [b](/blog) c](/faq) [d <https://a.ro> e](/blog)",
    '<p>[a <a href="/ro/blog">b</a> c](/faq) <a href="/ro/blog">d https://a.ro e</a></p>',
  ],
  entities: [
    "&copy; &nbsp;&#259;&#x103; &apos;&amp;lt; &lt;b&gt; &nicio; &constructor; &#0; \\&amp; `&amp;`",
    "<p>© \u00a0ăă &#x27;&amp;lt; &lt;b&gt; &amp;nicio; &amp;constructor; \uFFFD &amp;amp; <code>&amp;amp;</code></p>",
  ],
  "HTML in a line, in a list and in a quote": [
    "a <b>*c*</b><br>\n\n- <div>\n\n> <p onclick=x>\n> *d*",
    "<p>a &lt;b&gt;<em>c</em>&lt;/b&gt;&lt;br&gt;</p><ul><li><p>&lt;div&gt;</p></li></ul>" +
      "<blockquote><p>&lt;p onclick=x&gt;\n*d*</p></blockquote>",
  ],
  code: [
    "```js\nlet x = '<b>';\n\n&amp;\n```\n\n    y\n\n`` a ` b ``",
    "<pre><code>let x = &#x27;&lt;b&gt;&#x27;;\n\n&amp;amp;</code></pre><pre><code>y</code></pre>" +
      "<p><code>a ` b</code></p>",
  ],
  "emphasis, strikethrough, escapes and breaks": [
    "***a** b* c_d_e ~f~ ~~g~~ 3 \\* 4  \nh\\\ni",
    "<p><em><strong>a</strong> b</em> c_d_e ~f~ <del>g</del> 3 * 4<br/>h<br/>i</p>",
  ],
  "a foreign picture with a caption": [
    '![a *b*](https://a.ro/x.png "Titlu")',
    '<figure><a href="https://a.ro/x.png" rel="noopener nofollow ugc">a b</a><figcaption>Titlu</figcaption></figure>',
  ],
};

describe("the markup of", () => {
  it.each(Object.entries(MARKUP))("%s", async (_, [body, markup]) => {
    expect(await renderBody(body)).toBe(markup);
  });

  it("a table with a bar in a cell, a short row and a long one", async () => {
    const html = await renderBody("a|b\n:-:|-\n`1\\|2`|*c*\n3\n4|5|6");
    expect(html).toContain(
      '<thead><tr><th class="align-center">a</th><th>b</th></tr></thead>' +
        '<tbody><tr><td class="align-center"><code>1|2</code></td><td><em>c</em></td></tr>' +
        '<tr><td class="align-center">3</td><td></td></tr><tr><td class="align-center">4</td><td>5</td></tr></tbody>',
    );
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
  longStars: `${"*".repeat(39_000)}a*`,
  longUnderlines: `${"_".repeat(39_000)}a_`,
  exclamations: times("!"),
  longMailAddress: `${"a".repeat(39_000)}@`,
  longAddress: `www.a.b/${"()".repeat(15_000)}`,
  longSecureAddress: `x https://${"&amp;".repeat(5000)}`,
  whiteSpace: `\f${" ".repeat(30_000)}`,
  carriageReturns: times("\r"),
};

/** Bodies that stay within every bound, close to it. */
const AT_THE_BOUND: Record<string, string> = {
  quotes: `${">".repeat(8)}a\n\n`.repeat(120),
  emphasisNested: `${"*a".repeat(100)}${"b*".repeat(100)}\n\n`.repeat(10),
  ticks: `${Array.from({ length: 100 }, (_, n) => "`".repeat(n + 1)).join(" ")}\n\n`.repeat(5),
  table: `|${"a|".repeat(29)}\n|${"-|".repeat(29)}\n${"a\n".repeat(95)}`,
  tasks: "- [ ] a\n\n".repeat(490),
  entities: times("&amp;"),
  backslashes: times("\\"),
  oneWord: "w".repeat(MAX_BODY_LENGTH),
  attributes: `<a ${"b=c ".repeat(9000)}`,
  addresses: `www.a.b/${"()".repeat(490)} `.repeat(39),
  mailAddresses: `${"a".repeat(998)}@ `.repeat(39),
  stars: `${"*".repeat(780)}a*\n\n`.repeat(10),
};

describe("hostile Markdown", () => {
  it.each(Object.entries(HOSTILE))("%s: refused before it is parsed", (_, body) => {
    expect(body.length).toBeLessThanOrEqual(MAX_BODY_LENGTH);
    expect(findMarkdownError(body)).toBe("too_deep");
  });

  it("is harmless text in the place of what is refused", async () => {
    for (const body of [HOSTILE.quotes, HOSTILE.emphasisNested, HOSTILE.tags])
      expect(await renderBody(body ?? "")).toMatch(/^<p class="pre-line">/);
  });

  it("is refused above the maximum length", () => {
    expect(findMarkdownError("a".repeat(MAX_BODY_LENGTH))).toBeNull();
    expect(findMarkdownError("a".repeat(MAX_BODY_LENGTH + 1))).toBe("too_long");
  });

  it.each(Object.entries(AT_THE_BOUND))("%s, as much as is let in: shown", async (_, body) => {
    expect(findMarkdownError(body)).toBeNull();
    expect(await renderBody(body)).not.toMatch(/^<p class="pre-line">/);
  });
});
