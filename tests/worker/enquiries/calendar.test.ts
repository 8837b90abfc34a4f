import ICAL from "ical.js";
import nodeIcal from "node-ical";
import { expect, it } from "vitest";
import { enquiries, users } from "@/db/schema";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { app, expectPage, expectRedirect, expectStatus } from "../../helpers/app";
import { listRows, mailsTo, updateRow } from "../../helpers/factories";
import { createConversation, readContent, toIso } from "./appointment-setup";

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
  const talk = await createConversation();
  const { agree, act, asLearner } = talk;
  await updateRow(enquiries, talk.id, { learnerWho: "child" });
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
    uid: `${talk.id}@catedra.test`,
    start: starts[0],
    end: (starts[0] ?? 0) + 90 * 60_000,
    summary: expect.stringContaining("First lesson: "),
    location: place,
    description: expect.stringMatching(
      new RegExp(
        `^${talk.listing.title}\nPrice in the listing: .*\nA child goes .*\nhttps://catedra.test${paths.enquiry(talk.id)}$`,
      ),
    ),
    status: "CONFIRMED",
    sequence: 0,
  };
  expect(parse(text)).toEqual([event]);
  app.clock.now += HOUR_MS;
  await expectStatus(app.get(feed, { headers: { "if-none-match": etag } }), 304);

  await expectStatus(act("teacher", first, "cancel", { reason: "Sunt plecată" }), 200);
  app.clock.now = (starts[1] ?? 0) - 5 * DAY_MS;
  const changed = await app.get(feed, { headers: { "if-none-match": etag } });
  expect(parse(await changed.text())).toEqual([{ ...event, status: "CANCELLED", sequence: 1 }]);
  await agree(starts[1]);
  const again = { uid: event.uid, start: starts[1], status: "CONFIRMED", sequence: 2 };
  const online = expect.stringContaining("agree in the conversation how you connect");
  expect(parse(await (await read()).text())).toMatchObject([{ ...again, description: online }]);
  // A lesson after one that is over is another event.
  app.clock.now = (starts[1] ?? 0) + DAY_MS;
  const later = app.clock.now + DAY_MS;
  await agree(later);
  expect(parse(await (await read()).text())).toMatchObject([
    { uid: `${talk.id}-1@catedra.test`, start: later, sequence: 4 },
    again,
  ]);
});

it("files of an acceptance, a move and a cancellation leave in calendars exactly what is agreed", async () => {
  const { start, agree, propose, act, asLearner, asTeacher, learner, teacher, id } =
    await createConversation();
  await app.post(paths.calendar(), { as: asTeacher });
  const feed = await findFeed(asTeacher);
  /** The starts in a calendar after these files: of each event the last one counts. */
  const importFiles = (files: readonly string[]) => {
    const events = new Map<string, { sequence: number; start: number; isCancelled: boolean }>();
    for (const file of files)
      for (const { uid, start: at, sequence, status } of parse(file)) {
        const isCancelled = status === "CANCELLED";
        if (sequence >= (events.get(uid)?.sequence ?? 0))
          events.set(uid, { sequence, start: at, isCancelled });
      }
    return [...events.values()].flatMap(({ start: at, isCancelled }) => (isCancelled ? [] : [at]));
  };
  const listFiles = async (email: string) =>
    (await mailsTo(email)).flatMap(({ attachment }) => attachment ?? []);
  const moved = start + DAY_MS;
  let current = "";
  const steps: [() => Promise<unknown>, number[]][] = [
    [async () => (current = await agree()), [start]],
    [
      async () =>
        (current = (await readContent(await propose("learner", [moved], { reason: "Nu pot" })))._id),
      [start],
    ],
    [() => act("teacher", current, "accept", { time: toIso(moved) }), [moved]],
    [() => act("learner", current, "cancel", { reason: "Am febră" }), []],
  ];
  const offered: string[] = [];
  for (const [step, agreed] of steps) {
    app.clock.now += 1000;
    await step();
    const page = await app.read(paths.enquiry(id), { as: asLearner });
    const link = page.match(/href="([^"]*lesson\.ics)"/)?.[1] ?? "";
    expect(page.includes("Remove from your calendar")).toBe(agreed.length === 0);
    // The learner, who cancels, gets the file on the page too.
    offered.push(await app.read(link, { as: asLearner }));
    expect(importFiles(offered)).toEqual(agreed);
    expect(importFiles((await listFiles(teacher.email)).map(({ text }) => text))).toEqual(agreed);
    expect(importFiles([await (await app.get(feed)).text()])).toEqual(agreed);
  }
  const methods = (await listFiles(teacher.email)).map(({ type, text }) => [
    type.split("method=")[1],
    text.match(/METHOD:(\w+)/)?.[1],
    text.match(/ORGANIZER.*:mailto:(\S+)/)?.[1],
  ]);
  const from = expect.stringContaining("@");
  expect(methods).toEqual(["PUBLISH", "PUBLISH", "CANCEL"].map((method) => [method, method, from]));
  expect(await listFiles(learner.email)).toHaveLength(3);
});

it("only the last address of an open account works, 60 times an hour", async () => {
  const { asTeacher, teacher, agree } = await createConversation();
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
  const talk = await createConversation();
  const { start, propose, act, agree, asTeacher, asLearner } = talk;
  await agree(start);
  const later = await createConversation();
  await later.propose("learner");
  expect(await app.read(paths.calendar(), { as: later.asTeacher })).toContain("Proposed");
  await act(
    "learner",
    (await readContent(await propose("learner", [start + DAY_MS], { reason: "x" })))._id,
    "cancel",
  );
  app.clock.now += 1;
  const moving = await readContent(await propose("learner", [start + 2 * DAY_MS], { reason: "x" }));
  app.clock.now += 1;
  await act("teacher", moving._id, "accept", { time: moving.times[0] });
  for (const as of [asTeacher, asLearner]) {
    const page = await expectPage(app.get(paths.calendar(), { as }), 200);
    const [next = "", earlier = ""] = page.split("Past and canceled");
    expect(next).toContain("Tue, Nov 24, 2026");
    expect(earlier).toContain("Sun, Nov 22, 2026");
    expect(earlier).toContain(">Moved<");
    expect(earlier).not.toContain(">Canceled<");
    expect(page).not.toContain("Mon, Nov 23, 2026");
  }
  app.clock.now += 1;
  await act("learner", moving._id, "cancel");
  expect(await app.read(paths.calendar(), { as: asTeacher })).toMatch(/>Canceled<.*>Moved</s);
  await expectStatus(app.get(paths.calendar()), 302);
});
