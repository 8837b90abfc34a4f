import { beforeAll, expect, it } from "vitest";
import type { Bindings } from "@/env";
import { createPageCache } from "@/http/page-cache";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { formatShortlist } from "@/shared/shortlist";
import {
  type Actor,
  bindings,
  createTestApp,
  expectText,
  type Jar,
  newJar,
  testShared,
} from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createListing, createTeacher, createUser, signIn } from "../../helpers/factories";

const { db: counting, ledger } = createCountingDb(bindings.DB);
const app = createTestApp({ DB: counting } as unknown as Partial<Record<keyof Bindings, string>>, {
  ...testShared(),
  pages: createPageCache(),
});
let saved: string;
let other: string;

beforeAll(async () => {
  const teacher = await createTeacher();
  saved = (await createListing(teacher, { subject: "la", title: 'Latină: <b>"citire" & scriere</b>' })).id;
  other = (await createListing(await createTeacher(), { subject: "la" })).id;
});

const createGuest = (ids: readonly string[]): Jar => newJar().set("shortlist", formatShortlist(ids));

/** The heart buttons of a page by listing: whether each is pressed. */
function readHearts(html: string) {
  const buttons = html.match(/<button [^>]*class="heart[^>]*>/g) ?? [];
  return Object.fromEntries(
    buttons.map((button) => [
      /formAction="[^"]*\/shortlist\/(\w+)"/i.exec(button)?.[1],
      /aria-pressed="true"/.test(button) && /value="remove"/.test(button),
    ]),
  );
}
const readCount = (html: string) => /data-shortlist-count="">([^<]*)</.exec(html)?.[1];
/** As a prefetch, which is not counted, so that it writes nothing. */
const open = (path: string, as?: Actor) =>
  app.read(path, { headers: { "sec-purpose": "prefetch" }, ...(as ? { as } : {}) });
const LIST = paths.listings({ subject: "la" });

it("show the shortlist of the cookie in lists, on listings and in the header", async () => {
  const guest = createGuest([saved, newId()]);
  const html = await open(LIST, guest);
  expect(readHearts(html)).toEqual({ [saved]: true, [other]: false });
  expect(readCount(html)).toBe("2");
  expect(readHearts(await open(paths.listing(saved), guest))).toEqual({ [saved]: true, [other]: false });
  expect(readHearts(await open(`/ro${paths.listing(other)}`, guest))).toEqual({
    [saved]: true,
    [other]: false,
  });
  expectText(
    html,
    "Save to shortlist: Latină: &lt;b&gt;&quot;citire&quot; &amp; scriere&lt;/b&gt;",
    `id="heart-${saved}"`,
  );
});

it("show the shortlist of the account, which is part of the one read of the session", async () => {
  const jar = await signIn(await createUser());
  await app.post(paths.shortlistEntry(saved), { as: jar, form: { action: "add" } });
  // The cookie of the browser does not count while the visitor is signed in.
  jar.set("shortlist", formatShortlist([other]));
  await open(LIST, jar);
  ledger.clear();
  const html = await open(LIST, jar);
  expect(readHearts(html)).toEqual({ [saved]: true, [other]: false });
  expect(readCount(html)).toBe("1");
  expect(ledger.roundTrips()).toBe(2);
});

it("leave the cached page the same for all visitors without a shortlist", async () => {
  const empty = { [saved]: false, [other]: false };
  for (let n = 0; n < 2; n++) expect(readHearts(await app.read(LIST))).toEqual(empty);
  expect(readHearts(await open(LIST, createGuest([saved])))).toEqual({ [saved]: true, [other]: false });
  ledger.clear();
  const cached = await open(LIST);
  expect(readHearts(cached)).toEqual(empty);
  expect(readCount(cached)).toBe("");
  expect(ledger.roundTrips(), "the page comes from the cache").toBe(0);
});
