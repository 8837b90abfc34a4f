import { describe, expect, it } from "vitest";
import { type Actor, app, expectNoText, expectText } from "../../helpers/app";
import { createPost } from "../../helpers/create-post";
import { createListing, createTeacher, signIn } from "../../helpers/factories";

/** Private-use characters around the names of placeholders. */
const PLACEHOLDER = /[\uE000\uE001]/;

const readPage = async (path: string, as?: Actor) => ({
  html: await app.read(path, as ? { as } : {}),
});

describe("shell of a page", () => {
  it("is filled with the values of each page, also after another page has used it", async () => {
    await readPage("/ranking");
    const { html } = await readPage("/contact");
    expect(html).not.toMatch(PLACEHOLDER);
    expect(html).toMatch(/<title>[^<|]+ \| Catedra<\/title>/);
    expectText(
      html,
      '<link rel="canonical" href="https://catedra.test/contact"/>',
      '<link rel="alternate" hrefLang="ro" href="https://catedra.test/ro/contact"/>',
      'href="/sign-in?next=/contact"',
      '<input type="hidden" name="next" value="/contact"/>',
    );
    expect(html).not.toContain("/ranking?");
    expect(html.match(/<head>/g)).toHaveLength(1);
  });

  it("escapes the page's address and texts", async () => {
    const { html } = await readPage(`/tutoring?q=${encodeURIComponent('"><script>alert(1)</script>$&')}`);
    expect(html).not.toContain("<script>alert");
    expect(html).not.toMatch(PLACEHOLDER);
    const listing = await createListing(await createTeacher(), {
      title: "</script><script>alert(1)</script>",
    });
    const page = await readPage(`/tutoring/${listing.id}`);
    expect(page.html).not.toContain("<script>alert");
    expect(page.html).toContain("\\u003c/script>");
  });

  it("belongs to one user", async () => {
    const [ana, dan] = [await createTeacher({ firstName: "Ana" }), await createTeacher({ firstName: "Dan" })];
    const first = await readPage("/contact", await signIn(ana));
    const second = await readPage("/contact", await signIn(dan));
    expect(first.html).toContain(`<body data-visitor="${ana.id}"`);
    expect(first.html).toContain(">Ana</span>");
    expect(second.html).toContain(`<body data-visitor="${dan.id}"`);
    expect(second.html).not.toContain(">Ana</span>");
    const { html } = await readPage("/contact");
    expectNoText(html, "data-visitor", ">Dan</span>");
  });

  it("shows texts of users that contain the characters of placeholders", async () => {
    const text = "\uE000body\uE001 și \uE000x\uE001";
    const teacher = await createTeacher({ firstName: `Ana${text}` });
    const listing = await createListing(teacher, { title: `Matematică ${text}`, description: text });
    const post = await createPost({ locale: "en", slug: "placeholders", title: text, body: text });
    for (const path of ["/tutoring", `/tutoring/${listing.id}`, `/blog/${post.slug}`, "/profile"]) {
      const response = await app.get(path, { as: teacher });
      expect([path, response.status]).toEqual([path, 200]);
      const html = await response.text();
      expect(html.match(/<main/g)).toHaveLength(1);
    }
  });
});
