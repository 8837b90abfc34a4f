import { Bold, Heading2, Image, Italic, Link, List, Quote } from "lucide-react";
import { usePage } from "@/ui/page-context";
import { MARKDOWN_FORMATS, type MarkdownFormat } from "./format-markdown";

const ICONS = {
  bold: Bold,
  italic: Italic,
  heading: Heading2,
  link: Link,
  list: List,
  quote: Quote,
  picture: Image,
};

type Props = { onFormat(format: MarkdownFormat): void; onPicture(): void };

/** Buttons that format the selected text and choose a picture. */
export function FormattingToolbar({ onFormat, onPicture }: Props) {
  const { t } = usePage();
  const button = (name: keyof typeof ICONS, onClick: () => void) => {
    const Icon = ICONS[name];
    const label = t(`blog-admin.tools.${name}`);
    return (
      <button
        key={name}
        type="button"
        className="post-editor__tool"
        title={label}
        aria-label={label}
        onClick={onClick}
      >
        <Icon size={18} aria-hidden="true" />
      </button>
    );
  };
  return (
    <div className="post-editor__tools" role="toolbar" aria-label={t("blog-admin.tools.label")}>
      {MARKDOWN_FORMATS.map((format) => button(format, () => onFormat(format)))}
      {button("picture", onPicture)}
    </div>
  );
}
