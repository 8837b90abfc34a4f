import { paths } from "@/shared/paths";
import { NAME_LENGTH } from "@/shared/schemas/accounts";
import { TESTIMONIAL_LENGTH, TESTIMONIAL_ROLE_LENGTH } from "@/shared/schemas/testimonial";
import { Checkbox, type FormErrors, PostForm, TextArea, TextField, useFields } from "@/ui/form";
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
  const { t, siteName: site } = usePage();
  const { consent, ...texts } = values;
  const { field, labels } = useFields("testimonials.form", { values: texts, errors });
  return (
    <PostForm
      action={paths.testimonials()}
      errors={errors}
      message={message}
      labels={{ ...labels, consent: "" }}
      submit={t("testimonials.form.send")}
    >
      <input type="hidden" name="once" value={once} />
      <TextArea
        {...field("text")}
        minLength={TESTIMONIAL_LENGTH.min}
        maxLength={TESTIMONIAL_LENGTH.max}
        rows={5}
      />
      <TextField {...field("name")} autoComplete="off" maxLength={NAME_LENGTH} />
      <TextField {...field("role")} autoComplete="off" maxLength={TESTIMONIAL_ROLE_LENGTH} optional />
      <Checkbox
        name="consent"
        label={t("testimonials.form.consent", { site })}
        checked={consent}
        error={errors.consent}
        required
      />
    </PostForm>
  );
}
