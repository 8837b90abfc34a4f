import type { ReactNode } from "react";
import { POST_BOUNDS, type PostFormValues } from "@/shared/post-form";
import { type FormErrors, TextArea, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";

type Props = {
  values: PostFormValues;
  errors: FormErrors;
  toolbar: ReactNode;
  /** The result of the last action. */
  status: string;
  preview: ReactNode;
};

/** Title, text and excerpt, next to the preview. */
export function WritingFields({ values, errors, toolbar, status, preview }: Props) {
  const { t } = usePage();
  const field = (name: "title" | "excerpt") => ({
    name,
    value: values[name],
    label: t(`blog-admin.fields.${name}`),
    lang: values.locale,
    ...(errors[name] ? { error: errors[name] } : {}),
  });
  return (
    <>
      <TextField {...field("title")} minLength={POST_BOUNDS.title.min} maxLength={POST_BOUNDS.title.max} />
      <div className="post-editor__panes">
        <div className="post-editor__text">
          {toolbar}
          <BodyField value={values.body} locale={values.locale} error={errors.body} />
          <p className="small" role="status">
            {status}
          </p>
        </div>
        {preview}
      </div>
      <TextArea
        {...field("excerpt")}
        help={t("blog-admin.help.excerpt")}
        rows={3}
        maxLength={POST_BOUNDS.excerpt.max}
        required={false}
        optional
      />
    </>
  );
}

function BodyField({ value, locale, error }: { value: string; locale: string; error: string | undefined }) {
  const { t } = usePage();
  return (
    <TextArea
      name="body"
      value={value}
      label={t("blog-admin.fields.body")}
      lang={locale}
      help={t("blog-admin.help.body")}
      rows={22}
      maxLength={POST_BOUNDS.body.max}
      required={false}
      spellCheck
      {...(error ? { error } : {})}
    />
  );
}
