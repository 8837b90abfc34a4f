import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, contactMessages, followUpNotes, listings, users } from "@/db/schema";
import { runSchedule } from "@/jobs";
import { addDays, DAY_MS, dayOf } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { makeListing, makeTeacher, makeUser } from "../../helpers/factories";
import { makeMember, PASSWORD } from "../accounts/people";
import { type Caller, listFollowUp, makeAdminCaller } from "./caller";

let app: TestApp;
let today: string;
let me: Caller;

beforeEach(async () => {
  app = createTestApp();
  today = dayOf(app.clock.now);
  me = await makeAdminCaller(app);
  await db.delete(followUpNotes);
  await db.delete(contactMessages);
});

/** A message that waits since so many days. */
async function message(daysAgo: number, subject = "Fotografia de profil"): Promise<string> {
  const id = newId();
  await db.insert(contactMessages).values({
    id,
    name: "Ilinca",
    email: "ilinca@example.test",
    subject,
    message: "Cum o schimb?",
    locale: "ro",
    createdTs: app.clock.now - daysAgo * DAY_MS,
  });
  return `contact:${id}`;
}

const keys = async (query: Record<string, string> = {}, caller = me) =>
  (await listFollowUp(app, caller, { queue: "contact", ...query })).content.map(({ key }) => key);
const closed = async (key: string) =>
  (
    await db
      .select()
      .from(contactMessages)
      .where(eq(contactMessages.id, key.split(":")[1] ?? ""))
  )[0]?.closedTs;
const patch = (key: string, json: object, caller = me) =>
  app.request(paths.apiFollowUpRow(key), { method: "PATCH", json, headers: caller.headers });
const post = (key: string, form: Record<string, string>, caller = me) =>
  app.post(paths.followUpRow(key), { form, as: caller.jar });

describe("GET /api/admin/follow-up", () => {
  it("puts first what is overdue, then what is due today, then the oldest", async () => {
    const [a, b, c, d, e] = [
      await message(1),
      await message(2),
      await message(3),
      await message(4),
      await message(5),
    ];
    await me.patch(a, { due: today });
    await me.patch(b, { due: addDays(today, -2) });
    await me.patch(c, { due: addDays(today, -1) });
    await me.patch(d, { due: addDays(today, 1) });
    expect(await keys()).toEqual([b, c, a, e, d]);
    // By the clocks of Bucharest: at 22:30 UTC it is tomorrow there.
    app.clock.now = Date.UTC(2026, 10, 20, 22, 30);
    me = await makeAdminCaller(app, me.admin);
    expect(await keys()).toEqual([b, c, a, d, e]);
  });

  it("finds what is due behind hundreds of notes whose rows are gone", async () => {
    const a = await message(1);
    await me.patch(a, { due: today, owner: me.admin.id });
    await db.run(sql`insert into follow_up_notes (key, since_ts, due, owner_id, updated_ts)
      with recursive n(n) as (select 1 union all select n + 1 from n where n < 1200)
      select 'contact:gone' || n, 1, '2026-01-01', ${me.admin.id}, 1 from n`);
    const b = await message(2);
    expect(await keys()).toEqual([a, b]);
    expect(await keys({ owner: "me" })).toEqual([a]);
    expect(await (await app.get(paths.followUp(), { as: me.jar })).text()).toContain("1 row is due today.");
  });

  it("hides what is put off until its day, and what is done for good", async () => {
    const [a, b] = [await message(1), await message(2)];
    await me.patch(a, { snoozed_until: addDays(today, 1), due: today });
    await me.patch(b, { outcome: "Răspuns" });
    expect(await keys()).toEqual([]);
    expect(await keys({ view: "snoozed" })).toEqual([a]);
    expect(await keys({ view: "done" })).toEqual([b]);
    app.clock.now += DAY_MS;
    me = await makeAdminCaller(app, me.admin);
    expect(await keys()).toEqual([a]);
    expect(await keys({ view: "snoozed" })).toEqual([]);
    app.clock.now += 30 * DAY_MS;
    me = await makeAdminCaller(app, me.admin);
    expect(await keys({ view: "done" })).toEqual([]);
  });

  it("narrows down by owner: mine, nobody's, somebody's", async () => {
    const other = await makeAdminCaller(app);
    const [a, b, c] = [await message(1), await message(2), await message(3)];
    await me.patch(a, { owner: me.admin.id });
    await me.patch(b, { owner: other.admin.id, due: today });
    expect(await keys({ owner: "me" })).toEqual([a]);
    expect(await keys({ owner: other.admin.id })).toEqual([b]);
    expect(await keys({ owner: "me" }, other)).toEqual([b]);
    expect(await keys({ owner: "nobody" })).toEqual([c]);
    expect(await keys()).toEqual([b, c, a]);
  });

  it("goes on by its cursor through every row once, dated or not, in each view", async () => {
    const all: string[] = [];
    for (let n = 0; n < 60; n++) all.push(await message(n % 7));
    for (const [n, key] of all.slice(0, 30).entries())
      await me.patch(key, { owner: me.admin.id, due: addDays(today, (n % 5) - 3) });
    const walk = async (query: Record<string, string>) => {
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const { content, next } = await listFollowUp(app, me, {
          ...query,
          queue: "contact",
          ...(after ? { after } : {}),
        });
        expect(content.length).toBeLessThanOrEqual(25);
        seen.push(...content.map(({ key }) => key));
        after = next ?? undefined;
      } while (after);
      return seen;
    };
    const open = await walk({});
    expect(open).toHaveLength(60);
    expect(new Set(open)).toEqual(new Set(all));
    expect(await walk({ owner: "me" })).toHaveLength(30);
    expect(await walk({ owner: "nobody" })).toHaveLength(30);
    await db.update(followUpNotes).set({ snoozedUntil: addDays(today, 1) });
    expect(new Set(await walk({ view: "snoozed" })).size).toBe(30);
    await db.update(followUpNotes).set({ outcome: "Gata" });
    expect(new Set(await walk({ view: "done" })).size).toBe(30);
  });
});

describe("PATCH /api/admin/follow-up/{key}", () => {
  it("keeps what is left out, clears what is empty, and writes nothing where nothing changes", async () => {
    const key = await message(1);
    const owner = me.admin.id;
    await me.patch(key, { note: " Sună-l \r\n", owner, due: today });
    const row = await me.patch(key, { due: null });
    expect(row).toMatchObject({
      note: "Sună-l",
      owner: { _id: owner, name: "Olga Admin" },
      due: null,
      version: 2,
    });
    expect((await me.patch(key, { note: "Sună-l" })).version).toBe(2);
    expect(await me.patch(key, { note: "", owner: "" })).toMatchObject({ note: "", owner: null, version: 3 });
    const log = await db.select().from(auditLog).where(eq(auditLog.subject, key)).orderBy(sql`rowid`);
    expect(log.map(({ action, detail }) => ({ action, ...detail }))).toEqual([
      { action: "follow_up.noted", queue: "contact", changed: ["note", "owner", "due"] },
      { action: "follow_up.noted", queue: "contact", changed: ["due"] },
      { action: "follow_up.noted", queue: "contact", changed: ["note", "owner"] },
    ]);
    expect(JSON.stringify(log)).not.toContain("Sună-l");
  });

  it("closes a message with its outcome and opens it again without", async () => {
    const key = await message(1);
    await me.patch(key, { outcome: "Răspuns" });
    expect(await closed(key)).toBe(app.clock.now);
    expect(await keys()).toEqual([]);
    await me.patch(key, { outcome: null });
    expect(await closed(key)).toBeNull();
    expect(await keys()).toEqual([key]);
  });

  it("409 for who saw an older version; of two at once one is kept, and without a version both", async () => {
    const key = await message(1);
    const answers = await Promise.all(["A", "B"].map((note) => patch(key, { note, version: 0 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({ title: "datastale" });
    await Promise.all([patch(key, { note: "Amândoi" }), patch(key, { due: today })]);
    const { content } = await listFollowUp(app, me, { queue: "contact" });
    expect(content[0]).toMatchObject({ note: "Amândoi", due: today, version: 3 });
  });

  it("409 closes no message", async () => {
    const key = await message(1);
    await me.patch(key, { note: "x" });
    expect((await patch(key, { outcome: "Gata", version: 0 })).status).toBe(409);
    expect(await closed(key)).toBeNull();
  });

  it("422 for an owner who is no admin or disabled; one who has it already may stay", async () => {
    const key = await message(1);
    const other = await makeAdminCaller(app);
    const learner = await makeUser(app);
    expect((await patch(key, { owner: learner.id })).status).toBe(422);
    await me.patch(key, { owner: other.admin.id });
    await db.update(users).set({ disabledTs: app.clock.now }).where(eq(users.id, other.admin.id));
    expect(await me.patch(key, { note: "x", owner: other.admin.id })).toMatchObject({ note: "x" });
    const second = await message(1);
    const answer = await patch(second, { owner: other.admin.id });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "owner", code: "invalid_choice" }] });
  });

  it("404 for a row that does not stand there and was never noted", async () => {
    const teacher = await makeTeacher(app);
    const { id } = await makeListing(app, teacher);
    for (const key of [
      `listings_expiring:${id}`,
      `reports:${id}`,
      "contact:0000000000000000",
      "nope:1",
      "contact",
    ])
      expect((await patch(key, { note: "x" })).status, key).toBe(404);
  });
});

describe("/admin/follow-up", () => {
  it("302 home for whoever is no admin, forms too", async () => {
    const key = await message(1);
    const jar = new Map();
    for (const path of [paths.followUp(), paths.followUpCsv(), paths.followUpRow(key)])
      expect((await app.get(path, { as: jar })).headers.get("location"), path).toBe("/");
    expect((await app.post(paths.followUpRow(key), { form: { deed: "done" }, as: jar })).status).toBe(302);
    expect(await keys()).toEqual([key]);
  });

  it("303 back to the same list from its buttons: done, and a week later", async () => {
    const [a, b] = [await message(1), await message(2)];
    const done = await post(a, { version: "0", deed: "done", from: "queue=contact&owner=nobody" });
    expect(done.headers.get("location")).toBe(
      `/admin/follow-up?queue=contact&owner=nobody&done=done&row=${encodeURIComponent(a)}`,
    );
    await post(b, { version: "0", deed: "week", from: "" });
    expect(await keys()).toEqual([]);
    expect((await listFollowUp(app, me, { view: "done" })).content[0]).toMatchObject({
      key: a,
      outcome: "Done",
    });
    expect((await listFollowUp(app, me, { view: "snoozed" })).content[0]).toMatchObject({
      key: b,
      snoozed_until: addDays(today, 7),
    });
    const html = await (await app.get(done.headers.get("location") ?? "", { as: me.jar })).text();
    expect(html).toContain("the row has left the list");
    await post(a, { version: "1", deed: "reopen", outcome: "Done", from: "" });
    expect(await keys()).toEqual([a]);
  });

  it("a row's page keeps all fields; days as they are typed in Romanian", async () => {
    const key = await message(1);
    const form = {
      note: "Întreabă de telefon",
      owner: me.admin.id,
      due: "21.11.2026",
      snoozed_until: "",
      outcome: "",
      version: "0",
      deed: "save",
      from: "",
    };
    const answer = await app.post(`/ro${paths.followUpRow(key)}`, { form, as: me.jar });
    expect(answer.status).toBe(303);
    const { content } = await listFollowUp(app, me, { queue: "contact" });
    expect(content[0]).toMatchObject({ note: form.note, owner: { _id: me.admin.id }, due: "2026-11-21" });
    const html = await (await app.get(`/ro${paths.followUpRow(key)}`, { as: me.jar })).text();
    for (const words of [
      "Cum o schimb?",
      "mailto:ilinca@example.test",
      "Întreabă de telefon",
      'value="2026-11-21"',
    ])
      expect(html).toContain(words);
  });

  it("409 shows the other's words and keeps one's own, to be saved over them or not", async () => {
    const key = await message(1);
    await me.patch(key, { note: "Am sunat deja" });
    const form = {
      note: "Trebuie sunat",
      owner: "",
      due: "",
      snoozed_until: "",
      outcome: "",
      deed: "save",
      from: "",
    };
    const answer = await post(key, { ...form, version: "0" });
    expect(answer.status).toBe(409);
    const html = await answer.text();
    expect(html).toContain("Somebody noted something");
    expect(html).toContain("Am sunat deja");
    expect(html).toMatch(/<textarea[^>]*>Trebuie sunat/);
    expect(html).toContain('name="version" value="1"');
    // No newer build loads the page again over it.
    expect(html).toMatch(/<body [^>]*data-sent=""/);
    expect((await post(key, { ...form, version: "1" })).status).toBe(303);
  });

  it("422 keeps what was typed, 404 for a row that is none", async () => {
    const key = await message(1);
    const answer = await post(key, { note: "Rămâne", due: "31.02.2026", version: "0", deed: "save" });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Rămâne");
    for (const path of ["contact:0000000000000000", "x"])
      expect((await app.get(paths.followUpRow(path), { as: me.jar })).status).toBe(404);
  });
});

describe("GET /admin/follow-up.csv", () => {
  it("200 as a file whose cells are no formulas, with the separator of its language", async () => {
    const key = await message(1, "=HYPERLINK(1)");
    await message(2);
    await me.patch(key, { note: "Una; două", due: today });
    const answer = await app.get(`/ro${paths.followUpCsv({ queue: "contact" })}`, { as: me.jar });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(/de-rezolvat-contact-2026-11-20\.csv"$/);
    const [head, first, second] = (await answer.text()).split("\r\n");
    expect(head).toContain("Listă;Despre ce;");
    expect(first).toContain(`Mesaje către noi;'=HYPERLINK(1);;Ilinca;2026-11-19;"Una; două";;2026-11-20;;;`);
    expect(second).toContain("Fotografia de profil");
    const english = await (await app.get(paths.followUpCsv({ owner: "me" }), { as: me.jar })).text();
    expect(english.trim().split("\r\n")).toHaveLength(1);
  });
});

describe("sweep-follow-up", () => {
  const sweep = () => runSchedule("sweep-follow-up", app.bindings, { waitUntil: () => {} });

  it("deletes notes of ninety days ago whose row is gone or came back anew, and no others", async () => {
    const teacher = await makeTeacher(app);
    const { id } = await makeListing(app, teacher, { expiresTs: Date.now() + 5 * DAY_MS });
    const [standing, gone, young] = [await message(200), await message(200), await message(200)];
    for (const key of [standing, gone, young]) await me.patch(key, { note: "x" });
    await db
      .insert(followUpNotes)
      .values({ key: `listings_expiring:${id}`, sinceTs: 1, note: "old", updatedTs: 1 });
    await db.delete(contactMessages).where(sql`id in (${gone.slice(8)}, ${young.slice(8)})`);
    await db
      .update(followUpNotes)
      .set({ updatedTs: Date.now() - 90 * DAY_MS })
      .where(sql`key in (${standing}, ${gone})`);
    await db
      .update(followUpNotes)
      .set({ updatedTs: Date.now() - 89 * DAY_MS })
      .where(eq(followUpNotes.key, young));
    await sweep();
    const left = await db.select({ key: followUpNotes.key }).from(followUpNotes);
    expect(left.map(({ key }) => key).sort()).toEqual([standing, young].sort());
  });
});

describe("somebody who is erased", () => {
  it("takes the notes about their things along, and leaves what they took care of to nobody", async () => {
    const teacher = await makeMember(app, { role: "t" });
    const caller = await makeAdminCaller(app, teacher);
    const { id } = await makeListing(app, teacher, { expiresTs: app.clock.now + DAY_MS });
    const own = newId();
    await db.insert(contactMessages).values({
      id: own,
      userId: teacher.id,
      name: "Ș",
      email: teacher.email,
      subject: "s",
      message: "m",
      locale: "ro",
      createdTs: app.clock.now,
    });
    const taken = await message(1);
    const about = [`contact:${own}`, `listings_expiring:${id}`];
    for (const key of about) await me.patch(key, { note: "despre cineva" });
    await me.patch(taken, { note: "rămâne" });
    await db.update(followUpNotes).set({ ownerId: teacher.id }).where(eq(followUpNotes.key, taken));
    const answer = await app.request(paths.authMe(), {
      method: "DELETE",
      json: { password: PASSWORD },
      headers: caller.headers,
    });
    expect(answer.status).toBe(200);
    expect(await db.select().from(followUpNotes)).toMatchObject([
      { key: taken, ownerId: null, note: "rămâne" },
    ]);
    expect(await db.select().from(listings).where(eq(listings.id, id))).toEqual([]);
  });
});
