import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { reports, testimonials } from "@/db/schema";
import { sendTaskDigests } from "@/features/follow-up";
import { DAY_MS, HOUR_MS, toDay } from "@/shared/dates";
import { formatFullName } from "@/shared/format";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { withQuery } from "@/shared/paths/query";
import { app, db, expectPage, expectRedirect, expectStatus } from "../../helpers/app";
import { createListing, createTeacher, mailsTo } from "../../helpers/factories";
import { type Caller, createAdminCaller } from "../../helpers/follow-up";
import { servicesAt } from "../../helpers/services";
import { readUndoForm } from "../../helpers/undo";
import { insertVerification } from "../verifications/setup";
import { insertMessage, setUpEmptyList } from "./messages";

let me: Caller;

beforeEach(async () => {
  ({ me } = await setUpEmptyList());
  for (const table of ["reports", "payment_events", "verifications", "testimonials", "mail_outbox"])
    await db.run(sql.raw(`delete from ${table}`));
  await db.run(sql`update listings set state = 'paused' where state in ('pending', 'suspended')`);
  await db.run(sql`delete from listing_revisions`);
  await db.run(
    sql`insert or replace into job_runs (name, last_success_ts) values ('backup', ${Date.UTC(2100)})`,
  );
});

/** Follows a redirect; the path and query of the page, and its HTML. */
async function follow(location: string | null): Promise<{ path: string; html: string }> {
  const answer = await app.get(location ?? "", { as: me.jar });
  if (answer.status === 303) return follow(answer.headers.get("location"));
  expect(answer.status, location ?? "").toBe(200);
  return { path: location ?? "", html: await answer.text() };
}

const post = async (path: string, form: Record<string, string>) =>
  follow((await expectStatus(app.post(path, { as: me.jar, form }), 303)).headers.get("location"));

/** The position in the run of the first form with this action, as its address has it. */
const readRun = (html: string, action: string) =>
  new URLSearchParams(html.split(`ction="${action}?`)[1]?.split('"')[0]?.replaceAll("&amp;", "&") ?? "").get(
    "run",
  ) ?? "";
/** The whole address of that form. */
const readAddress = (html: string, action: string) =>
  html.match(new RegExp(`action="(${action}[^"]*)"`))?.[1]?.replaceAll("&amp;", "&") ?? "";
const readField = (html: string, name: string) =>
  html.match(new RegExp(`name="${name}" value="([^"]*)"`))?.[1]?.replaceAll("&amp;", "&") ?? "";
const readNext = (html: string) =>
  html.match(/href="(\/admin\/morning\?after=[^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";

describe("GET /admin/morning", () => {
  it("plays tasks of all kinds in the order of harm, undoes the last decision, and ends with all clear", async () => {
    const teacher = await createTeacher();
    await db.run(sql`update teacher_information set county = 'cj', phone_number = '+40712345678'`);
    const { id: reported } = await createListing(teacher);
    await db.insert(reports).values({
      id: newId(),
      listingId: reported,
      reason: "unsafe",
      createdTs: app.clock.now - HOUR_MS,
    });
    const document = await insertVerification(teacher.id, {
      state: "pending",
      createdTs: app.clock.now - 3 * HOUR_MS,
      decidedTs: null,
    });
    const message = await insertMessage(0);
    const young = await createListing(teacher, {
      subject: "p",
      state: "pending",
      submittedTs: app.clock.now - HOUR_MS,
      publishedTs: null,
    });
    expect(await app.read(paths.admin(), { as: me.jar })).toContain(`href="${paths.nextTask()}"`);

    const first = await follow(paths.nextTask());
    expect(first.path).toContain(paths.adminReport(reported));
    expect(first.html).toContain("3 open tasks, 1 new listing");
    // Skipped: the report stays open.
    const second = await follow(readNext(first.html));
    expect(second.path).toContain(paths.adminVerification(document));
    const rejectPath = paths.adminVerificationAction(document, "reject");
    const reject = (html: string) =>
      post(withQuery(rejectPath, { run: readRun(html, rejectPath) }), {
        version: readField(html, "version"),
        reason: "unreadable",
        text: "Nu se vede data.",
      });
    const third = await reject(second.html);
    expect(third.path).toContain(paths.followUpRow(message));
    expect(third.html).toContain(`>Documents to check: ${formatFullName(teacher)}</a>`);
    expect(third.html).toContain("2 open tasks, 1 new listing");
    const undoPath = paths.adminVerificationAction(document, "undo");
    const undone = await post(
      withQuery(undoPath, { run: readRun(third.html, undoPath) }),
      await readUndoForm(`verification:${document}`),
    );
    expect(undone.path).toContain(paths.adminVerification(document));
    expect(undone.html).toContain("The decision was undone");
    const again = await reject(undone.html);
    expect(again.path).toContain(paths.followUpRow(message));

    const row = paths.followUpRow(message);
    // The form of the task sends the reply, with other buttons for the note.
    const reply = paths.adminContactReply(message.replace("contact:", ""));
    const fourth = await post(withQuery(row, { run: readRun(again.html, reply) }), {
      intent: "no_reply",
      version: readField(again.html, "version"),
      since: readField(again.html, "since"),
    });
    expect(fourth.path).toContain(paths.adminListing(young.id));
    expect(fourth.html).toMatch(/Contact messages: \w+<\/a>.*?The task is marked as done/s);
    const undoForm = fourth.html.slice(fourth.html.indexOf(`action="${row}?`));
    const undo = { intent: readField(undoForm, "intent"), version: readField(undoForm, "version") };
    const undoRow = withQuery(row, { run: readRun(fourth.html, row) });
    // Another admin changes the note before the undo.
    await (await createAdminCaller()).patch(message, { note: "Am sunat" });
    const refused = await expectPage(app.post(undoRow, { as: me.jar, form: undo }), 409);
    expect(refused).toContain("1 open task, 1 new listing");
    expect(refused).toContain("it was changed after your decision");
    expect(refused).toContain("Am sunat</textarea>");
    expect(refused).not.toContain("What you typed");
    const version = readField(refused, "version");
    const reopened = await post(undoRow, { ...undo, version });
    expect(reopened.path).toContain(paths.followUpRow(message));
    expect(reopened.html).toContain("The task is open again");
    await post(withQuery(row, { run: readRun(reopened.html, reply) }), {
      intent: "no_reply",
      version: readField(reopened.html, "version"),
    });
    const approvePath = paths.adminListingAction(young.id, "approve");
    const end = await post(withQuery(approvePath, { run: readRun(fourth.html, approvePath) }), {
      version: readField(fourth.html, "version"),
    });
    for (const text of [
      "You have seen all tasks",
      "1 task is still open",
      `href="${paths.adminReport(reported)}?run=`,
    ])
      expect(end.html).toContain(text);
    expect(readRun(end.html, paths.adminListingAction(young.id, "undo"))).not.toBe("");
    expect(end.html).not.toContain("snoozed until");
    // Danger waits for no other day.
    await db.run(sql`delete from reports`);
    const later = paths.followUpRow(await insertMessage(0));
    const { html } = await follow(later);
    await post(later, {
      intent: "tomorrow",
      version: readField(html, "version"),
      since: readField(html, "since"),
    });
    const clear = await follow(paths.nextTask());
    expect(clear.html).toContain("One task is snoozed until");
    expect(clear.html).not.toContain("All clear");
    const checked = await createTeacher();
    await createListing(checked, { state: "suspended", stateReasons: ["unsafe"], updatedTs: app.clock.now });
    await me.patch(`suspensions:${checked.id}`, { snoozed_until: toDay(app.clock.now + DAY_MS) });
    // Danger is named also if the first page of snoozed tasks does not have it.
    await db.run(sql`insert into contact_messages (id, name, email, subject, message, locale, created_ts)
      with recursive n(n) as (select 1 union all select n + 1 from n where n < 25)
      select printf('%016d', n), 'A', 'a@example.test', 's', 'm', 'ro', n from n`);
    await db.run(sql`insert into follow_up_notes (key, since_ts, snoozed_until, updated_ts)
      select 'contact:' || id, created_ts, ${toDay(app.clock.now + DAY_MS)}, 1 from contact_messages where created_ts < 26`);
    const postponed = (await follow(paths.nextTask())).html;
    expect(postponed).toMatch(
      /about the safety of persons.*Safety checks to finish.*25\+ tasks are snoozed/s,
    );
    // Without tasks, a failure is named on top of both pages.
    await db.run(sql`delete from follow_up_notes`);
    await db.run(sql`delete from contact_messages`);
    await db.run(sql`update listings set state = 'paused' where state = 'suspended'`);
    const readBoth = async () => [
      await app.read(paths.admin(), { as: me.jar }),
      (await follow(paths.nextTask())).html,
    ];
    const isClear = /Nothing to do right now|All clear/;
    for (const html of await readBoth()) expect(html).toMatch(isClear);
    await db.run(sql`delete from job_runs`);
    for (const html of await readBoth())
      expect(html).toContain(`<a href="${paths.adminHealth()}">No backup yet</a>`);
    await db.run(sql`insert into job_runs (name, last_error_ts) values ('backup', ${app.clock.now})`);
    for (const html of await readBoth()) {
      expect(html.split("<h2>")[0]).toContain(
        `<a href="${paths.adminHealth()}">1 job is late or has failed</a>`,
      );
      expect(html).not.toMatch(isClear);
    }
    await db.run(sql`delete from job_runs`);
  });

  it("suspends all listings or disables an account in a run, which continues", async () => {
    await db.run(sql`update teacher_information set county = 'cj', phone_number = '+40712345678'`);
    for (const action of ["suspend-listings", "disable"] as const) {
      const teacher = await createTeacher();
      await db.run(sql`update teacher_information set county = 'cj', phone_number = '+40712345678'`);
      const { id: listingId } = await createListing(teacher);
      const id = newId();
      const createdTs = app.clock.now - HOUR_MS;
      await db.insert(reports).values({ id, listingId, reason: "unsafe", createdTs });
      const { html } = await follow(paths.nextTask());
      const target = paths.adminUserAction(teacher.id, action);
      const run = readRun(html, target);
      const path = readAddress(html, target);
      // A refused form keeps its place in the run.
      const refused = await app.post(path, { as: me.jar, form: { report: id, reason: "" } });
      expect(readRun(await refused.text(), target)).toBe(run);
      const form = { report: id, reason: action === "disable" ? "Cere bani înainte." : "unsafe" };
      const sent = { ...form, category: "advance_payment", text: "Verificăm raportarea." };
      const decided = await post(path, sent);
      // After an undo N leads back to its task.
      const undo = paths.adminUserAction(
        teacher.id,
        action === "disable" ? "undo-disabling" : "undo-suspension",
      );
      const undone = await post(readAddress(decided.html, undo), await readUndoForm(`user:${teacher.id}`));
      const [, back = ""] = undone.html.match(/href="([^"]*)"[^>]* accessKey="n"/) ?? [];
      const task = await follow(back.replaceAll("&amp;", "&"));
      expect(task.path).toContain(paths.adminReport(listingId));
      expect(readRun(task.html, target)).toBe(run);
      const person = await post(path, sent);
      expect(await db.query.reports.findFirst({ where: eq(reports.id, id) })).toMatchObject({
        outcome: "upheld",
      });
      const end = await follow(readNext(person.html));
      // What was suspended for safety is still checked.
      if (action === "disable") expect(end.html).toContain("All clear");
      else expect(end.path).toContain(`suspensions:${teacher.id}`);
      await db.run(sql`update listings set state = 'paused' where state = 'suspended'`);
    }
  });

  it("names the kind of each task that was skipped", async () => {
    await db.run(sql`update teacher_information set county = 'cj', phone_number = '+40712345678'`);
    await createListing(await createTeacher(), {
      state: "pending",
      publishedTs: null,
      submittedTs: app.clock.now - HOUR_MS,
      title: "Pian pe îndelete",
    });
    await db.run(sql`update teacher_information set county = 'cj', phone_number = '+40712345678'`);
    const { html } = await follow(paths.nextTask());
    const last = readNext(html);
    const end = (await follow(last)).html;
    expect(end).toContain("Listings to check: Pian pe îndelete");
    expect(end).not.toContain(">and ");
    // The page names the first tasks, and how many follow.
    for (let n = 0; n < 28; n++) await insertMessage(0);
    const long = await follow(last);
    expect(long.html).toContain("29 tasks are still open");
    expect(long.html).toMatch(new RegExp(`<a href="${paths.followUp()}">and 3 more</a>`));
  });

  it("publishes a testimonial in a run, and undoes it", async () => {
    const { id: userId } = await createTeacher();
    await db.run(sql`update teacher_information set county = 'cj', phone_number = '+40712345678'`);
    const id = newId();
    const createdTs = app.clock.now - HOUR_MS;
    const values = {
      id,
      userId,
      text: "Am găsit un profesor.",
      name: "Ana P.",
      role: "",
      locale: "ro",
    } as const;
    await db.insert(testimonials).values({ ...values, state: "pending", consentTs: createdTs, createdTs });
    const { html } = await follow(paths.nextTask());
    expect(html).not.toContain('name="intent" value="done"');
    const action = paths.adminTestimonialAction(id, "publish");
    // Key R goes to the button of the rejection, which does not send by itself.
    expect(html).toMatch(/<a href="#reject-testimonial" accessKey="r">/);
    expect(html).toMatch(/<button id="reject-testimonial"(?![^>]*accessKey)[^>]*name="decision"/);
    const end = await post(withQuery(action, { run: readRun(html, action) }), { queue: "pending" });
    expect(end.html).toContain("All clear");
    expect(end.html).toMatch(/notice--success.*?Published\. The author/s);
    const undo = paths.adminTestimonialAction(id, "undo");
    const undoForm = end.html.slice(end.html.indexOf(`action="${undo}?`));
    const undone = await post(withQuery(undo, { run: readRun(end.html, undo) }), {
      undone_decision: readField(undoForm, "undone_decision"),
    });
    expect(decodeURIComponent(undone.path)).toContain(paths.followUpRow(`testimonials:${id}`));
    expect(undone.html).toMatch(/notice--success.*?The decision was undone/s);
    expect(undone.html).toContain(`action="${action}?`);
  });

  it("starts again at an invalid position, and ignores an invalid decision", async () => {
    const message = await insertMessage(1);
    const query = { after: "x", kind: "toString", done: "x", decided: "'" };
    const { path, html } = await follow(paths.nextTask(query));
    expect(decodeURIComponent(path)).toContain(message);
    expect(html).not.toContain("notice--success");
  });
});

it("mails the tasks of the run and what fails at 7:00 in Romania, once a day, to admins who want it", async () => {
  const set = (wanted: "0" | "1") => app.post(paths.taskDigest(), { as: me.jar, form: { wanted } });
  const listMails = async () =>
    (await mailsTo(me.admin.email)).filter(({ template }) => template === "task_digest");
  const send = async (day: number, hour = 6) => {
    await db.run(sql`update mail_outbox set state = 'sent'`);
    const before = await listMails();
    await sendTaskDigests(servicesAt(Date.UTC(2026, 10, day, hour)));
    return (await listMails()).find(({ id }) => before.every((mail) => mail.id !== id))?.text;
  };
  const teacher = await createTeacher();
  await db.run(sql`update teacher_information set county = 'cj'`);
  const young = {
    state: "pending",
    publishedTs: null,
    submittedTs: Date.UTC(2026, 10, 21),
    title: "Pian",
  } as const;
  const { id } = await createListing(teacher, young);
  expect(await send(21), "nobody asked for it").toBeUndefined();
  await expectRedirect(set("1"), paths.followUp({ done: "digestOn" }));
  // 6:00 and 8:00 in Romania.
  expect(await send(21, 4)).toBeUndefined();
  expect(await send(21)).toContain("Listings to check: Pian");
  expect(await send(21, 7)).toBeUndefined();
  await db.run(sql`delete from listings where id = ${id}`);
  expect(await send(22), "all clear").toBeUndefined();
  await db.run(sql`update job_runs set last_success_ts = null, last_error_ts = ${Date.UTC(2026, 10, 23)}`);
  expect(await send(23)).toContain("1 job is late or has failed: http");
  for (let n = 0; n < 28; n++) await insertMessage(0);
  expect(await send(24)).toContain("and 3 more: http");
  expect(await app.read(paths.followUp(), { as: me.jar })).toContain("Stop the morning email");
  await set("0");
  expect(await send(25)).toBeUndefined();
  await db.run(sql`delete from job_runs`);
});
