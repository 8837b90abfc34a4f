import { COUNTY_CODES } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { describeVisit, expectNoOverflow, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

const WIDTHS = [390, 1280];
const SHAPES = ".county-links use";

for (const visit of VISITS) {
  for (const width of WIDTHS) {
    test(`counties are pressed on a map of ${width} px, ${describeVisit(visit)}`, async ({ open }) => {
      const parent = await open(visit, { viewport: { width, height: 900 } });
      const { page } = parent;
      await parent.go(paths.home());
      await expect(page.locator(SHAPES)).toHaveCount(COUNTY_CODES.length);
      await expectNoOverflow(page);
      const cluj = page.locator('.county-links a[href$="county=cj"]');
      const number = cluj.locator("text");
      if (width < 768) await expect(number).toBeHidden();
      else
        await expect(number).toHaveText(
          (await cluj.locator(".scope-link__count > :first-child").textContent()) ?? "",
        );
      // The shape has a size only if its file has loaded. A press at its center hits it and no neighbour.
      await expect.poll(async () => (await cluj.locator("use").boundingBox())?.width).toBeGreaterThan(20);
      await cluj.locator("use").click();
      await expect(page).toHaveURL(/\/tutoring\?county=cj$/);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Cluj");
    });
  }
}

test("the keyboard reaches each county once, and the focus shows its shape", async ({ open }) => {
  const parent = await open(
    { locale: "en", javaScriptEnabled: true },
    { viewport: { width: 1280, height: 900 } },
  );
  const { page } = parent;
  await parent.go(paths.listings({ subject: "m" }));
  const links = page.locator(".county-links a");
  await links.first().focus();
  await page.keyboard.press("Tab");
  await expect(links.nth(1)).toBeFocused();
  await expect(links.nth(1).locator("svg")).toHaveCSS("stroke-width", "3px");
  await expect(links.first().locator("svg")).toHaveCSS("stroke-width", "1px");
});

test("without the file of the shapes, the list of counties remains", async ({ open }) => {
  const parent = await open(
    { locale: "ro", javaScriptEnabled: false },
    { viewport: { width: 390, height: 900 } },
  );
  const { page } = parent;
  await page.route("**/assets/counties-*.svg", (route) => route.abort());
  await parent.go(paths.home());
  await page.locator('.county-links a[href$="county=cj"]').click({ position: { x: 5, y: 5 } });
  await expect(page).toHaveURL(/\/ro\/tutoring\?county=cj$/);
});
