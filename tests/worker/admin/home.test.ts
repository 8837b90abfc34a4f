import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { contactMessages, reports } from "@/db/schema";
import { addDays, DAY_MS, HOUR_MS, toDay } from "@/shared/dates";
import { formatTime } from "@/shared/format";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { type Actor, app, db } from "../../helpers/app";
import { createAdmin, createListing, createTeacher } from "../../helpers/factories";
import { createAdminCaller } from "../../helpers/follow-up";
import { insertMessage } from "../follow-up/messages";

let as: Actor;

beforeEach(async () => {
  as = await createAdmin();
});

describe("GET /admin", () => {
  it("shows the day's numbers, and admin pages link to each other", async () => {
    const html = await app.read(paths.admin(), { as });
    expect(html).toContain("New accounts");
    for (const path of [
      paths.followUp(),
      paths.adminListings(),
      paths.adminUsers(),
      paths.adminSettings(),
      paths.adminAudit(),
      paths.adminPosts(),
    ]) {
      expect(html).toContain(`class="admin-nav__link" href="${path}"`);
    }
    const homePage = await app.read(paths.home(), { as });
    expect(homePage).not.toContain("admin-nav");
  });

  it("shows deadlines by harm and time, danger with its hour", async () => {
    const { now } = app.clock;
    const today = toDay(now);
    for (const table of ["reports", "contact_messages", "follow_up_notes", "testimonials"])
      await db.run(sql.raw(`delete from ${table}`));
    const caller = await createAdminCaller();
    const read = () => app.read(paths.admin(), { as: caller.jar });
    const { id: listingId } = await createListing(await createTeacher());
    const late = await insertMessage(9, "Factura lipsă");
    const planned = await insertMessage(0, "Întâlnire la școală");
    await caller.patch(planned, { due: addDays(today, -1), note: "x" });
    const html = await read();
    const box = html.slice(html.indexOf(">Deadlines<"));
    // What an admin planned is no passed deadline.
    for (const [text, title] of [
      ["Was due", "Factura lipsă"],
      ["Planned for", "Întâlnire la școală"],
    ])
      expect(box).toMatch(new RegExp(`>${text} [^<]*</span>[^<]*<a[^>]*>[^<]*${title}`));
    expect(box.indexOf("Factura lipsă")).toBeLessThan(box.indexOf("Întâlnire la școală"));
    expect(box).toContain("Others:");
    expect(html.indexOf(paths.nextTask())).toBeLessThan(html.indexOf("notice"));
    expect(html, "with its key").toMatch(/<kbd>N<\/kbd>/);
    // Danger precedes what is late. A younger report is due today before an older message.
    const answered = await insertMessage(2, "Parola");
    // Promised by the same day, the older message stands first, whatever its key.
    const sameDay = await Promise.all(
      [newId(), newId()]
        .sort()
        .reverse()
        .map(async (id, n) => {
          const values = { id, name: "Ana", email: "ana@example.test", message: "?", locale: "ro" } as const;
          await db.insert(contactMessages).values({ ...values, subject: `Mesaj ${n}`, createdTs: now + n });
          return `contact:${id}`;
        }),
    );
    for (const [title, reason, createdTs] of [
      ["Pericol", "unsafe", now - DAY_MS],
      ["Reclamă", "spam", now - 2 * DAY_MS + HOUR_MS],
    ] as const) {
      const reported = await createListing(await createTeacher(), { title });
      await db.insert(reports).values({ id: newId(), listingId: reported.id, reason, createdTs });
    }
    const withDanger = await read();
    const deadlines = withDanger.slice(withDanger.indexOf(">Deadlines<"));
    expect(deadlines).toMatch(
      /Danger or illegal content:.*Was due .*Pericol.*Others:.*Factura lipsă.*Reclamă.*Parola.*Întâlnire.*Mesaj 0.*Mesaj 1/s,
    );
    await db.run(sql`delete from reports`);
    for (const key of [late, planned, answered, ...sameDay]) await caller.patch(key, { outcome: "Replied" });

    await db.insert(reports).values({ id: newId(), listingId, reason: "unsafe", createdTs: now });
    const danger = await read();
    expect(danger).toContain("danger or illegal content");
    expect(danger).toMatch(/>Reported listings <span class="admin-nav__count">1</);
    const time = formatTime(now + DAY_MS, "en");
    for (const page of [danger, await app.read(paths.followUp(), { as: caller.jar })])
      expect(page).toContain(`, ${time}</span>`);
    expect(await app.read(paths.adminReport(listingId), { as: caller.jar })).toMatch(
      new RegExp(`Decide by [^<]*${time}`),
    );
  });

  it("leads from the listings published today to their list", async () => {
    const { id } = await createListing(await createTeacher(), {
      publishedTs: app.clock.now,
      updatedTs: app.clock.now,
    });
    const earlier = await createListing(await createTeacher(), { publishedTs: 1 });
    const path = paths.adminListings({ state: "today" });
    expect(await app.read(paths.admin(), { as })).toContain(`href="${path}"`);
    const html = await app.read(path, { as });
    expect(html).toContain(`href="${paths.adminListing(id)}"`);
    expect(html).not.toContain(paths.adminListing(earlier.id));
  });

  it("shows that a queue has more than the counted number", async () => {
    await db.run(sql`insert into contact_messages (id, name, email, subject, message, locale, created_ts)
      with recursive n(n) as (select 1 union all select n + 1 from n where n < 150)
      select printf('%016d', n), 'A', 'a@example.test', 's', 'm', 'ro', ${app.clock.now} - n from n`);
    const html = await app.read(paths.admin(), { as });
    expect(html).toContain(`href="${paths.followUp({ queue: "contact" })}">99+</a>`);
    expect(html).toMatch(/>\d+\+ open/);
    // Its deadlines are cut too, with a link to all.
    expect(html).toContain(`<a href="${paths.followUp()}">More tasks with deadlines</a>`);
    await db.run(sql`delete from contact_messages`);
  });

  it("has a line for each queue, so that the lines add up to the number of tasks", async () => {
    const { id: listingId } = await createListing(await createTeacher());
    await db.insert(reports).values({ id: newId(), listingId, reason: "spam", createdTs: app.clock.now });
    await insertMessage(0, "Întrebare");
    const html = await app.read(paths.admin(), { as });
    const section = html.slice(html.indexOf(">Waiting<"), html.indexOf(">So far today<"));
    const counts = [...section.matchAll(/<dd[^>]*>(?:<a[^>]*>)?(\d+)(?: open)?/g)].map(([, n]) => Number(n));
    const [total = 0, ...lines] = counts;
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.reduce((sum, n) => sum + n, 0)).toBe(total);
  });
});
