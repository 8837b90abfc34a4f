import { expect, it } from "vitest";
import { sendTaskDigests } from "@/features/follow-up";
import { paths } from "@/shared/paths";
import { expectRedirect } from "../../helpers/app";
import { mailsTo } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";
import { insertMessage, setUpEmptyList } from "./messages";

it("mails the tasks at 7:00 in Romania, once a day, to admins who want it, and only if one is open", async () => {
  const { app, me } = await setUpEmptyList();
  const set = (wanted: "0" | "1") => app.post(paths.taskDigest(), { as: me.jar, form: { wanted } });
  const countMails = async () =>
    (await mailsTo(me.admin.email)).filter(({ template }) => template === "task_digest").length;
  const send = (day: number, hour: number) => sendTaskDigests(servicesAt(Date.UTC(2026, 10, day, hour)));
  await insertMessage(app, 3, "Cum schimb fotografia?");
  await send(21, 6);
  expect(await countMails(), "nobody asked for it").toBe(0);
  await expectRedirect(set("1"), paths.followUp({ done: "digestOn" }));
  // 6:00 and 8:00 in Romania.
  await send(21, 4);
  expect(await countMails()).toBe(0);
  await send(21, 6);
  await send(21, 7);
  expect(await countMails()).toBe(1);
  const [mail] = (await mailsTo(me.admin.email)).filter(({ template }) => template === "task_digest");
  expect(mail?.text).toContain("Cum schimb fotografia?");
  expect(await app.read(paths.followUp(), { as: me.jar })).toContain("Stop the morning email");
  await set("0");
  await send(22, 6);
  expect(await countMails()).toBe(1);
});
