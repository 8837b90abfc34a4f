import { eq, sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { limitCounters, settings, shortlistEntries, users } from "@/db/schema";
import { DEFAULT_LIMITS, LIMITS_PATH } from "@/shared/default-limits";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { formatShortlist, parseShortlist } from "@/shared/shortlist";
import {
  bearer,
  createUserWithPassword,
  PASSWORD,
  requestToken,
  signInByEmail,
} from "../../helpers/accounts";
import {
  type Actor,
  app,
  db,
  expectPage,
  expectRedirect,
  expectStatus,
  type Jar,
  newJar,
  type TestApp,
} from "../../helpers/app";
import { getCounts } from "../../helpers/counting";
import { createListing, createTeacher, createUser, signIn } from "../../helpers/factories";

async function createListings(count: number) {
  const teacher = await createTeacher();
  const listings = [];
  for (let n = 0; n < count; n++) listings.push(await createListing(teacher, { price: 5000 + n }));
  return listings;
}

const add = (id: string, as: Actor, form: Record<string, string> = {}, to: TestApp = app) =>
  to.post(paths.shortlistEntry(id), { as, form: { action: "add", ...form } });
const remove = (id: string, as: Actor) =>
  app.post(paths.shortlistEntry(id), { as, form: { action: "remove" } });
const readCookie = (jar: Jar) => parseShortlist(jar.get("shortlist") ?? "");
const readEntries = async (userId: string) =>
  (
    await db.query.shortlistEntries.findMany({
      where: (entry, { eq }) => eq(entry.userId, userId),
      orderBy: (entry, { desc }) => desc(entry.createdTs),
    })
  ).map(({ listingId }) => listingId);
const fillAccount = (userId: string, count: number, note = "") =>
  db.run(sql`insert into ${shortlistEntries} (user_id, listing_id, note, created_ts)
    select ${userId}, value, ${note}, key from json_each(${JSON.stringify(Array.from({ length: count }, newId))})`);

describe("POST /shortlist/{id}", () => {
  it("adds and removes without an account, newest first, in a cookie for 180 days", async () => {
    const [first, second] = await createListings(2);
    const jar = newJar();
    const answer = await add(first?.id ?? "", jar, { next: "/tutoring?subject=m" });
    await expectRedirect(answer, `/tutoring?subject=m#heart-${first?.id}`);
    expect(answer.headers.getSetCookie().filter((line) => line.startsWith("shortlist"))).toEqual([
      `shortlist=${first?.id}; Max-Age=15552000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
    await add(second?.id ?? "", jar);
    expect(readCookie(jar)).toEqual([second?.id, first?.id]);
    await add(first?.id ?? "", jar);
    expect(readCookie(jar)).toEqual([second?.id, first?.id]);
    await remove(second?.id ?? "", jar);
    expect(readCookie(jar)).toEqual([first?.id]);
    await remove(first?.id ?? "", jar);
    expect(jar.has("shortlist")).toBe(false);
  });

  it("refuses the 51st listing of a cookie with a page, and keeps the others", async () => {
    const [listing] = await createListings(1);
    const ids = Array.from({ length: 50 }, newId);
    const jar = newJar();
    jar.set("shortlist", formatShortlist(ids));
    expect(await expectPage(add(listing?.id ?? "", jar), 409)).toContain("it holds up to 50 listings");
    expect(readCookie(jar)).toEqual(ids);
  });

  it("refuses the 201st listing of an account, also when two are added at once", async () => {
    const [first, second] = await createListings(2);
    const user = await createUser();
    await fillAccount(user.id, 199);
    const answers = await Promise.all([first, second].map((listing) => add(listing?.id ?? "", user)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await readEntries(user.id)).toHaveLength(200);
  });
});

it("the statistics of the listing count additions, but not repeated ones, removals, the owner's and those of robots", async () => {
  const teacher = await createTeacher();
  const listing = await createListing(teacher);
  const jar = newJar();
  await add(listing.id, jar);
  await add(listing.id, jar);
  const user = await signIn(await createUser());
  await add(listing.id, user);
  await add(listing.id, await signIn(teacher));
  await app.post(paths.shortlistEntry(listing.id), {
    form: { action: "add" },
    headers: { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" },
  });
  expect(await getCounts(listing)).toEqual({ shortlist: 2 });
  // Removed and added again on the same day.
  for (const visitor of [jar, user]) {
    await remove(listing.id, visitor);
    await add(listing.id, visitor);
    await remove(listing.id, visitor);
    await app.post(paths.sharedShortlist(), { as: visitor, form: { ids: listing.id } });
  }
  expect(await getCounts(listing)).toEqual({ shortlist: 2 });
});

it("the limit of additions refuses additions of an account or a network with 429; removals are free", async () => {
  const value = { shortlist_hour: { ...DEFAULT_LIMITS.shortlist_hour, max: 2 } };
  await db.insert(settings).values({ path: LIMITS_PATH, value, version: 1, updatedTs: 0 });
  onTestFinished(async () => {
    await db.delete(settings);
    await db.delete(limitCounters);
  });
  const ids = (await createListings(3)).map(({ id }) => id);
  const user = await createUserWithPassword();
  const { jar } = await signInByEmail(user.email);
  for (const visitor of [newJar(), jar]) {
    await db.delete(limitCounters);
    const statuses: number[] = [];
    for (const id of ids) statuses.push((await add(id, visitor)).status);
    expect(statuses).toEqual([303, 303, 429]);
    await expectStatus(remove(ids[0] ?? "", visitor), 303);
  }
});

it("/api/shortlist changes the cookie without a token, and the account with one", async () => {
  const [first, second] = await createListings(2);
  const jar = newJar();
  const put = (id: string | undefined, init = {}) =>
    app.request(paths.apiShortlistEntry(id ?? ""), { method: "PUT", ...init });
  await expectStatus(put(first?.id, { as: jar }), 200);
  expect(readCookie(jar)).toEqual([first?.id]);
  const list = await app.get(paths.apiShortlist(), { as: jar });
  expect(await list.json()).toMatchObject({ content: [{ listing_id: first?.id }], next: null });

  const user = await createUserWithPassword();
  const { token } = await signInByEmail(user.email);
  expect((await put(second?.id, bearer(token))).headers.getSetCookie()).toEqual([]);
  expect(await readEntries(user.id)).toEqual([second?.id]);
  const own = await app.get(paths.apiShortlist(), bearer(token));
  expect(await own.json()).toMatchObject({ content: [{ listing_id: second?.id }] });
  const removed = await app.request(paths.apiShortlistEntry(second?.id ?? ""), {
    method: "DELETE",
    ...bearer(token),
  });
  expect([removed.status, await readEntries(user.id)]).toEqual([204, []]);
});

describe("signing in", () => {
  it.each(["form", "call"])(
    "adds the cookie to the account by the %s, once, and deletes the cookie",
    async (way) => {
      const [saved, earlier, later] = await createListings(3);
      const user = await createUserWithPassword();
      await add(saved?.id ?? "", await signIn(user));
      app.clock.now += 1000;
      const jar = newJar();
      for (const listing of [saved, earlier, later]) await add(listing?.id ?? "", jar);
      const enter = () =>
        way === "form"
          ? app.post(paths.signIn(), { as: jar, form: { email: user.email, password: PASSWORD } })
          : requestToken({ email: user.email, as: jar });
      await enter();
      expect(jar.has("shortlist")).toBe(false);
      expect(await readEntries(user.id)).toEqual([later?.id, earlier?.id, saved?.id]);
      await remove(later?.id ?? "", jar);
      await enter();
      expect(await readEntries(user.id)).toEqual([earlier?.id, saved?.id]);
    },
  );

  it("keeps the 200 newest entries and those with a note, and the cookie tells how many were left out", async () => {
    const user = await createUserWithPassword();
    await fillAccount(user.id, 10, "Caută un profesor răbdător");
    await fillAccount(user.id, 188);
    const ids = Array.from({ length: 5 }, newId);
    const jar = newJar();
    jar.set("shortlist", formatShortlist(ids));
    await app.post(paths.signIn(), { as: jar, form: { email: user.email, password: PASSWORD } });
    const entries = await db.query.shortlistEntries.findMany({
      where: (entry, { eq }) => eq(entry.userId, user.id),
    });
    expect(entries).toHaveLength(200);
    expect(entries.filter(({ note }) => note !== "")).toHaveLength(10);
    expect(ids.every((id) => entries.some(({ listingId }) => listingId === id))).toBe(true);
    expect(jar.get("shortlist")).toBe("left-out-3");
  });
});

it("the first sign-in after a sign-up adds what the browser's shortlist has then, and deletes the cookie", async () => {
  const [removed, saved, later] = await createListings(3);
  const jar = newJar();
  for (const listing of [removed, saved]) await add(listing?.id ?? "", jar);
  const email = `${newId()}@example.test`;
  const form = {
    email,
    password: PASSWORD,
    first_name: "Ioana",
    last_name: "Șerban",
    birth_date: "1991-02-03",
    role: "u",
    terms: "1",
  };
  await expectStatus(app.post(paths.signUp(), { as: jar, form }), 303);
  expect(readCookie(jar)).toEqual([saved?.id, removed?.id]);
  await remove(removed?.id ?? "", jar);
  await add(later?.id ?? "", jar);
  await app.post(paths.signIn(), { as: jar, form: { email, password: PASSWORD } });
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  expect(await readEntries(user?.id ?? "")).toEqual([later?.id, saved?.id]);
  expect(jar.has("shortlist")).toBe(false);
});
