import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { settings } from "@/db/schema";
import { paths } from "@/shared/paths";
import { type Actor, app, db, expectText } from "../../helpers/app";
import { createTeacher, createUser, signIn } from "../../helpers/factories";
import { ensureSeller } from "../../helpers/sellers";

beforeAll(() => ensureSeller());

const read = async (path: string, as?: Actor) => (await app.get(path, as ? { as } : {})).text();
const toText = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
/** Links of the page that look like the main button. */
const listPrimaryLinks = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)" class="button button--primary">([^<]*)/g)].map(([, href, label]) => [
    href?.replaceAll("&amp;", "&"),
    label,
  ]);
const findMain = (html: string) => html.match(/<main.*<\/main>/s)?.[0] ?? "";

test("GET /teach says that listings are free, shows an example card and the prices of the packages", async () => {
  const html = findMain(await read("/teach"));
  const text = toText(html);
  expect(text).toContain("Free, without commission");
  const example = html.match(/<figure.*?<\/figure>/s)?.[0] ?? "";
  expect(toText(example)).toMatch(/^ Example .*Mathematics for grades 5 to 8.*Your name.*80 lei/);
  expect(example).toContain('<div inert="">');
  expectText(
    text,
    "19 lei",
    "29 lei",
    "49 lei",
    "39 lei",
    "7 days on the home page 39 lei",
    "Prices in lei, VAT of 21% included.",
  );
});

test("GET /teach has one main action: a new account, a new listing, or the change of role", async () => {
  expect(listPrimaryLinks(findMain(await read("/teach")))).toEqual([
    ["/sign-up?role=t&next=/tutoring/create", "Create a free account"],
  ]);
  const teacher = await createTeacher();
  expect(listPrimaryLinks(findMain(await read("/teach", teacher)))).toEqual([
    ["/tutoring/create", "New listing"],
  ]);
  const learner = await createUser();
  expect(listPrimaryLinks(findMain(await read("/teach", learner)))).toEqual([
    ["/profile/settings#teaching", "Become a teacher"],
  ]);
});

test("GET /teach shows the prices of the settings", async () => {
  const value = { top7: { price: 2150, days: 5, placement: "results" }, home7: null };
  await db.insert(settings).values({ path: "settings/packages", value, version: 1, updatedTs: 0 });
  try {
    const text = toText(await read("/teach"));
    expect(text).toContain("5 days in the results 21.50 lei");
    expect(text).not.toContain("on the home page 39 lei");
  } finally {
    await db.delete(settings).where(eq(settings.path, "settings/packages"));
  }
});

test("every page leads visitors and learners to /teach, and teachers to their listings", async () => {
  const learner = await signIn(await createUser());
  const teacher = await createTeacher();
  const findHeader = (html: string) => html.match(/<header class="site-header">.*?<\/header>/s)?.[0] ?? "";
  for (const as of [undefined, learner])
    for (const path of ["/", "/tutoring", "/contact"])
      expectText(
        findHeader(await read(path, as)),
        `<a href="${paths.teach()}">Offer lessons</a>`,
        `<a href="${paths.safety()}">Safe lessons</a>`,
      );
  expect(findHeader(await read("/", teacher))).not.toContain(`href="${paths.teach()}"`);
  expect(await read("/")).not.toContain(`href="${paths.createListing()}"`);
});
