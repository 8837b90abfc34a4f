import { inflateSync } from "node:zlib";
import jsQR from "jsqr";
import { LEVELS, LOCATIONS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { expect, type Locator, type Page, test } from "./helpers/test";

/** The text of the QR code in a picture of an element, as it is shown or printed. */
async function decode(element: Locator): Promise<string | undefined> {
  const { data, width, height } = await readPixels(element.page(), await element.screenshot());
  return jsQR(data, width, height)?.data;
}

/** A picture as RGBA. */
async function readPixels(page: Page, picture: Buffer) {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    canvas?.drawImage(bitmap, 0, 0);
    const pixels = canvas?.getImageData(0, 0, bitmap.width, bitmap.height).data;
    return { data: pixels ?? new Uint8ClampedArray(), width: bitmap.width, height: bitmap.height };
  }, picture.toString("base64"));
}

/** The characters that a PDF of Chromium maps its glyphs to (ISO 32000-1, 9.10.3: ToUnicode). */
function readCharacters(pdf: Buffer): string {
  const characters = [...pdf.toString("latin1").matchAll(/stream\r?\n/g)].map(({ 0: { length }, index }) => {
    try {
      const content = inflateSync(pdf.subarray(index + length), { finishFlush: 2 }).toString("latin1");
      return content.includes("beginbfchar") || content.includes("beginbfrange") ? toCharacters(content) : "";
    } catch {
      return "";
    }
  });
  return characters.join("");
}

/** Each line ends with the code of its character, the first one of a range. */
function toCharacters(map: string): string {
  return [...map.matchAll(/^(?:<(\w+)> )?<(\w+)> <(\w{4})>$/gm)]
    .map(([, first, last = "", code = ""]) => {
      const length = first === undefined ? 1 : Number.parseInt(last, 16) - Number.parseInt(first, 16) + 1;
      const from = Number.parseInt(code, 16);
      return Array.from({ length }, (_, index) => String.fromCharCode(from + index)).join("");
    })
    .join("");
}

for (const locale of ["en", "ro"] as const) {
  test(`the flyer is one page of A4 with codes that lead to the listing (${locale})`, async ({
    open,
    insert,
    site,
  }) => {
    const owner = await insert.teacher({
      firstName: "Ștefania-Frusina",
      lastName: "Constantinescu-M",
      profilePicture: "jpg",
      pictureTs: 5,
    });
    const { max } = LISTING_BOUNDS.title;
    const listing = await insert.listing(owner, {
      title: "Științe și țări: învățăm".padEnd(max, " MWMWMWMWMWMWMWMW"),
      description: "Lecții în ritmul elevului, cu exerciții și răbdare.\n".repeat(40),
      neighbourhood: "Între Lacuri și Mănăștur".padEnd(LISTING_BOUNDS.neighbourhood.max, " MWMWMWMW"),
      levels: [...LEVELS],
      locations: [...LOCATIONS],
      online: true,
    });
    const teacher = await open(
      { locale, javaScriptEnabled: false },
      { as: owner.email, colorScheme: "dark" },
    );
    const { page } = teacher;
    await teacher.go(paths.listingFlyer(listing.id));

    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: false });
    const text = pdf.toString("latin1");
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
    const [, width, height] = text.match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/) ?? [];
    // 210 × 297 mm in points.
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
    expect(readCharacters(pdf)).toMatch(/(?=.*Ș)(?=.*ț)(?=.*ă)(?=.*Î)/s);

    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 794, height: 1123 });
    // The sheet is a little shorter than the page, which is white there too.
    const clip = { x: 0, y: 1121, width: 794, height: 2 };
    const { data } = await readPixels(page, await page.screenshot({ clip }));
    expect(new Set(data)).toEqual(new Set([255]));
    const path = locale === "ro" ? `/ro${paths.listing(listing.id)}` : paths.listing(listing.id);
    const strips = page.locator(".flyer__strip");
    // With the longest texts, the code stays above the strips.
    const [scan, strip] = [
      await page.locator(".flyer__scan").boundingBox(),
      await strips.first().boundingBox(),
    ];
    expect((scan?.y ?? 0) + (scan?.height ?? Infinity)).toBeLessThan(strip?.y ?? 0);
    for (const part of [page.locator(".flyer__scan"), strips.first(), strips.last()])
      expect(await decode(part.locator(".qr-code"))).toBe(`${site.url}${path}?s=flyer`);
    // Printers leave the edges blank: 8 mm are 30 px.
    for (const code of await page.locator(".flyer .qr-code").all()) {
      const { x = 0, y = 0, width = 0, height = 0 } = (await code.boundingBox()) ?? {};
      expect([x > 30, x + width < 764, y + height < 1093]).toEqual([true, true, true]);
    }
    // The whole text is on a strip.
    const hidden = await strips
      .first()
      .locator("p")
      .evaluate((text) => [text.scrollWidth - text.clientWidth, text.scrollHeight - text.clientHeight]);
    expect(hidden).toEqual([0, 0]);

    const png = await page.request.get(paths.listingQrCode(listing.id, "png"));
    await teacher.go(paths.shareListing(listing.id));
    await page.emulateMedia({ media: "screen" });
    expect(await decode(page.locator(".qr-code"))).toBe(`${site.url}${path}?s=qr`);
    const source = `data:image/png;base64,${(await png.body()).toString("base64")}`;
    await page.setContent(`<img width="300" src="${source}">`);
    expect(await decode(page.locator("img"))).toMatch(new RegExp(`${paths.listing(listing.id)}\\?s=qr$`));
  });
}

test("a printed listing and the prices have no menu, forms, similar listings or footer", async ({
  open,
  insert,
}) => {
  const listing = await insert.listing(await insert.teacher({}), {});
  const visitor = await open({ locale: "en", javaScriptEnabled: false });
  await visitor.page.emulateMedia({ media: "print" });
  for (const path of [paths.listing(listing.id), paths.prices()]) {
    await visitor.go(path);
    const hidden = visitor.page.locator(
      "header.site-header, footer.site-footer, form, .action-bar, .screen-only",
    );
    for (const part of await hidden.all()) await expect(part).toBeHidden();
    await expect(visitor.page.locator("h1")).toBeVisible();
  }
});
