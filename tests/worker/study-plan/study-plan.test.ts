import ICAL from "ical.js";
import { beforeEach, expect, it } from "vitest";
import { settings, usualPrices } from "@/db/schema";
import { EXAMS } from "@/features/settings";
import { DAY_MS, toDay } from "@/shared/dates";
import { findNextExam, listLessonDays } from "@/shared/exam-weeks";
import { formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, signIn } from "../../helpers/factories";
import { parseFormEntries } from "../../helpers/forms";
import { findDocument, removeReactMarkers } from "../settings/pricing-admin";

const QUERY = { exam: "pb", subject: "m", hours: 3, county: "cj" };

const roundTo50Lei = (bani: number) => Math.round(bani / 5_000) * 5_000;

beforeEach(async () => {
  await db.delete(settings);
  await db.delete(usualPrices);
});

it("computes the hours until the exam and their cost, and leads to the listings that fit or to a request", async () => {
  const { now } = app.clock;
  const countdown = findNextExam(EXAMS.defaultValue, "pb", toDay(app.clock.now));
  const weeks = countdown?.lessonWeeks ?? 0;
  expect(weeks).toBeGreaterThan(1);
  await db.insert(usualPrices).values({
    subject: "m",
    cells: { cj: { pb: [10, 8_000, 10_000, 12_050] }, vs: { h: [10, 7_000, 8_000, 9_000] } },
    computedTs: app.clock.now,
  });

  const empty = removeReactMarkers(await app.read(paths.plan(QUERY)));
  expect(empty).toContain(`${weeks * 3} hours of Mathematics until the first written test`);
  expect(empty).toContain(
    `${countdown?.days} days until the exam, minus ${countdown?.holidayDays} days of school holidays: ${weeks} whole weeks`,
  );
  expect(empty).toContain("Each school week that you wait takes away 3 hours.");
  expectText(
    await app.read(`/ro${paths.plan(QUERY)}`),
    `${weeks * 3} de ore de matematică până la prima probă scrisă`,
    `${countdown?.holidayDays} de zile de vacanță școlară: ${weeks} de săptămâni întregi`,
  );
  expect(empty).toContain(
    "No teacher of Mathematics in Cluj County has a listing for the Baccalaureate yet.",
  );
  expect(empty).toContain('href="/requests/create?subject=m&amp;level=pb&amp;county=cj"');

  const title = "Algebră și geometrie până la examen";
  await createListing(await createTeacher(), { subject: "m", levels: ["pb"], county: "cj", title });
  const found = removeReactMarkers(await app.read(paths.plan(QUERY)));
  expect(found).toContain('href="/tutoring?subject=m&amp;level=pb&amp;county=cj"');
  const list = await app.read(paths.listings({ subject: "m", level: "pb", county: "cj" }));
  expectText(list, title, "written tests of the Baccalaureate begin on Jun 14, 2027, in 29 weeks.");
  expect(list).toContain('href="/plan?exam=pb&amp;subject=m&amp;county=cj"');

  const online = removeReactMarkers(await app.read(paths.plan({ ...QUERY, hours: 1.5, county: "is" })));
  expect(online).toContain('href="/plan?exam=pb&amp;subject=m&amp;hours=1.5#plan"');
  expect(online).toContain("Too few teachers");
  const coarser = removeReactMarkers(await app.read(paths.plan({ ...QUERY, county: "vs" })));
  expect(coarser).toMatch(
    /<\/strong><\/p><p>Fewer than 10 teachers offer lessons for the Baccalaureate, so these are the prices of lessons/,
  );
  expect(coarser).toContain(
    "In Vaslui County, half of the teachers of Mathematics on this site ask 70 to 90 lei an hour for high school (at least 10 teachers, updated every night).",
  );
  expect(coarser).toContain('#method">');
  expect(await app.read(paths.prices())).toContain('id="method"');
  // Both exams have one source.
  expect((await app.read(paths.plan())).match(/Source of the dates: Bacalaureat: OM 5211/g)).toHaveLength(1);
  // Four weeks of three hours, at exactly the prices that are shown.
  expect(found).toContain("A month with four weeks of lessons: about 960 to 1,440 lei.");
  // The price of the listing that fits, not only the usual one.
  const total = roundTo50Lei(weeks * 3 * 9_000);
  expect(found).toMatch(
    new RegExp(
      `Cost at the listings that fit.*about ${formatLei(total, "en")}.*weeks of lessons: about 1,080 lei\\..*>1 listing</a>: 90 lei an hour\\.`,
    ),
  );
  expect(found).toMatch(/<summary>Source of the date<\/summary><p>Bacalaureat: OM 5211\/2026/);
  expect(found).not.toContain("draft calendar");
  expect(await app.read(paths.plan())).toMatch(
    /National Evaluation begins on [^<]+ This date is from a draft calendar and may still change\.<\/li>/,
  );
  await createListing(await createTeacher(), {
    subject: "m",
    levels: ["pb"],
    county: "ab",
    online: true,
  });
  await createListing(await createTeacher(), {
    subject: "m",
    levels: ["h"],
    county: "is",
    price: 13_000,
  });
  // Without a listing that fits: teachers of the school before the exam in the county, and those of the exam online.
  const helpful = removeReactMarkers(await app.read(paths.plan({ ...QUERY, county: "is" })));
  expect(helpful).toMatch(
    /Cost at listings for high school.*about 1,560 lei\..*href="\/tutoring\?subject=m&amp;level=h&amp;county=is">1 listing<\/a>: 130 lei/,
  );
  expect(helpful).toMatch(
    /Cost at listings online.*href="\/tutoring\?subject=m&amp;level=pb&amp;online=1">1 listing<\/a>: 90 lei/,
  );
  expect(found).not.toContain("Cost at listings");

  expect(await app.read(paths.planCalendar({ ...QUERY, hours: 1.5 }))).toContain("1.5 hours of Mathematics");

  const { content } = await (await expectStatus(app.get(paths.apiPlan(QUERY)), 200)).json<{
    content: object;
  }>();
  expect(content).toEqual({
    exam: "pb",
    subject: "m",
    county: "cj",
    day: countdown?.day,
    days: countdown?.days,
    weeks: countdown?.weeks,
    lesson_weeks: weeks,
    holidays: countdown?.holidays,
    source: countdown?.source,
    lessons: weeks * 3,
    cost: {
      from: roundTo50Lei(weeks * 3 * 8_000),
      to: roundTo50Lei(weeks * 3 * 12_000),
      monthly: { from: 96_000, to: 144_000 },
      level: "pb",
      scope: "county",
    },
    offered: {
      prices: { from: 9_000, to: 9_000 },
      total: { from: total, to: total },
      monthly: { from: 108_000, to: 108_000 },
    },
    listings: 1,
    list_path: "/tutoring?subject=m&level=pb&county=cj",
  });

  const file = await expectStatus(app.get(paths.planCalendar(QUERY)), 200);
  const text = await file.text();
  expect(text).not.toContain("UNTIL");
  const events = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents("vevent")
    .map((event) => new ICAL.Event(event));
  expect(events.map(({ summary }) => summary)).toEqual(["Baccalaureate", "3 hours of Mathematics"]);
  expect(events[0]?.description).toContain("Source of the dates: Bacalaureat: OM 5211/2026");
  expect(events[0]?.startDate.toString()).toBe(countdown?.day);
  // Without a whole week left, the listings are still there, with the price of an hour.
  app.clock.now = Date.parse(countdown?.day ?? "") - 3 * DAY_MS;
  await createListing(await createTeacher(), { subject: "m", levels: ["h"], county: "tm" });
  const late = removeReactMarkers(await app.read(paths.plan({ ...QUERY, county: "tm" })));
  expect(late).toMatch(
    /Cost at listings for high school<\/dt><dd[^>]*><p><a href="[^"]*county=tm">1 listing<\/a>: 90 lei/,
  );
  app.clock.now = now;
  const days: string[] = [];
  const all = events[1]?.iterator();
  for (let next = all?.next(); next; next = all?.next()) days.push(next.toString());
  expect(days).toEqual(countdown && listLessonDays(countdown, toDay(app.clock.now)));
});

it.each([
  [{ exam: "pe", subject: "b" }, "This subject is not part of this exam."],
  [{ exam: "pb", subject: "m", hours: "20.5" }, "Enter 0.5 to 20 hours a week, in steps of half an hour"],
  [{ exam: "pb", subject: "m", hours: "1.3" }, "Enter 0.5 to 20 hours a week, in steps of half an hour"],
  [{ exam: "x", subject: "m", county: "zz" }, 'id="field-exam-error"'],
  [{ exam: "pb", subject: "", hours: "5" }, "Choose a subject."],
])("returns the typed form with its errors for %j", async (query, error) => {
  const html = await expectPage(
    app.get(`${paths.plan()}?${new URLSearchParams(query as Record<string, string>)}`),
    422,
  );
  expect(html).toContain(error);
  expect(html).toContain(`<option value="${query.subject}"${query.subject ? ' selected=""' : ""}`);
  await expectStatus(app.get(paths.apiPlan(query)), 422);
  await expectStatus(app.get(paths.planCalendar(query)), 422);
});

it("reads a decimal comma", async () => {
  expect(await app.read("/ro/plan?exam=pb&subject=m&hours=1,5")).toContain('value="1.5"');
});

it("says nothing of exams whose day an admin removed, and the list of another level says nothing", async () => {
  expect(await app.read(paths.listings({ level: "pe" }))).toContain(
    "For pupils who finish grade 8 in 2027, the National Evaluation begins on Jun 22, 2027, in 30 weeks.",
  );
  for (const query of [{ level: "h" }, { level: "pe", subject: "b" }])
    expect(await app.read(paths.listings(query))).not.toContain("/plan?");
  const admin = await signIn(await createAdmin());
  const year = { version: "0", year: ["2026/27", ""], pe: ["", ""], holidays: ["", ""], source: ["", ""] };
  // Each field and each line that is wrong is named at once.
  const holidays = ["2026-12-23 - 10.01.2027\n2027-13-01\n2027-05-04 2027-04-24\n2028-01-01", ""];
  const wrong = { ...year, pb: ["2027-09-14", ""], source: ["x".repeat(301), ""], holidays };
  for (const [form, fields, lines] of [
    [wrong, ["pb", "holidays", "source"], "2, 3, 4"],
    [{ ...wrong, year: ["2026", ""] }, ["year", "holidays", "source"], "2, 3"],
  ] as const) {
    const html = await expectPage(app.post("/ro/admin/settings/exams", { as: admin, form }), 422);
    for (const name of fields) expect(html).toContain(`id="field-0.${name}-error"`);
    expect([...html.matchAll(/<a href="#field-0\.(\w+)"/g)].map(([, name]) => name)).toEqual(fields);
    expect(html).toContain(`Verificați rândurile: ${lines}.`);
    // The summary names the year of each field.
    expect(html).toContain(`${form.year[0]}, Vacanțe`);
    expect(html).toContain("2026-12-23 2027-01-10\n2027-13-01");
  }
  const right = {
    ...year,
    year: ["2026–2027", ""],
    pb: ["2027-06-14", ""],
    holidays: ["23.12.2026 – 10.01.2027\n2027-06-19 2027-09-03", ""],
  };
  // Parents see the day that is removed, so the page asks.
  const asked = await expectPage(app.post("/ro/admin/settings/exams", { as: admin, form: right }), 422);
  expect(asked).toContain("data este ștearsă (22.06.2027)");
  expect(await findDocument("settings/exams")).toBeNull();
  const { confirmed = "" } = Object.fromEntries(parseFormEntries(asked, /<form[^>]*\/settings\/exams"/));
  await expectRedirect(
    app.post("/ro/admin/settings/exams", { as: admin, form: { ...right, confirmed } }),
    "/ro/admin/settings?done=exams",
  );
  expect(await app.read("/ro/admin/settings?done=exams", { as: admin })).toMatch(
    /au fost salvate\.[^<]*(<!-- -->)?[^<]*<a href="\/ro\/plan">Ce văd părinții/,
  );
  // The history names only what changed.
  const history = removeReactMarkers(await app.read("/admin/settings/exams", { as: admin }));
  expect(history).toContain(
    "2026/27, National Evaluation, first written test:</strong> no date (before: Jun 22, 2027)",
  );
  expect(history).not.toContain("2026/27, Baccalaureate, first written test:</strong>");
  expect(await findDocument("settings/exams")).toMatchObject({
    value: {
      years: [
        {
          year: "2026/27",
          pe: null,
          pb: "2027-06-14",
          holidays: [
            { from: "2026-12-23", to: "2027-01-10" },
            { from: "2027-06-19", to: "2027-09-03" },
          ],
          source: "",
        },
      ],
    },
  });
  expect(await app.read(paths.listings({ level: "pe" }))).not.toContain("National Evaluation begins on");
  await expectStatus(app.get(paths.apiPlan({ exam: "pe", subject: "m" })), 404);
  expect(await app.read(paths.plan())).not.toContain("National Evaluation begins");
  expect(await app.read(paths.plan({ exam: "pe", subject: "m" }))).toContain("date of this exam yet");
  await db.update(settings).set({ value: { years: [] } });
  for (const path of ["/ro/plan", `/ro${paths.plan({ exam: "pe", subject: "m" })}`])
    expect(await app.read(path)).toContain("<p>Nu avem încă datele examenelor.</p>");
});
