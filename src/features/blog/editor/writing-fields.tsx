import { Bold, Heading2, Image, Italic, Link, List, Quote } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { POST_BOUNDS } from "@/shared/schemas/post";
import { type FormErrors, SubmitButton, TextArea, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { LONGEST_BODY } from "../markdown/markdown-bounds";
import type { PostValues } from "./post-form";

const TOOLS = {
  bold: Bold,
  italic: Italic,
  heading: Heading2,
  link: Link,
  list: List,
  quote: Quote,
} as const;

type Props = { values: PostValues; errors: FormErrors; preview: ReactNode };

/** Title, text and excerpt, next to the preview. */
export function WritingFields({ values, errors, preview }: Props) {
  const { t } = usePage();
  const field = (name: "title" | "excerpt" | "body") => {
    const error = errors[name];
    return {
      name,
      value: values[name],
      label: t(`blog-admin.fields.${name}`),
      lang: values.locale,
      ...(error ? { error } : {}),
    };
  };
  const { minimum: minLength, maximum: maxLength } = POST_BOUNDS.title;
  return (
    <>
      <TextField {...field("title")} minLength={minLength} maxLength={maxLength} />
      <div className="post-editor__panes">
        <div className="post-editor__text">
          <Toolbar />
          <TextArea
            {...field("body")}
            help={t("blog-admin.help.body")}
            rows={22}
            maxLength={LONGEST_BODY}
            required={false}
            spellCheck
          />
          <p className="small" role="status" data-said />
        </div>
        <section className="post-editor__preview" aria-label={t("blog-admin.preview.heading")}>
          <div className="row row--between post-editor__preview-head">
            <h2 className="small">{t("blog-admin.preview.heading")}</h2>
            <div data-plain>
              <PreviewButton />
            </div>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
          <div className="post-editor__page" data-preview tabIndex={0}>
            {preview}
          </div>
        </section>
      </div>
      <TextArea
        {...field("excerpt")}
        help={t("blog-admin.help.excerpt")}
        rows={3}
        maxLength={POST_BOUNDS.excerpt.maximum}
        required={false}
        optional
      />
    </>
  );
}

function PreviewButton() {
  const { t, url } = usePage();
  return (
    <SubmitButton
      variant="secondary"
      name="intent"
      value="preview"
      formAction={url(paths.previewPost())}
      formNoValidate
    >
      {t("blog-admin.preview.show")}
    </SubmitButton>
  );
}

/** Markdown buttons; only shown by the script. */
function Toolbar() {
  const { t } = usePage();
  return (
    <div
      className="post-editor__tools"
      role="toolbar"
      aria-label={t("blog-admin.tools.label")}
      data-tools
      hidden
    >
      {Object.entries(TOOLS).map(([name, Icon]) => (
        <Tool key={name} name={name}>
          <Icon size={18} aria-hidden="true" />
        </Tool>
      ))}
      <Tool name="picture">
        <Image size={18} aria-hidden="true" />
      </Tool>
    </div>
  );
}

function Tool({ name, children }: { name: string; children: ReactNode }) {
  const { t } = usePage();
  const label = t(`blog-admin.tools.${name}`);
  return (
    <button type="button" className="post-editor__tool" data-tool={name} title={label} aria-label={label}>
      {children}
    </button>
  );
}
