import { type Context, Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { renderSignedOut } from "@/http/render-signed-out";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { explainFormRefusal, explainRefusal, fileResponse, seeOther, toFormStatus } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { parseLocalTime } from "@/shared/dates";
import { type Refusal, Refused, type Result } from "@/shared/errors";
import { parseWholeNumber } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { isNamedPlace } from "@/shared/schemas/appointment";
import { toLocalTime } from "@/shared/typed-dates";
import { acceptAppointment } from "../appointments/accept-appointment";
import type { PanelForm } from "../appointments/appointment-panel";
import { cancelAppointment } from "../appointments/cancel-appointment";
import { declineAppointment } from "../appointments/decline-appointment";
import { isAtNight } from "../appointments/format-lesson";
import type { ProposalValues } from "../appointments/proposal-form";
import { checkProposal, proposeAppointment } from "../appointments/propose-appointment";
import { findAppointment, listOverlaps } from "../appointments/queries";
import { recordOutcome } from "../appointments/record-outcome";
import { renderAppointmentFile } from "../appointments/render-calendar";
import { findEnquiryForReader } from "../queries";
import { findUnsafeReason } from "../unsafe-for-minor";
import { renderThread } from "./thread-routes";

/** The forms about the first lesson in a conversation, for guests by the token of their link. */
export const appointmentRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;
const SAME_ORIGIN = routeOptions({ sameOriginOnly: true });

appointmentRoutes.post(paths.enquiryAppointments(":id"), SAME_ORIGIN, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const form = await readForm(c);
  const token = form.text("token") || undefined;
  if (!token && !ctx.user) return renderSignedOut(c, paths.enquiryAppointments(id), form.values());
  const proposal = readProposal(form);
  const input = toInput(ctx, proposal);
  const lessons = form.has("overlap")
    ? []
    : input.times
        .filter((time) => typeof time === "number")
        .map((time) => ({ time, minutes: input.minutes || 0 }));
  const overlaps = await listOwnOverlaps(ctx, id, lessons, token);
  const nightTimes = lessons.filter(isAtNight).map(({ time }) => time);
  const isAsking = overlaps.length + nightTimes.length > 0;
  const submissionId = form.text("once");
  const proposed = { ...input, token, submissionId };
  const checked = isAsking ? await checkProposal(ctx, id, proposed) : null;
  if (checked?.ok)
    return renderUnsent(c, id, token, { errors: {}, message: null, proposal, overlaps, nightTimes }, 200);
  const result = checked ?? (await proposeAppointment(ctx, id, proposed));
  if (result.ok) {
    const done = result.value.isMove ? "lesson_moved" : "lesson_proposed";
    return seeOther(c, paths.enquiry(id, { token, done }));
  }
  const refusal = withMissingReason(result.refusal, form);
  // The reason is checked before the place.
  const unsafeField = findUnsafeReason(proposal.reason) === null ? "place" : "reason";
  const refused = explainFormRefusal(c, refusal, {
    contact_data_under_18: "place",
    contact_data_to_under_18: unsafeField,
    unsafe_to_under_18: unsafeField,
    lesson_accepted: "reason",
  });
  return renderUnsent(c, id, token, { ...refused, proposal }, toFormStatus(refusal));
});

/** The refusal of a form to move a lesson names a missing reason with all other errors. */
const withMissingReason = (refusal: Refusal, form: FormFields): Refusal =>
  form.has("reason") &&
  form.text("reason").trim() === "" &&
  (refusal.fields || refusal.reason === "lesson_accepted")
    ? { code: "invalid", fields: [...(refusal.fields ?? []), { field: "reason", code: "required" }] }
    : refusal;

/** The typed values of a proposal. */
const readProposal = (form: FormFields): ProposalValues => ({
  times: form.all("times"),
  minutes: form.text("minutes"),
  where: form.text("where"),
  place: form.text("place"),
  reason: form.text("reason"),
});

/** The same as the schema takes it. Times are in Romanian time; unreadable ones stay text. */
function toInput({ locale }: Ctx, { times, minutes, where, place, reason }: ProposalValues) {
  return {
    times: times
      .filter((time) => time.trim() !== "")
      .map((time) => parseLocalTime(toLocalTime(time, locale)) ?? time.trim()),
    minutes: parseWholeNumber(minutes),
    place: isNamedPlace(where) ? where : where === "" ? "" : place,
    reason,
  };
}

/** What else the reader has at these times as a teacher. */
async function listOwnOverlaps(
  ctx: Ctx,
  id: string,
  lessons: readonly { time: number; minutes: number }[],
  token: string | undefined,
) {
  const [first] = lessons;
  if (!first) return [];
  const enquiry = await findEnquiryForReader(ctx, id, token);
  if (enquiry?.side !== "teacher") return [];
  return listOverlaps(ctx, enquiry, { times: lessons.map(({ time }) => time), minutes: first.minutes });
}

/** The conversation with a form that was not accepted. */
async function renderUnsent(
  c: C,
  enquiryId: string,
  token: string | undefined,
  form: PanelForm,
  status: ReturnType<typeof toFormStatus>,
) {
  const enquiry = await findEnquiryForReader(c.var.ctx, enquiryId, token);
  if (!enquiry || enquiry.isUnconfirmed) throw new Refused({ code: "not_found" });
  return renderThread(c, enquiry, { token, unsent: { form, status } });
}

type Action = Parameters<typeof paths.appointmentAction>[1];
type Act = (
  ctx: Ctx,
  key: { id: string; token: string | undefined },
  form: FormFields,
) => Promise<Result<unknown>>;

/** The values of the buttons that say whether a lesson took place. */
const OUTCOMES: Record<string, boolean> = { yes: true, no: false };

/** Each form with what it does, and the notice after it. */
const ACTIONS: Record<Action, { act: Act; done: string }> = {
  accept: {
    act: (ctx, key, form) => acceptAppointment(ctx, key, { time: parseWholeNumber(form.text("time")) }),
    done: "lesson_accepted",
  },
  decline: { act: declineAppointment, done: "lesson_declined" },
  cancel: {
    act: (ctx, key, form) => cancelAppointment(ctx, key, { reason: form.text("reason") }),
    done: "lesson_cancelled",
  },
  outcome: {
    act: (ctx, key, form) => recordOutcome(ctx, key, { took_place: OUTCOMES[form.text("took_place")] }),
    done: "lesson_told",
  },
};

for (const [action, { act, done }] of Object.entries(ACTIONS) as [Action, (typeof ACTIONS)[Action]][]) {
  appointmentRoutes.post(paths.appointmentAction(":id", action), SAME_ORIGIN, async (c) => {
    const { ctx } = c.var;
    const id = idParam(c);
    const form = await readForm(c);
    const token = form.text("token") || undefined;
    if (!token && !ctx.user) return renderSignedOut(c, paths.appointmentAction(id, action), form.values());
    const result = await act(ctx, { id, token }, form);
    const found = await findAppointment(ctx, id, token);
    if (!found) throw new Refused({ code: "not_found" });
    const { enquiry } = found;
    if (result.ok) {
      const isWithdrawn = action === "cancel" && found.appointment.time === null;
      return seeOther(c, paths.enquiry(enquiry.id, { token, done: isWithdrawn ? "lesson_withdrawn" : done }));
    }
    const panel = { ...explainAction(c, result.refusal), proposal: null, reason: form.text("reason") };
    return renderThread(c, enquiry, { token, unsent: { form: panel, status: toFormStatus(result.refusal) } });
  });
}

/** A refused action: an error at the reason, or else a message. */
function explainAction(c: C, refusal: Refusal) {
  const field = refusal.fields?.find(({ field }) => field !== "reason")?.field;
  const reason = field === "took_place" ? "choose_outcome" : "choose_time";
  return field
    ? { errors: {}, message: explainRefusal(c, { ...refusal, reason }) }
    : explainFormRefusal(c, refusal, {
        contact_data_under_18: "reason",
        contact_data_to_under_18: "reason",
        unsafe_to_under_18: "reason",
      });
}

/** A lesson as a file for calendars. */
appointmentRoutes.get(paths.appointmentFile(":id"), async (c) => {
  const { ctx } = c.var;
  const found = await findAppointment(ctx, idParam(c), c.req.query("token"));
  const time = found?.appointment.time ?? null;
  if (!found || time === null) throw new Refused({ code: "not_found" });
  c.header("x-robots-tag", "noindex");
  const { text, name, type } = renderAppointmentFile(ctx, { ...found, time });
  return fileResponse(c, text, name, type);
});
