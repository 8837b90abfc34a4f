import { describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, expectPage, expectStatus, expectText } from "../../helpers/app";
import { recordEvents } from "../../helpers/counting";
import { createListing, createTeacher, createUser } from "../../helpers/factories";

const DAY_MS = 86_400_000;

async function createTeacherWithStatistics() {
  const teacher = await createUserWithPassword({ role: "t" });
  const mathematics = await createListing(teacher, { title: "Matematică pe înțeles" });
  const otherListing = await createListing(teacher, {
    title: '=HYPERLINK("http://rau.test")',
    subject: "p",
  });
  const { now } = app.clock;
  await recordEvents(
    mathematics,
    {
      impression: 1200,
      promoted_impression: 34,
      view: 57,
      reveal: 3,
      enquiry: 2,
      shortlist: 4,
      view_qr: 5,
      view_link: 2,
    },
    now,
  );
  await recordEvents(mathematics, { view: 7 }, now - 3 * DAY_MS);
  await recordEvents(mathematics, { impression: 600, view: 128 }, now - 31 * DAY_MS);
  await recordEvents(otherListing, { impression: 11, view: 1 }, now - DAY_MS);
  return { teacher, mathematics, other: otherListing, as: teacher };
}

/** The text of a page, without tags. */
const readText = async (answer: Response) =>
  (await answer.text())
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

describe("GET /profile/analytics", () => {
  it("200 shows totals, changes as text, charts with descriptions, and each listing", async () => {
    const { as, mathematics } = await createTeacherWithStatistics();
    const answer = await expectStatus(app.get(paths.analytics(), { as }), 200);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const html = await answer.clone().text();
    const text = await readText(answer);
    expectText(
      text,
      "Oct 22 – Nov 20, 2026, compared with Sep 22 – Oct 21, 2026.",
      "Regular impressions 1,211 +611 (102% more)",
      "Promoted impressions 34 +34 (none before)",
      "Views 65 −63 (49% fewer)",
      "Messages 2 +2 (none before)",
      "QR code 5 +5 +5 (none before) Flyer 0",
    );
    expect(html.match(/<svg class="chart__svg"[^>]*role="img"[^>]*><title/g)).toHaveLength(4);
    expectText(text, "Added to shortlists 4 +4 (none before)", "Highest day: 1,234, on Nov 20, 2026.");
    expect(html).toContain(
      `href="/profile/analytics?from=2026-10-22&amp;to=2026-11-20&amp;listing=${mathematics.id}"`,
    );
    expect(html).not.toMatch(/ style=/);
  });

  it("accepts a number of days, two dates, and dates typed in the page's language", async () => {
    const { as } = await createTeacherWithStatistics();
    const week = await readText(await app.get(paths.analytics({ days: 7 }), { as }));
    expectText(week, "Nov 14 – 20, 2026, compared with Nov 7 – 13, 2026.", "Views 65 +65 (none before)");
    const oneDay = { from: "2026-10-20", to: "2026-10-20" };
    expect(await readText(await app.get(paths.analytics(oneDay), { as }))).toContain("Views 128 +128");
    const typed = { from: "20.10.2026", to: "20.10.2026" };
    expect(await readText(await app.get(`/ro${paths.analytics(typed)}`, { as }))).toContain(
      "Vizualizări 128 +128",
    );
  });

  it("shows one listing; 404 for another user's or a malformed id", async () => {
    const { as, other } = await createTeacherWithStatistics();
    const text = await readText(await app.get(paths.analytics({ listing: other.id }), { as }));
    expect(text).toContain("Views 1 +1 (none before)");
    const foreign = await createListing(await createTeacher());
    await expectStatus(app.get(paths.analytics({ listing: foreign.id }), { as }), 404);
    await expectStatus(app.get(paths.analytics({ listing: "x" }), { as }), 404);
  });

  it("returns 422 at the field for invalid, reversed or too many days, and shows the default period", async () => {
    const { as } = await createTeacherWithStatistics();
    for (const [query, field, message] of [
      [{ from: "ieri" }, "from", "Enter a date with month, day and year, such as 03/14/1990."],
      [{ from: "2026-02-30" }, "from", "Enter a date with month, day and year, such as 03/14/1990."],
      [{ from: "2026-11-20", to: "2026-11-19" }, "to", "The last day must not be before the first one."],
      [{ from: "2020-01-01" }, "from", "At most 400 days can be shown at once."],
      [
        { from: "<script>alert(1)</script>" },
        "from",
        "Enter a date with month, day and year, such as 03/14/1990.",
      ],
    ] as const) {
      const html = await expectPage(app.get(paths.analytics(query), { as }), 422);
      expectText(html, message, `id="field-${field}-error"`);
      expect(html).not.toContain("<script>alert");
      expect(html).toContain("Oct 22 – Nov 20, 2026");
    }
  });

  it("tells learners, and teachers without listings or counts, what to do; redirects visitors to sign-in", async () => {
    const learner = await readText(await app.get(paths.analytics(), { as: await createUser() }));
    expect(learner).toContain("Statistics are for teachers");
    const teacher = await createTeacher();
    expect(await readText(await app.get(paths.analytics(), { as: teacher }))).toContain("Create a listing");
    await createListing(teacher);
    expect(await readText(await app.get(paths.analytics(), { as: teacher }))).toContain("No activity yet");
    const visitorResponse = await app.get(paths.analytics({ days: 7 }));
    expect(visitorResponse.headers.get("location")).toBe(paths.signIn({ next: "/profile/analytics?days=7" }));
    await expectStatus(app.get(paths.analyticsCsv()), 302);
  });
});

it("GET /profile/analytics.csv returns a row for each day and listing, with formulas escaped", async () => {
  const { as } = await createTeacherWithStatistics();
  const answer = await expectStatus(
    app.get(paths.analyticsCsv({ from: "2026-11-19", to: "2026-11-20" }), { as }),
    200,
  );
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="[a-z0-9-]+-statistics-2026-11-19-2026-11-20\.csv"$/,
  );
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).split("\r\n");
  expect(lines[0]).toBe(
    "Day,Listing,Subject,Regular impressions,Promoted impressions,Views,Phone number views,Messages,Added to shortlists,Views: QR code,Views: Flyer,Views: WhatsApp,Views: Facebook,Views: Copied link",
  );
  expect(lines.slice(1, 5).sort()).toEqual([
    `2026-11-19,"'=HYPERLINK(""http://rau.test"")",Physics,11,0,1,0,0,0,0,0,0,0,0`,
    "2026-11-19,Matematică pe înțeles,Mathematics,0,0,0,0,0,0,0,0,0,0,0",
    `2026-11-20,"'=HYPERLINK(""http://rau.test"")",Physics,0,0,0,0,0,0,0,0,0,0,0`,
    "2026-11-20,Matematică pe înțeles,Mathematics,1200,34,57,3,2,4,5,0,0,0,2",
  ]);
  expect(lines.slice(5)).toEqual([""]);
  const romanian = await app.read(`/ro${paths.analyticsCsv()}`, { as });
  expect(romanian).toContain(
    "Ziua;Anunț;Materie;Afișări obișnuite;Afișări promovate;Vizualizări;Telefon afișat;Mesaje;Adăugări la favorite",
  );
});

it("GET /api/analytics returns the caller's rows by listing and day, and no other user's", async () => {
  const { teacher, mathematics, other } = await createTeacherWithStatistics();
  const stranger = await createListing(await createTeacher());
  await recordEvents(stranger, { view: 5 }, app.clock.now);
  const { token } = await signInByEmail(teacher.email);
  const getRows = async (query = {}) =>
    (await app.get(paths.apiAnalytics(query), bearer(token))).json() as Promise<{
      content: object[];
      next: null;
    }>;
  const zero = {
    impressions: 0,
    promoted_impressions: 0,
    views: 0,
    reveals: 0,
    enquiries: 0,
    shortlistings: 0,
    sources: { qr: 0, flyer: 0, whatsapp: 0, facebook: 0, link: 0 },
  };
  const { content, next } = await getRows();
  expect(next).toBeNull();
  expect(content).toEqual([
    { ...zero, listing_id: mathematics.id, day: "2026-11-17", views: 7 },
    { ...zero, listing_id: other.id, day: "2026-11-19", impressions: 11, views: 1 },
    {
      listing_id: mathematics.id,
      day: "2026-11-20",
      impressions: 1200,
      promoted_impressions: 34,
      views: 57,
      reveals: 3,
      enquiries: 2,
      shortlistings: 4,
      sources: { ...zero.sources, qr: 5, link: 2 },
    },
  ]);
  expect((await getRows({ from: "2026-10-20", to: "2026-10-20" })).content).toEqual([
    { ...zero, listing_id: mathematics.id, day: "2026-10-20", impressions: 600, views: 128 },
  ]);
  expect((await getRows({ from: "2026-12-01", to: "2026-12-31" })).content).toEqual([]);
});

it("GET /profile/listings shows the performance of each listing in thirty days, with a link to details", async () => {
  const { as, mathematics } = await createTeacherWithStatistics();
  const answer = await app.get(`/ro${paths.ownListings()}`, { as });
  const html = await answer.clone().text();
  expect(html).toContain(`href="/ro/profile/analytics?days=30&amp;listing=${mathematics.id}"`);
  const text = await readText(answer);
  expectText(
    text,
    "În ultimele 30 de zile: 64 de vizualizări · 2 mesaje",
    "În ultimele 30 de zile: 1 vizualizare · 0 mesaje",
  );
});
