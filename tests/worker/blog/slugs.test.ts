import { beforeEach, describe, expect, it } from "vitest";
import { type BlogEditor, findPost, listSlugs, setUpBlogEditor } from "./editor-setup";

let create: BlogEditor["create"];
let edit: BlogEditor["edit"];

beforeEach(async () => {
  ({ create, edit } = await setUpBlogEditor());
});

describe("slugs", () => {
  it("follow a draft's title; a published post keeps its slug, and redirects from each earlier slug", async () => {
    const id = await create();
    await edit(id, { title: "Cum alegeți un profesor bun" });
    expect((await findPost(id))?.slug).toBe("cum-alegeti-un-profesor-bun");
    await edit(id, { intent: "publish" });
    await edit(id, { title: "Alegerea unui profesor, pe scurt" });
    expect((await findPost(id))?.slug).toBe("cum-alegeti-un-profesor-bun");
    await edit(id, { slug: "" });
    expect((await findPost(id))?.slug).toBe("alegerea-unui-profesor-pe-scurt");
    expect(await listSlugs(id)).toEqual(["alegerea-unui-profesor-pe-scurt", "cum-alegeti-un-profesor-bun"]);
    await edit(id, { slug: "cum-alegeti-un-profesor-bun" });
    expect((await findPost(id))?.slug).toBe("cum-alegeti-un-profesor-bun");
  });

  it("belong to one post per language permanently, and reserved words get a number", async () => {
    const first = await create({ intent: "publish" });
    const second = await create();
    const english = await create({ locale: "en" });
    expect((await findPost(second))?.slug).toBe("cum-alegi-un-profesor-de-matematica-2");
    expect((await findPost(english))?.slug).toBe("cum-alegi-un-profesor-de-matematica");
    await edit(first, { slug: "un-titlu-cu-totul-altul" });
    await edit(second, { slug: "cum-alegi-un-profesor-de-matematica" });
    expect((await findPost(second))?.slug).toBe("cum-alegi-un-profesor-de-matematica-2");
    for (const [slug, expected] of [
      ["category", "category-2"],
      ["0123456789abcdef", "0123456789abcdef-2"],
      ["feed.xml", "feed-xml"],
    ] as const) {
      expect((await findPost(await create({ slug })))?.slug).toBe(expected);
    }
    expect((await findPost(await create({ title: "Математика для всех" })))?.slug).toBe("post");
  });

  it("differ for posts created in parallel", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => create()));
    const slugs = await Promise.all(ids.map(async (id) => (await findPost(id))?.slug));
    expect(new Set(slugs).size).toBe(5);
  });
});
