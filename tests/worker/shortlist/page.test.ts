import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { listings, shortlistEntries, teacherInformation, users } from "@/db/schema";
import type { Location } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { formatShortlist, parseShortlist } from "@/shared/shortlist";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import {
  type Actor,
  app,
  db,
  expectNoText,
  expectPage,
  expectRedirect,
  expectStatus,
  expectText,
  newJar,
} from "../../helpers/app";
import { getCounts } from "../../helpers/counting";
import {
  createListing,
  createTeacher,
  createUser,
  listRows,
  signIn,
  updateRow,
} from "../../helpers/factories";
import { readEnquiryId } from "../../helpers/guests";

const load = async (as: Actor, path = paths.shortlist()) => {
  const answer = await app.get(path, { as });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};
const createGuest = (ids: readonly string[]) => {
  const jar = newJar();
  jar.set("shortlist", formatShortlist(ids));
  return jar;
};
const insertEntries = (userId: string, ids: readonly string[], note = "") =>
  db.run(sql`insert into ${shortlistEntries} (user_id, listing_id, note, created_ts)
    select ${userId}, value, ${note}, 1000 - key from json_each(${JSON.stringify(ids)})`);
const readNote = async (userId: string) => {
  const [entry] = await listRows(shortlistEntries, { userId });
  return entry && { note: entry.note, version: entry.version };
};

describe("GET /shortlist", () => {
  it("compares the listings of a cookie, newest first", async () => {
    const teacher = await createTeacher({
      firstName: "Ilinca",
      lastName: "Marin",
      replyMedianS: 7000,
      reviewCount: 4,
      ratingSum: 18,
    });
    const first = await createListing(teacher, { title: "Algebra for beginners", price: 8000 });
    const second = await createListing(await createTeacher(), { title: "Geometry in the park" });
    const { html } = await load(createGuest([second.id, first.id]));
    expect(html.indexOf("Geometry in the park")).toBeLessThan(html.indexOf("Algebra for beginners"));
    for (const text of ["80 lei", "Usually replies within 2 hours", "Not known yet", "No reviews", "4.5"]) {
      expect(html, text).toContain(text);
    }
    expectText(
      html,
      "Write to Ilinca Marin",
      `name="listing_ids" value="${first.id}"`,
      "Sign in to have it on all your devices",
    );
    expect(html).not.toContain("Private note");
    expect(html).toContain(`/shortlist/shared?ids=${second.id}.${first.id}`);
  });

  it("marks the important rows that differ, and has experience, qualifications, both prices and the reply state", async () => {
    const [early, late] = [await createTeacher({ reviewCount: 4, ratingSum: 18 }), await createTeacher()];
    await db
      .update(teacherInformation)
      .set({ experienceTeaching: 7, qualifications: ["Grad didactic I"] })
      .where(eq(teacherInformation.userId, early.id));
    const locations: Location[] = ["lh", "th"];
    const first = await createListing(early, {
      price: 9000,
      sessionMinutes: 90,
      pricePerHour: 6000,
      locations,
    });
    const second = await createListing(late, {
      price: 6000,
      pricePerHour: 6000,
      levels: ["h"],
      locations,
      parentPresent: true,
    });
    const learner = await createUser();
    await insertEntries(learner.id, [first.id, second.id]);
    const id = readEnquiryId(
      await app.post(paths.enquire(first.id), { as: learner, form: { message: "Aveți loc joi?" } }),
    );
    const listRows = (html: string) =>
      html
        .split('class="compared"')
        .slice(1)
        .map((column) =>
          Object.fromEntries(
            [...column.matchAll(/description-list__row([^"]*)"><dt[^>]*>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(
              ([, mark = "", term = "", details = ""]) => [
                term.replace(/<span.*/, ""),
                (mark && "≠ ") + details.replace(/<[^>]*>/g, ""),
              ],
            ),
          ),
        );
    const { html } = await load(learner);
    const [a, b] = listRows(html);
    // Two rows that neither states are left out.
    expect([Object.keys(a ?? {}), Object.keys(b ?? {}).length]).toEqual([Object.keys(b ?? {}), 14]);
    expect(Object.keys(a ?? {})[0]).toBe("Certificate of integrity");
    expect(a).toMatchObject({
      "Certificate of integrity": "Not seen by us",
      "A parent may be present at lessons": "≠ Not stated",
      Places: expect.stringMatching(/^(?!.*learner’s home).*At your home/),
      "Price per lesson": "90 lei 90 minutes",
      "Price per hour": "60 lei",
      "Teaching experience": "≠ 7 years",
      "Stated qualifications": "Grad didactic I",
    });
    const listMarked = (rows = {}) =>
      Object.keys(rows).filter((term) => `${rows[term as never]}`.startsWith("≠"));
    expect([listMarked(a), listMarked(b)]).toEqual(
      Array(2).fill(["A parent may be present at lessons", "Rating", "Teaching experience", "Levels"]),
    );
    await app.post(paths.enquiry(id), { as: early, form: { message: "Da" } });
    const page = (await load(learner)).html;
    const link = `<a href="${paths.enquiry(id)}">`;
    expect([html.split(link)[1], page.split(link)[1]]).toEqual([
      expect.stringMatching(/^Message sent, no reply yet</),
      expect.stringMatching(/^The teacher replied to you</),
    ]);
    // Shared without a script by WhatsApp.
    expect(page).toMatch(/href="https:\/\/wa\.me\/\?text=[^"]*shortlist%2Fshared%3Fids%3D/);
  });

  it("names listings that are gone, but no title that was never public or was taken down", async () => {
    const teacher = await createTeacher();
    const create = (title: string, overrides: object) => createListing(teacher, { title, ...overrides });
    const paused = await create("Paused chemistry", { state: "paused" });
    const hidden = [
      await create("Draft chemistry", { state: "draft", publishedTs: null }),
      await create("Suspended chemistry", { state: "suspended" }),
      await create("Deleted chemistry", { state: "deleted" }),
    ];
    const ids = [paused.id, ...hidden.map(({ id }) => id), newId()];
    const { html } = await load(createGuest(ids));
    expectText(html, "Not available right now", "Paused chemistry");
    for (const { title } of hidden) expect(html).not.toContain(title);
    for (const id of ids) expect(html).toContain(`action="/shortlist/${id}"`);
    expectNoText(html, "listing_ids", "/shortlist/shared");
    await updateRow(users, teacher.id, { disabledTs: app.clock.now });
    expect((await load(createGuest(ids))).html).not.toContain("Paused chemistry");
  });

  it("offers to add a removed listing again while it is public", async () => {
    const listing = await createListing(await createTeacher(), { title: "Piano at home" });
    const jar = createGuest([]);
    const page = await load(jar, paths.shortlist({ removed: listing.id }));
    expect(page.html).toContain("“Piano at home” is no longer on your shortlist.");
    await updateRow(listings, listing.id, { state: "paused" });
    expect((await load(jar, paths.shortlist({ removed: listing.id }))).html).not.toContain("Piano at home");
    await expectStatus(load(jar, paths.shortlist({ removed: "nope" })), 200);
  });

  it("tells once how many entries a sign-in left out", async () => {
    const jar = await signIn(await createUser());
    jar.set("shortlist", "left-out-3");
    expect((await load(jar)).html).toContain("3 listings were left out when you signed in");
    expect(jar.has("shortlist")).toBe(false);
    expect((await load(jar)).html).not.toContain("left out");
  });
});

describe("POST /shortlist/{id}/note", () => {
  const openNote = async () => {
    const listing = await createListing(await createTeacher(), { title: "History of art" });
    const user = await createUser();
    await insertEntries(user.id, [listing.id]);
    const jar = await signIn(user);
    const save = (note: string, version = 1, as = jar) =>
      app.post(paths.shortlistNote(listing.id), { as, form: { note, version: String(version) } });
    return { listing, user, jar, save };
  };

  it("saves, changes and deletes the note, which only its user sees", async () => {
    const { listing, user, jar, save } = await openNote();
    await expectRedirect(save("Free on Tuesdays\r\n<b>"), `/shortlist#listing-${listing.id}`);
    expect(await readNote(user.id)).toEqual({ note: "Free on Tuesdays\n<b>", version: 2 });
    expect((await load(jar)).html).toContain("Free on Tuesdays\n&lt;b&gt;");
    expect((await load(createGuest([listing.id]))).html).not.toContain("Free on Tuesdays");
    await save("", 2);
    expect(await readNote(user.id)).toEqual({ note: "", version: 3 });
  });

  it("shows both notes after a save in another tab, and saves the typed one then", async () => {
    const { user, save } = await openNote();
    await save("From the phone");
    const html = await expectPage(save("From the laptop"), 409);
    expectText(html, "From the phone", "From the laptop", 'name="version" value="2"');
    expect(await readNote(user.id)).toEqual({ note: "From the phone", version: 2 });
    await expectStatus(save("From the laptop", 2), 303);
    // The form sent twice.
    await expectStatus(save("From the laptop", 2), 303);
    expect(await readNote(user.id)).toEqual({ note: "From the laptop", version: 3 });
  });

  it("keeps a note that is too long, and one whose listing was removed, on the page", async () => {
    const { listing, jar, save } = await openNote();
    const long = `Patient ${"x".repeat(500)}`;
    const refused = await save(long);
    expect([refused.status, (await refused.text()).includes(long)]).toEqual([422, true]);
    await app.post(paths.shortlistEntry(listing.id), { as: jar, form: { action: "remove" } });
    const gone = await save("Typed for nothing");
    expect([gone.status, (await gone.text()).includes("Typed for nothing")]).toEqual([404, true]);
    await expectStatus(load(jar, paths.shortlistNote(listing.id)), 404);
  });
});

describe("/shortlist/shared", () => {
  it("shows the visible listings of the link to everyone, without notes and not indexed", async () => {
    const teacher = await createTeacher();
    const listing = await createListing(teacher, { title: "Shared violin" });
    const draft = await createListing(teacher, {
      title: "Draft violin",
      state: "draft",
      publishedTs: null,
    });
    const { status, html } = await load(
      newJar(),
      paths.sharedShortlist({ ids: formatShortlist([listing.id, draft.id]) }),
    );
    expect(status).toBe(200);
    expectText(html, "Shared violin", "1 listing of this list is not available right now.");
    expect(html).not.toContain("Draft violin");
    expect(html).toContain('content="noindex');
    // The preview in a message.
    const [, title] = html.match(/property="og:title" content="([^"]*)"/) ?? [];
    const [, address] = html.match(/property="og:url" content="([^"]*)"/) ?? [];
    expect(title).toMatch(/^Shortlist with 1 listing: /);
    expect(html).toMatch(/property="og:description" content="Compare Ștefan Țepeș: /);
    expect(address).toContain(listing.id);
  });

  it("answers rubbish and 10,000 ids, and shows at most 50", async () => {
    const teacher = await createTeacher();
    const ids = [];
    for (let n = 0; n < 52; n++) ids.push((await createListing(teacher)).id);
    const many = [...ids, ...Array.from({ length: 10_000 }, newId)];
    const { status, html } = await load(newJar(), `/shortlist/shared?ids=${formatShortlist(many)}`);
    expect([status, html.match(/class="compared"/g)?.length]).toEqual([200, 50]);
    for (const query of ["", "?ids=", "?ids=nope..%00", `?ids=${"x".repeat(9000)}`, "?ids[]=1"]) {
      const rubbish = await expectStatus(load(newJar(), `/shortlist/shared${query}`), 200);
      expect(rubbish.html).toContain("None of these listings is available right now");
    }
  });

  const addAll = (as: Actor, ids: readonly string[], headers = {}) =>
    app.post(paths.sharedShortlist(), { as, form: { ids: formatShortlist(ids) }, headers });

  it("adds the listings to the shortlist of a cookie or an account, and counts each once", async () => {
    const teacher = await createTeacher();
    const first = await createListing(teacher);
    const second = await createListing(teacher);
    const draft = await createListing(teacher, { state: "draft", publishedTs: null });
    const all = [first.id, second.id, draft.id, newId()];
    const guest = createGuest([second.id]);
    const answer = await addAll(guest, all);
    await expectRedirect(answer, "/shortlist?done=added");
    expect(parseShortlist(guest.get("shortlist") ?? "")).toEqual([first.id, second.id]);
    const jar = await createUser();
    for (const answer of await Promise.all([addAll(jar, all), addAll(jar, all)]))
      expect(answer.headers.get("location")).toBe("/shortlist?done=added");
    expect((await load(jar)).html.match(/class="compared"/g)).toHaveLength(2);
    await addAll(await signIn(teacher), all);
    expect([await getCounts(first), await getCounts(second)]).toEqual([{ shortlist: 2 }, { shortlist: 1 }]);
  });

  it("adds as many as there is room for, and tells", async () => {
    const teacher = await createTeacher();
    const [first, second] = [await createListing(teacher), await createListing(teacher)];
    const ids = [first.id, second.id];
    const guest = createGuest(Array.from({ length: 49 }, newId));
    expect((await addAll(guest, ids)).headers.get("location")).toBe("/shortlist?done=added_some");
    expect(parseShortlist(guest.get("shortlist") ?? "")).toHaveLength(50);
    expect((await load(guest, "/shortlist?done=added_some")).html).toContain(
      "your shortlist holds up to 50 listings",
    );
    const user = await createUser();
    await insertEntries(user.id, Array.from({ length: 199 }, newId));
    expect((await addAll(user, ids)).headers.get("location")).toBe("/shortlist?done=added_some");
    const entries = await listRows(shortlistEntries, { userId: user.id });
    expect(entries).toHaveLength(200);
    expect(entries.some(({ listingId }) => listingId === first.id)).toBe(true);
  });
});

it("the calls list entries with their listings and notes, and save a note", async () => {
  const teacher = await createTeacher();
  const listing = await createListing(teacher);
  const paused = await createListing(teacher, { state: "paused" });
  const list = async (init: object) => (await app.get(paths.apiShortlist(), init)).json();
  expect(await list({ as: createGuest([listing.id, paused.id]) })).toMatchObject({
    content: [
      {
        listing_id: listing.id,
        note: null,
        version: null,
        listing: { _id: listing.id, title: listing.title },
      },
      { listing_id: paused.id, note: null, version: null, listing: null },
    ],
  });
  const user = await createUserWithPassword();
  const { token } = await signInByEmail(user.email);
  await insertEntries(user.id, [listing.id]);
  const save = (json: object) =>
    app.request(paths.apiShortlistNote(listing.id), { method: "PUT", json, ...bearer(token) });
  const saved = await save({ note: " Patient ", version: 1 });
  expect(await saved.json()).toEqual({ content: { listing_id: listing.id, note: "Patient", version: 2 } });
  await expectStatus(save({ note: "Late", version: 1 }), 409);
  expect(await list(bearer(token))).toMatchObject({
    content: [{ listing_id: listing.id, note: "Patient", version: 2 }],
  });
});
