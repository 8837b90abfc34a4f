import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import {
  appointments,
  enquiries,
  mailOutbox,
  messages,
  pushOutbox,
  pushSubscriptions,
  reports,
  users,
} from "@/db/schema";
import {
  composeOffer,
  DELIVERY_CONDITIONS,
  offerTeachers,
  pauseSilentTeachers,
  remindUnanswered,
  sendAppointmentNotices,
} from "@/features/enquiries";
import { deliverMail } from "@/features/mail";
import { deliverPushes } from "@/features/notifications";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, resetApp } from "../../helpers/app";
import { listRows, signIn } from "../../helpers/factories";
import { jobContextAt } from "../../helpers/outbox";
import { insertPushDevice } from "../../helpers/push";
import { createConversation, readContent } from "./appointment-setup";

const send = vi.fn(async () => new Response(null, { status: 201 }));
beforeEach(() => {
  vi.stubGlobal("fetch", send);
  return () => vi.unstubAllGlobals();
});

type Talk = Awaited<ReturnType<typeof createConversation>> & { appointment: string };
type Event = (talk: Talk) => Promise<unknown>;
/** Returns the id of the lesson that it agrees. */
type Prepare = (talk: Omit<Talk, "appointment">) => Promise<unknown>;

const answer: Event = async ({ id, teacher }) =>
  app.post(paths.enquiry(id), { as: await signIn(teacher), form: { message: "Da." } });
const report: Event = async ({ id, learner }) =>
  app.post(paths.reportEnquiry(id), {
    as: await signIn(learner),
    form: { reason: "unsafe", text: "", good_faith: "1" },
  });
const REPORT_BY_SITE = {
  reportedSide: "teacher",
  isAutomatic: true,
  reason: "unsafe",
  createdTs: 1,
} as const;
const reportBySite: Event = ({ id }) =>
  db.insert(reports).values({ ...REPORT_BY_SITE, id: newId(), enquiryId: id });
const withdraw: Event = ({ id }) => db.update(enquiries).set({ learnerId: null }).where(eq(enquiries.id, id));
const disableTeacher: Event = ({ teacher }) =>
  db.update(users).set({ disabledTs: 1 }).where(eq(users.id, teacher.id));

/** A message or lesson, the job that queues `sent` mails and push messages about it, and what makes them out of date. */
const CASES: Record<string, { prepare: Prepare; job: typeof offerTeachers; sent: number; events: Event[] }> =
  {
    "a reminder": {
      prepare: async () => (app.clock.now += 25 * HOUR_MS),
      job: remindUnanswered,
      sent: 1,
      events: [answer, report, reportBySite, withdraw],
    },
    "an offer": {
      prepare: async () => (app.clock.now += 2 * DAY_MS),
      job: offerTeachers,
      sent: 2,
      events: [answer, report, withdraw],
    },
    "the question to answer or to pause": {
      prepare: async ({ id, teacher }) => {
        app.clock.now += 3 * DAY_MS;
        const countsFromTs = app.clock.now - HOUR_MS;
        await db.update(enquiries).set({ countsFromTs });
        const [row] = await listRows(enquiries, { id });
        for (let n = 0; n < 2; n++) if (row) await db.insert(enquiries).values({ ...row, id: newId() });
        await db.update(users).set({ answerCheckTs: app.clock.now }).where(eq(users.id, teacher.id));
      },
      job: pauseSilentTeachers,
      sent: 2,
      events: [answer, reportBySite, withdraw, disableTeacher],
    },
    "a reminder of a lesson": {
      prepare: async ({ agree, start }) => {
        const id = await agree();
        app.clock.now = start - 20 * HOUR_MS;
        return id;
      },
      job: sendAppointmentNotices,
      sent: 4,
      events: [
        ({ act, appointment }) => act("learner", appointment, "cancel", { reason: "Am febră" }),
        async ({ propose, act }) => {
          const { _id, times } = await readContent(
            await propose("teacher", [app.clock.now + 9 * DAY_MS], { reason: "Nu pot" }),
          );
          await act("learner", _id, "accept", { time: times[0] });
        },
        report,
        async () => (app.clock.now += DAY_MS),
      ],
    },
  };

it.each(Object.entries(CASES))(
  "%s is not sent if it is out of date when it is delivered",
  async (_, kind) => {
    for (const event of [null, ...kind.events]) {
      resetApp();
      for (const table of [pushSubscriptions, reports, appointments, messages, enquiries])
        await db.delete(table);
      const talk = await createConversation();
      for (const { id } of [talk.teacher, talk.learner]) await insertPushDevice(id);
      const appointment = String(await kind.prepare(talk));
      for (const table of [pushOutbox, mailOutbox]) await db.delete(table);
      await kind.job(jobContextAt(app.clock.now));
      const queued = [...(await db.select().from(mailOutbox)), ...(await db.select().from(pushOutbox))];
      expect(queued).toHaveLength(kind.sent);
      await event?.({ ...talk, appointment });
      // Without the messages about the event itself.
      const others = sql`id not in (select value from json_each(${JSON.stringify(queued.map(({ id }) => id))}))`;
      for (const table of [pushOutbox, mailOutbox]) await db.delete(table).where(others);
      send.mockClear();
      const later = jobContextAt(app.clock.now + 1000);
      // A report by the site stops only what asks the teacher, who cannot answer then.
      if (!kind.events.includes(reportBySite)) await reportBySite({ ...talk, appointment });
      await deliverMail(later, { enquiry_offer: composeOffer }, DELIVERY_CONDITIONS);
      await deliverPushes(later, DELIVERY_CONDITIONS);
      expect(send).toHaveBeenCalledTimes(event ? 0 : kind.sent);
      expect(await db.select().from(pushOutbox)).toEqual([]);
    }
  },
);
