import { formatLocalTime } from "@/shared/dates";
import { formatLessonTime } from "@/shared/format";
import { formatPlace } from "@/shared/format-lesson-place";
import { paths } from "@/shared/paths";
import {
  CANCEL_REASON_LENGTH,
  LESSON_MINUTES,
  MAX_TIMES,
  NAMED_PLACES,
  ONLINE,
  PLACE_LENGTH,
} from "@/shared/schemas/appointment";
import { toLocalTime } from "@/shared/typed-dates";
import {
  ErrorSummary,
  FieldGroup,
  type FormErrors,
  fieldId,
  RadioGroup,
  Select,
  SubmitButton,
  TextArea,
  TextField,
} from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { formatOverlaps, formatPrice, type LessonListing } from "./format-lesson";
import type { Overlap } from "./queries";

/** The lengths that the form offers, in minutes. */
const MINUTES = [30, 45, 50, 60, 75, 90, 120];

/** What was typed: the times as in their inputs. */
export type ProposalValues = {
  times: readonly string[];
  minutes: string;
  /** One of `NAMED_PLACES`, "place" for another, or empty before the choice. */
  where: string;
  place: string;
  reason: string;
};

export const EMPTY_PROPOSAL: ProposalValues = { times: [], minutes: "", where: "", place: "", reason: "" };

export type ProposalFormProps = {
  enquiryId: string;
  /** The token of a guest's link; null for accounts. */
  token: string | null;
  /** An id for the proposal: the same form sent twice makes one. */
  submissionId: string;
  /** The start (ms) of the accepted lesson that it moves, which needs a reason; null without one. */
  movedTime: number | null;
  /** The other side's name. */
  name: string;
  values: ProposalValues;
  errors: FormErrors;
  message: string | null;
  /** For its price and places; null once it was erased. */
  listing: (LessonListing & { online: boolean }) | null;
  /** Whether a learner under 18 proposes, no parent of whom reads along. */
  isWithoutParent: boolean;
  /** What else the teacher has at these times: the form asks once before it proposes them. */
  overlaps: readonly Overlap[];
  /** The typed times (ms) that are at night, about which the form asks with `overlaps`. */
  nightTimes: readonly number[];
  /** ms */
  now: number;
};

/** Up to three times for a lesson, how long it is and where. */
export function ProposalForm({
  enquiryId,
  token,
  submissionId,
  movedTime,
  name,
  values,
  errors,
  message,
  listing,
  isWithoutParent,
  overlaps,
  nightTimes,
  now,
}: ProposalFormProps) {
  const { t, url, locale } = usePage();
  const label = (key: string) => t(`appointments.form.${key}`);
  const isAsking = overlaps.length + nightTimes.length > 0;
  const lengths = [...new Set([...MINUTES, Number(values.minutes)])].filter(
    (minutes) => minutes >= LESSON_MINUTES.min && minutes <= LESSON_MINUTES.max,
  );
  return (
    <form method="post" action={url(paths.enquiryAppointments(enquiryId))} className="form" noValidate>
      <ErrorSummary
        errors={errors}
        message={message}
        labels={{
          times: label("times"),
          minutes: label("minutes"),
          place: label("where"),
          reason: label("reason"),
        }}
      />
      <input type="hidden" name="once" value={submissionId} />
      {token === null ? null : <input type="hidden" name="token" value={token} />}
      {isAsking ? (
        <Notice tone="warning" title={label(overlaps.length > 0 ? "overlapTitle" : "nightTitle")} live>
          <ul className="list-plain">
            {formatOverlaps(t, overlaps, { isSeveral: values.times.filter(Boolean).length > 1 }).map(
              ({ id, text }) => (
                <li key={id}>{text}</li>
              ),
            )}
            {nightTimes.map((time) => (
              <li key={time}>{t("appointments.form.night", { time: formatLessonTime(time, locale) })}</li>
            ))}
          </ul>
          <p>{label(movedTime === null ? "overlap" : "overlapMove")}</p>
          <input type="hidden" name="overlap" value="1" />
        </Notice>
      ) : null}
      {isWithoutParent ? <p>{label("withParent")}</p> : null}
      {movedTime === null ? null : (
        <p>{t("appointments.form.moves", { time: formatLessonTime(movedTime, locale), name })}</p>
      )}
      <FieldGroup id={fieldId("times")} label={label("times")} help={label("timesHelp")} error={errors.times}>
        <div className="stack stack--tight">
          {Array.from({ length: MAX_TIMES }, (_, index) => (
            <TextField
              key={label(`time${index + 1}`)}
              name="times"
              id={`${fieldId("times")}-${index + 1}`}
              type="datetime-local"
              label={label(`time${index + 1}`)}
              value={toLocalTime(values.times[index] ?? "", locale)}
              min={formatLocalTime(now)}
              optional={index > 0}
            />
          ))}
        </div>
      </FieldGroup>
      <Select
        name="minutes"
        label={label("minutes")}
        options={lengths
          .toSorted((a, b) => a - b)
          .map((minutes) => ({
            value: String(minutes),
            label: t("appointments.minutes", { minutes }),
          }))}
        value={values.minutes}
        help={formatPrice(t, listing, null)}
        error={errors.minutes}
      />
      <div className="lesson-place stack">
        <RadioGroup
          name="where"
          label={label("where")}
          options={[
            ...NAMED_PLACES.map((value) => ({
              value,
              label: formatPlace(t, value, listing),
              ...(listing && !(value === ONLINE ? listing.online : listing.locations.includes(value))
                ? { hint: label("notInListing") }
                : {}),
            })),
            { value: "place", label: label("elsewhere") },
          ]}
          value={values.where}
          required={false}
        />
        <div className="lesson-place__text">
          <TextField
            name="place"
            label={label("place")}
            help={label("placeHelp")}
            value={values.place}
            error={errors.place}
            maxLength={PLACE_LENGTH}
            required={false}
          />
        </div>
      </div>
      {movedTime === null ? null : (
        <TextArea
          name="reason"
          // The form to cancel the lesson has a field of this name too.
          {...(errors.reason ? {} : { id: "move-reason" })}
          label={label("reason")}
          value={values.reason}
          error={errors.reason}
          maxLength={CANCEL_REASON_LENGTH}
          rows={2}
        />
      )}
      <SubmitButton>{label(movedTime !== null ? "sendMove" : isAsking ? "sendAnyway" : "send")}</SubmitButton>
    </form>
  );
}
