import { paths } from "@/shared/paths";
import { hold } from "./helpers/hold";
import { openList } from "./helpers/list";
import { expect, test } from "./helpers/test";

const VISIT = { locale: "en", javaScriptEnabled: true } as const;
const EVENINGS = ["1e", "2e", "3e", "4e", "5e", "6e", "7e"];
const RESULTS_SCRIPT = /\/results-[^/]*\.js$/;

test("a time that was changed before the script is loaded, and while results arrive, counts", async ({
  open,
}) => {
  const parent = await open(VISIT);
  const { page } = parent;
  const time = (value: string) => page.locator(`form.filters [name="when"][value="${value}"]`);
  const loadScript = await hold(page, RESULTS_SCRIPT);
  const script = page.waitForRequest(RESULTS_SCRIPT);
  await parent.go(paths.listings({ when: EVENINGS }));
  await script;
  await expect(time("weekday_evenings")).toBeChecked();
  await time("7e").uncheck();
  loadScript();
  await expect(page).toHaveURL(/\?when=weekday_evenings&when=6e$/);

  const answer = await hold(page, /\?when=6e$/);
  const request = page.waitForRequest(/\?when=6e$/);
  await time("weekday_evenings").uncheck();
  await request;
  await time("1e").check();
  answer();
  await expect(page).toHaveURL(/\?when=1e&when=6e$/);
  for (const value of ["1e", "6e"]) await expect(time(value)).toBeChecked();
  for (const value of ["weekday_evenings", "7e"]) await expect(time(value)).not.toBeChecked();
});

test("on a phone, details are next to their terms, and the week has the whole width", async ({
  open,
  insert,
}) => {
  const listing = await insert.listing(await insert.teacher(), { availability: ["1e"] });
  const visitor = await open(VISIT, { viewport: { width: 360, height: 740 } });
  await visitor.go(paths.listing(listing.id));
  const isBeside = (term: string) =>
    visitor.page
      .locator("dt", { hasText: term })
      .evaluate(
        (dt) => (dt.nextElementSibling?.getBoundingClientRect().left ?? 0) > dt.getBoundingClientRect().right,
      );
  expect(await isBeside("One lesson")).toBe(true);
  expect(await isBeside("Availability")).toBe(false);
});

test("the focus stays in the levels when a level that is none of the subject is no longer chosen", async ({
  open,
  insert,
}) => {
  await insert.listing(await insert.teacher(), { subject: "mu", levels: ["pb"] });
  const visitor = await open(VISIT);
  const { page } = visitor;
  await openList(visitor, paths.listings({ subject: "mu", level: "pb" }));
  const level = page.locator('#filter-level [value="pb"]');
  await level.focus();
  await level.press("Space");
  await expect(level).toHaveCount(0);
  await expect(page.locator("#filter-level :focus")).toHaveCount(1);
});
