import { formatLocalTime, toLocalTime } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { CANCEL_REASON_LENGTH, MAX_TIMES, ONLINE, PLACE_LENGTH } from "@/shared/schemas/appointment";
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

/** The lengths that the form offers, in minutes. */
const MINUTES = [30, 45, 50, 60, 75, 90, 120];

/** What was typed: the times as in their inputs. */
export type ProposalValues = {
  times: readonly string[];
  minutes: string;
  /** `ONLINE`, "place", or empty before the choice. */
  where: string;
  place: string;
  reason: string;
};

export const EMPTY_PROPOSAL: ProposalValues = { times: [], minutes: "60", where: "", place: "", reason: "" };

export type ProposalFormProps = {
  enquiryId: string;
  /** The token of a guest's link; null for accounts. */
  token: string | null;
  /** An id for the proposal: the same form sent twice makes one. */
  submissionId: string;
  /** Whether it moves an accepted lesson, which needs a reason. */
  isMove: boolean;
  values: ProposalValues;
  errors: FormErrors;
  message: string | null;
  /** Whether the form asks once before it proposes times at which the teacher has other lessons. */
  isAsking: boolean;
  /** ms */
  now: number;
};

/** Up to three times for a lesson, how long it is and where. */
export function ProposalForm({
  enquiryId,
  token,
  submissionId,
  isMove,
  values,
  errors,
  message,
  isAsking,
  now,
}: ProposalFormProps) {
  const { t, url, locale } = usePage();
  const label = (name: string) => t(`appointments.form.${name}`);
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
        <Notice tone="warning" title={label("overlapTitle")} live>
          <p>{label("overlap")}</p>
          <input type="hidden" name="overlap" value="1" />
        </Notice>
      ) : null}
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
        options={MINUTES.map((minutes) => ({
          value: String(minutes),
          label: t("appointments.minutes", { minutes }),
        }))}
        value={values.minutes}
        error={errors.minutes}
      />
      <RadioGroup
        name="where"
        label={label("where")}
        options={[ONLINE, "place"].map((value) => ({ value, label: label(`at.${value}`) }))}
        value={values.where}
        required={false}
      />
      <TextField
        name="place"
        label={label("place")}
        help={label("placeHelp")}
        value={values.place}
        error={errors.place}
        maxLength={PLACE_LENGTH}
        required={false}
      />
      {isMove ? (
        <TextArea
          name="reason"
          label={label("reason")}
          value={values.reason}
          error={errors.reason}
          maxLength={CANCEL_REASON_LENGTH}
          rows={2}
        />
      ) : null}
      <SubmitButton>{label(isAsking ? "sendAnyway" : "send")}</SubmitButton>
    </form>
  );
}
