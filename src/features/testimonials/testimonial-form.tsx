import { paths } from "@/shared/paths";
import { NAME_LENGTH } from "@/shared/schemas/accounts";
import { TESTIMONIAL_LENGTH, TESTIMONIAL_ROLE_LENGTH } from "@/shared/schemas/testimonial";
import { Checkbox, ErrorSummary, type FormErrors, SubmitButton, TextArea, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";

export type TestimonialValues = { text: string; name: string; role: string; consent: boolean };

export type TestimonialFormView = {
  values: TestimonialValues;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
  /** A new id: with it, the same form sent twice makes one testimonial. */
  once: string;
};

/** The form for signed-in users. */
export function TestimonialForm({ view: { values, errors, message, once } }: { view: TestimonialFormView }) {
  const { t, url, siteName: site } = usePage();
  const label = {
    text: t("testimonials.form.text"),
    name: t("testimonials.form.name"),
    role: t("testimonials.form.role"),
  };
  return (
    <form method="post" action={url(paths.testimonials())} className="form" noValidate>
      <ErrorSummary errors={errors} message={message} labels={{ ...label, consent: "" }} />
      <input type="hidden" name="once" value={once} />
      <TextArea
        name="text"
        label={label.text}
        value={values.text}
        error={errors.text}
        minLength={TESTIMONIAL_LENGTH.min}
        maxLength={TESTIMONIAL_LENGTH.max}
        rows={5}
      />
      <TextField
        name="name"
        label={label.name}
        help={t("testimonials.form.nameHelp")}
        value={values.name}
        error={errors.name}
        autoComplete="off"
        maxLength={NAME_LENGTH}
      />
      <TextField
        name="role"
        label={label.role}
        help={t("testimonials.form.roleHelp")}
        value={values.role}
        error={errors.role}
        autoComplete="off"
        maxLength={TESTIMONIAL_ROLE_LENGTH}
        optional
      />
      <Checkbox
        name="consent"
        label={t("testimonials.form.consent", { site })}
        checked={values.consent}
        error={errors.consent}
        required
      />
      <div className="form__actions">
        <SubmitButton>{t("testimonials.form.send")}</SubmitButton>
      </div>
    </form>
  );
}
