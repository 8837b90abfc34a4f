import { beforeEach, describe, expect, it } from "vitest";
import { addDays } from "@/shared/dates";
import { formatDay } from "@/shared/format";
import { paths } from "@/shared/paths";
import { app, expectPage, expectStatus } from "../../helpers/app";
import { type Caller, listFollowUp, readSince } from "../../helpers/follow-up";
import { insertMessage, listMessageKeys, setUpEmptyList } from "./messages";

let today: string;
let me: Caller;

beforeEach(async () => {
  ({ today, me } = await setUpEmptyList());
});

const message = (daysAgo: number) => insertMessage(daysAgo);
const keys = () => listMessageKeys(me);
const post = async (key: string, form: Record<string, string>) =>
  app.post(paths.followUpRow(key), {
    form: { since: await readSince(key, me.jar), ...form },
    as: me.jar,
  });

describe("GET and POST /admin/follow-up", () => {
  it("the list's buttons mark a row as done or snooze it, and redirect to the same list", async () => {
    const [doneKey, snoozedKey] = [await message(1), await message(2)];
    const done = await post(doneKey, {
      version: "0",
      intent: "done",
      filters: "queue=contact&owner=unassigned",
    });
    expect(done.headers.get("location")).toBe(
      `/admin/follow-up?queue=contact&owner=unassigned&done=done&row=${encodeURIComponent(doneKey)}&version=1`,
    );
    await post(snoozedKey, { version: "0", intent: "tomorrow" });
    expect(await keys()).toEqual([]);
    expect((await listFollowUp(me, { view: "done" })).content[0]).toMatchObject({
      key: doneKey,
      outcome: "Done",
    });
    expect((await listFollowUp(me, { view: "snoozed" })).content[0]).toMatchObject({
      key: snoozedKey,
      snoozed_until: addDays(today, 1),
    });
    const history = await app.read(paths.followUpRow(snoozedKey), { as: me.jar });
    expect(history).toContain(`Snoozed until ${formatDay(addDays(today, 1), "en")}`);
    await app.post(paths.followUpRow(snoozedKey), { form: { intent: "reopen", version: "1" }, as: me.jar });
    expect(await app.read(paths.followUpRow(snoozedKey), { as: me.jar })).toContain("Snooze ended");
    await me.patch(snoozedKey, { snoozed_until: addDays(today, 1) });
    const html = await app.read(done.headers.get("location") ?? "", { as: me.jar });
    expect(html).toContain("The task is marked as done");
    const [undo = ""] = /<form[^>]*><input[^>]*name="intent" value="reopen".*?<\/form>/s.exec(html) ?? [];
    expect(undo).toContain('name="version" value="1"');
    expect(undo).toContain('accessKey="u"');
    await app.post(paths.followUpRow(doneKey), { form: { intent: "reopen", version: "1" }, as: me.jar });
    expect(await keys()).toEqual([doneKey]);
  });

  it("a message is closed as replied or as needing no reply, from the list and from its page", async () => {
    const [first, second] = [await message(1), await message(2)];
    for (const path of [paths.followUp({ queue: "contact" }), paths.followUpRow(first)]) {
      const html = await app.read(path, { as: me.jar });
      const intents = [...html.matchAll(/value="(\w+)"[^>]* name="intent"/g)].map(([, intent]) => intent);
      expect(intents).toEqual(expect.arrayContaining(["replied", "no_reply", "tomorrow"]));
      expect(intents).not.toContain("done");
      // After the promised day.
      expect(intents).not.toContain("week");
    }
    const findKeys = async () => {
      const html = await app.read(paths.followUpRow(first), { as: me.jar });
      return { named: /<p[^>]*decision-keys/.test(html), marked: html.includes("data-decision") };
    };
    expect(await findKeys()).toEqual({ named: true, marked: true });
    const answer = await post(first, { version: "0", intent: "replied", outcome: "" });
    expect(answer.headers.get("location")).toContain("done=done");
    expect(await findKeys(), "nothing to reply to").toEqual({ named: false, marked: false });
    await post(second, { version: "0", intent: "no_reply" });
    const { content } = await listFollowUp(me, { view: "done" });
    expect(content.map(({ key, outcome }) => [key, outcome])).toEqual(
      expect.arrayContaining([
        [first, "Replied"],
        [second, "No reply needed"],
      ]),
    );
    expect(await keys()).toEqual([]);
  });

  it("shows another admin's note above a message, with a key to snooze the task", async () => {
    const key = await message(1);
    await me.patch(key, { note: "Am sunat deja" });
    const html = await app.read(paths.followUpRow(key), { as: me.jar });
    expect(html.indexOf("Am sunat deja")).toBeLessThan(
      html.indexOf(paths.adminContactReply(key.split(":")[1] ?? "")),
    );
    expect(html).toMatch(/<kbd>P<\/kbd> (<!-- -->)?snooze until tomorrow/);
    expect(html).toMatch(/<h2>History<\/h2>.*Task updated · <a href="\/admin\/users\/\w+">[^<]*<\/a>: Note</);
    expect(html.match(/accesskey="p"/gi)).toHaveLength(1);
  });

  it("a task that was solved meanwhile is 404 with a page of the admin area; a key of no queue is not", async () => {
    const key = "payments:dp_solved";
    const get = (path: string) => app.get(path, { as: me.jar });
    const html = await expectPage(get(paths.followUpRow(key, { run: "1" })), 404);
    for (const text of [
      "This task is done or no longer exists",
      `href="${paths.followUp()}"`,
      `href="${paths.nextTask({ after: "1" })}" accessKey="n"`,
      'data-enhance="decision-keys"',
      "admin-nav",
    ])
      expect(html).toContain(text);
    const saved = await app.post(paths.followUpRow(key), { form: { version: "0", since: "1" }, as: me.jar });
    expect(await saved.text()).toContain("This task is done");
    expect(saved.status).toBe(404);
    expect(await expectPage(get(paths.followUpRow("nonsense:1")), 404)).not.toContain("This task is done");
  });

  it("POST /admin/follow-up/{key} 303 saves all fields, with dates in Romanian format", async () => {
    const key = await message(1);
    const form = {
      note: "Întreabă de telefon",
      owner: me.admin.id,
      due: "21.11.2026",
      snoozed_until: "",
      outcome: "",
      version: "0",
      since: await readSince(key, me.jar),
      intent: "save",
    };
    await expectStatus(app.post(`/ro${paths.followUpRow(key)}`, { form, as: me.jar }), 303);
    const { content } = await listFollowUp(me, { queue: "contact" });
    expect(content[0]).toMatchObject({ note: form.note, owner: { _id: me.admin.id }, due: "2026-11-21" });
    const html = await app.read(`/ro${paths.followUpRow(key)}`, { as: me.jar });
    for (const label of ["Cum o schimb?", "ilinca@example.test", "Întreabă de telefon", 'value="2026-11-21"'])
      expect(html).toContain(label);
  });

  it("POST /admin/follow-up/{key} 409 shows the other admin's note and keeps the typed one; a second POST saves it", async () => {
    const key = await message(1);
    await me.patch(key, { note: "Am sunat deja" });
    const form = {
      note: "Trebuie sunat",
      owner: "",
      due: "",
      snoozed_until: "",
      outcome: "",
      intent: "save",
    };
    const html = await expectPage(post(key, { ...form, version: "0" }), 409);
    expect(html).toContain("This task was changed while you were editing");
    expect(html).toContain("Am sunat deja");
    expect(html).toMatch(/<textarea[^>]*>Trebuie sunat/);
    expect(html).toContain('name="version" value="1"');
    // No newer build reloads the page.
    expect(html).toMatch(/<body [^>]*data-sent=""/);
    await expectStatus(post(key, { ...form, version: "1" }), 303);
    const again = await post(key, { ...form, version: "2" });
    expect(again.headers.get("location")).toContain("done=unchanged");
  });
});
