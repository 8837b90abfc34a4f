import { GRADES, LEARNERS, type Level } from "@/shared/codes";
import { formatLevelList } from "@/shared/format-level-list";
import { CheckedEmailField, type FormErrors, RadioGroup, Select } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { LearnerValues } from "./learner-values";

/**
 * Who the lessons are for. Of a child it asks for the grade only, which the style sheet hides until it matters. In a
 * message, all may stay empty, and a learner under 18 may name a parent who gets copies; a request says for whom it is.
 */
export function LearnerFields({
  values,
  errors,
  isRequest = false,
  levels = [],
}: {
  values: LearnerValues;
  errors: FormErrors;
  isRequest?: boolean;
  /** What the teacher who is written to teaches, next to the grade. */
  levels?: readonly Level[] | undefined;
}) {
  const { t, visitor } = usePage();
  if (visitor?.isMinor)
    return (
      <>
        <input type="hidden" name="learner.who" value="me" />
        {isRequest ? null : <ParentField value={values.parent_email} error={errors.parent_email} />}
      </>
    );
  return (
    <div className="learner-fields stack">
      <RadioGroup
        name="learner.who"
        label={t("enquiries.learner.who")}
        options={LEARNERS.map((value) => ({ value, label: t(`enquiries.learner.${value}`) }))}
        value={values["learner.who"] ?? null}
        error={errors["learner.who"]}
        required={isRequest}
        columns
      />
      <div className="learner-fields__grade">
        <Select
          name="learner.grade"
          label={t("enquiries.learner.grade")}
          help={[
            levels.length > 0 ? t("enquiries.learner.levels", { levels: formatLevelList(t, levels) }) : "",
            t("enquiries.learner.gradeHelp"),
          ].join(" ")}
          options={GRADES.map((value) => ({ value: String(value), label: t(`general.grades.${value}`) }))}
          value={values["learner.grade"] ?? ""}
          error={errors["learner.grade"]}
          placeholder={t("enquiries.learner.noGrade")}
          required={false}
        />
      </div>
    </div>
  );
}

/** The address of a parent who gets copies. */
export function ParentField({
  value = "",
  error,
}: {
  value?: string | undefined;
  error: string | undefined;
}) {
  const { t } = usePage();
  return (
    <CheckedEmailField
      name="parent_email"
      label={t("enquiries.learner.parent")}
      help={t("enquiries.learner.parentHelp")}
      autoComplete="off"
      value={value}
      error={error}
      optional
    />
  );
}
