import { appointments } from "@/db/schema";
import type { Side } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import type { AppointmentJson } from "@/shared/schemas/appointment";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, expectStatus } from "../../helpers/app";
import { listRows, mailsTo } from "../../helpers/factories";
import { createParticipants, findListingEnquiry, write } from "./participants";

export const toIso = (ts: number) => new Date(ts).toISOString();

/** A conversation of a teacher and a learner, with the calls of both. The first lesson may be in two days. */
export async function createConversation() {
  const participants = await createParticipants();
  const { listing, teacher, learner, asLearner } = participants;
  await write(listing.id, asLearner, "Bună ziua! Aveți locuri libere?");
  const id = (await findListingEnquiry(listing.id))?.id ?? "";
  const start = app.clock.now + 2 * DAY_MS;
  // A token ends after five minutes.
  const call = async (by: Side) => bearer(await createAccessToken(by === "teacher" ? teacher : learner));
  const propose = async (by: Side, times = [start, start + HOUR_MS], more = {}, as = app) =>
    as.post(paths.apiEnquiryAppointments(id), {
      json: { times: times.map(toIso), minutes: 60, place: "online", ...more },
      ...(await call(by)),
    });
  const act = async (
    by: Side,
    appointment: string,
    action: Parameters<typeof paths.apiAppointmentAction>[1],
    json: object = {},
    as = app,
  ) => as.post(paths.apiAppointmentAction(appointment, action), { json, ...(await call(by)) });
  /** A lesson that the learner proposed and the teacher accepted. */
  const agree = async (time = start, more = {}) => {
    const { _id } = await readContent(await propose("learner", [time], more));
    await expectStatus(act("teacher", _id, "accept", { time: toIso(time) }), 200);
    return _id;
  };
  return { ...participants, id, start, call, propose, act, agree };
}

export async function readContent<T = AppointmentJson>(answer: Response): Promise<T> {
  return ((await answer.json()) as { content: T }).content;
}

export const listStates = async (enquiryId: string) =>
  (await listRows(appointments, { enquiryId })).map(({ state }) => state).sort();

export const newestMail = async (email: string) => (await mailsTo(email)).at(-1);
