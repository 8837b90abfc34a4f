import type { ReactNode } from "react";
import { POST_BOUNDS, type PostFormValues } from "@/shared/post-form";
import { type FormErrors, TextArea, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { usePostFields } from "./post-form-fields";

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
  const field = usePostFields(values, errors);
  const { locale: lang } = values;
  return (
    <>
      <TextField
        {...field("title")}
        lang={lang}
        minLength={POST_BOUNDS.title.min}
        maxLength={POST_BOUNDS.title.max}
      />
      <div className="post-editor__panes">
        <div className="post-editor__text">
          {toolbar}
          <TextArea
            {...field("body")}
            lang={lang}
            help={t("blog-admin.help.body")}
            rows={22}
            maxLength={POST_BOUNDS.body.max}
            required={false}
            spellCheck
          />
          <p className="small" role="status">
            {status}
          </p>
        </div>
        {preview}
      </div>
      <TextArea
        {...field("excerpt")}
        lang={lang}
        help={t("blog-admin.help.excerpt")}
        rows={3}
        maxLength={POST_BOUNDS.excerpt.max}
        required={false}
        optional
      />
    </>
  );
}
