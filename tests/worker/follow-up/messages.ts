import { contactMessages, followUpNotes } from "@/db/schema";
import { DAY_MS, toDay } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { app, db } from "../../helpers/app";
import { type Caller, createAdminCaller, listFollowUp } from "../../helpers/follow-up";
import { ensureSeller } from "../../helpers/sellers";

/** An admin with an empty list: no message is open and no note exists. */
export async function setUpEmptyList() {
  const me = await createAdminCaller();
  await db.delete(followUpNotes);
  await db.delete(contactMessages);
  await ensureSeller();
  return { today: toDay(app.clock.now), me };
}

/** The key of a message that has been open for the given number of days. */
export async function insertMessage(daysAgo: number, subject = "Fotografia de profil"): Promise<string> {
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
export const listMessageKeys = async (caller: Caller, query: Record<string, string> = {}) =>
  (await listFollowUp(caller, { queue: "contact", ...query })).content.map(({ key }) => key);
