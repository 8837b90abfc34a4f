import { contactMessages, followUpNotes } from "@/db/schema";
import { DAY_MS, toDay } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { type Caller, createAdminCaller, listFollowUp } from "../../helpers/follow-up";
import { ensureSeller } from "../../helpers/sellers";

/** An admin with an empty list: no message is open and no note exists. */
export async function setUpEmptyList() {
  const app = createTestApp();
  const me = await createAdminCaller(app);
  await db.delete(followUpNotes);
  await db.delete(contactMessages);
  await ensureSeller(app);
  return { app, today: toDay(app.clock.now), me };
}

/** The key of a message that has been open for the given number of days. */
export async function insertMessage(
  app: TestApp,
  daysAgo: number,
  subject = "Fotografia de profil",
): Promise<string> {
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

/** Keys of the messages in the list that a caller sees, in order. */
export const listMessageKeys = async (app: TestApp, caller: Caller, query: Record<string, string> = {}) =>
  (await listFollowUp(app, caller, { queue: "contact", ...query })).content.map(({ key }) => key);
