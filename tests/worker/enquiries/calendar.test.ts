import ICAL from "ical.js";
import nodeIcal from "node-ical";
import { beforeEach, expect, it } from "vitest";
import { users } from "@/db/schema";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { createTestApp, expectPage, expectRedirect, expectStatus, type TestApp } from "../../helpers/app";
import { listRows, updateRow } from "../../helpers/factories";
import { createConversation, readContent } from "./appointment-setup";

let app: TestApp;
beforeEach(() => {
  app = createTestApp();
});

const findFeed = async (as: Awaited<ReturnType<typeof createConversation>>["asTeacher"]) =>
  (await app.read(paths.calendar(), { as })).match(
    /https:\/\/catedra\.test(\/calendar\.ics\?token=[\w.-]+)/,
  )?.[1] ?? "";

/** What two parsers read of an iCalendar text, by UID, if they agree. */
function parse(text: string) {
  const byIcal = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      start: event.startDate.toJSDate().getTime(),
      end: event.endDate.toJSDate().getTime(),
      summary: event.summary,
      location: event.location,
      description: event.description,
      status: String(component.getFirstPropertyValue("status")),
      sequence: event.sequence,
    };
  });
  const byNodeIcal = Object.values(nodeIcal.sync.parseICS(text)).flatMap((event) =>
    event?.type === "VEVENT"
      ? {
          uid: event.uid,
          start: event.start.getTime(),
          end: event.end?.getTime(),
          summary: event.summary,
          location: event.location,
          description: event.description,
          status: event.status,
          sequence: Number(event.sequence),
        }
      : [],
  );
  expect(byNodeIcal).toEqual(byIcal);
  return byIcal;
}

it("the feed has accepted lessons for two parsers, over both changes of summer time; a cancelled one stays", async () => {
  // Sunday of each change, at the same hour in Romania.
  const starts = [Date.UTC(2026, 9, 25, 8), Date.UTC(2027, 2, 28, 7)];
  const place = "La „Bufnița”; etajul 2, ușa\\3, lângă parcul mare din centrul vechi al Clujului";
  app.clock.now = Date.UTC(2026, 9, 20);
  const talk = await createConversation(app);
  const { agree, act, asLearner } = talk;
  await expectRedirect(app.post(paths.calendar(), { as: asLearner }), paths.calendar({ done: "created" }));
  const feed = await findFeed(asLearner);
  const read = () => app.get(feed);
  const first = await agree(starts[0], { place, minutes: 90 });
  const before = await read();
  const etag = before.headers.get("etag") ?? "";
  expect(Object.fromEntries(before.headers)).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex",
  });
  const text = await before.text();
  for (const line of text.split("\r\n"))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const event = {
    uid: `${first}@catedra.test`,
    start: starts[0],
    end: (starts[0] ?? 0) + 90 * 60_000,
    summary: expect.stringContaining("First lesson: "),
    location: place,
    description: `${talk.listing.title}\nhttps://catedra.test${paths.enquiry(talk.id)}`,
    status: "CONFIRMED",
    sequence: 0,
  };
  expect(parse(text)).toEqual([event]);
  app.clock.now += HOUR_MS;
  await expectStatus(app.get(feed, { headers: { "if-none-match": etag } }), 304);

  await expectStatus(act("teacher", first, "cancel", { reason: "Sunt plecată" }), 200);
  app.clock.now = (starts[1] ?? 0) - 5 * DAY_MS;
  const second = await agree(starts[1]);
  const changed = await app.get(feed, { headers: { "if-none-match": etag } });
  const events = parse(await changed.text());
  expect(events).toHaveLength(2);
  expect(events).toContainEqual({ ...event, status: "CANCELLED", sequence: 1 });
  expect(events).toContainEqual(
    expect.objectContaining({
      uid: `${second}@catedra.test`,
      start: starts[1],
      status: "CONFIRMED",
      description: expect.stringContaining("agree in the conversation how you connect"),
    }),
  );
});

it("only the last address of an open account works, 60 times an hour", async () => {
  const { asTeacher, teacher, agree } = await createConversation(app);
  await agree();
  expect(await app.read(paths.calendar(), { as: asTeacher })).toContain("Create a secret address");
  await app.post(paths.calendar(), { as: asTeacher });
  const old = await findFeed(asTeacher);
  await expectStatus(app.get(old), 200);
  await expectRedirect(app.post(paths.calendar(), { as: asTeacher }), paths.calendar({ done: "renewed" }));
  const page = await app.read(paths.calendar({ done: "renewed" }), { as: asTeacher });
  expect(page).toContain("The address was replaced.");
  expect(page).toContain('href="webcal://catedra.test/calendar.ics?token=');
  const feed = await findFeed(asTeacher);
  expect(await listRows(users, { id: teacher.id })).toMatchObject([{ calendarFeed: 2 }]);
  for (const wrong of [old, `${feed}x`, paths.calendarFeed(), paths.calendarFeed({ token: "a.b.c" })])
    await expectStatus(app.get(wrong), 404);
  for (let n = 1; n < 60; n++) await expectStatus(app.get(feed), 200);
  const limited = await expectStatus(app.get(feed), 429);
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  app.clock.now += HOUR_MS;
  await expectStatus(app.get(feed), 200);
  await updateRow(users, teacher.id, { disabledTs: 1 });
  await expectStatus(app.get(feed), 404);
});

it("the page lists own lessons, the next one first, in both roles", async () => {
  const talk = await createConversation(app);
  const { start, propose, act, agree, asTeacher, asLearner } = talk;
  await agree(start);
  const later = await createConversation(app);
  await later.propose("learner");
  expect(await app.read(paths.calendar(), { as: later.asTeacher })).toContain("Proposed");
  await act(
    "learner",
    (await readContent(await propose("learner", [start + DAY_MS], { reason: "x" })))._id,
    "cancel",
  );
  await agree(start + 2 * DAY_MS);
  for (const as of [asTeacher, asLearner]) {
    const page = await expectPage(app.get(paths.calendar(), { as }), 200);
    const [next = "", earlier = ""] = page.split("Past and canceled");
    expect(next).toContain("Tue, Nov 24, 2026");
    expect(earlier).toContain("Sun, Nov 22, 2026");
    expect(page).not.toContain("Mon, Nov 23, 2026");
  }
  await expectStatus(app.get(paths.calendar()), 302);
});
