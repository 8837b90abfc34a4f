import { beforeAll, describe, expect, it } from "vitest";
import { COUNTY_CODES } from "@/shared/codes";
import { app } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

beforeAll(async () => {
  const teacher = await createTeacher();
  const publish = async (county: "cj" | "b" | "vs", listings: number) => {
    for (let n = 0; n < listings; n++) await createListing(teacher, { subject: "la", county });
  };
  await publish("vs", 1);
  await publish("cj", 4);
  await publish("b", 24);
  await createListing(teacher, { subject: "m", county: "is" });
});

async function readMap(path: string) {
  const html = await app.read(path);
  const map = html.match(/<div class="county-links">.*?<\/ul><\/div>/s)?.[0] ?? "";
  const links = [
    ...map.matchAll(
      /href="([^"]+)" data-name="([^"]+)"><svg class="([\w-]+)" aria-hidden="true"><use href="[^"]+#(\w+)"><\/use><text [^>]+>([\d.]+)<\/text><\/svg>/g,
    ),
  ].map(([, href = "", name, shade, shape, number]) => [
    href.replaceAll("&amp;", "&"),
    name,
    shade,
    shape,
    number,
  ]);
  const shapes = [...map.matchAll(/<use href="\/assets\/counties-[^"#]+\.svg#(\w+)"/g)].map(
    ([, code]) => code,
  );
  return { map, links, shapes };
}

describe("the map of counties", () => {
  it("is on the list of a subject: each county once, those with listings as links with shades", async () => {
    const { links, shapes } = await readMap("/ro/tutoring?subject=la");
    expect(links).toEqual([
      ["/ro/tutoring?subject=la&county=b", "București", "shade-5", "b", "24"],
      ["/ro/tutoring?subject=la&county=cj", "Cluj", "shade-3", "cj", "4"],
      ["/ro/tutoring?subject=la&county=vs", "Vaslui", "shade-2", "vs", "1"],
    ]);
    expect(shapes.toSorted()).toEqual(COUNTY_CODES.toSorted());
  });

  it("names each county and its number once for screen readers", async () => {
    const { map } = await readMap("/tutoring?subject=la");
    const accessible = map
      .replaceAll(/<(svg|span)[^>]* aria-hidden="true">.*?<\/\1>/gs, "")
      .replaceAll(/<[^>]+>/g, " ");
    expect(accessible.trim().split(/\s{2,}/)).toEqual([
      "București",
      "24 listings",
      "Cluj",
      "4 listings",
      "Vaslui",
      "1 listing",
    ]);
  });
});
