import { SUBJECTS } from "@/shared/codes";
import { usePage } from "@/ui/page-context";

/** Markdown examples, each with its key in `blog-admin.markdown`. */
const MARKS = [
  ["## …", "section"],
  ["**…**", "bold"],
  ["*…*", "italic"],
  ["[…](https://…)", "link"],
  ["- …", "list"],
  ["1. …", "numbers"],
  ["> …", "quote"],
  ["![…](/images/…)", "picture"],
] as const;

/** A short Markdown reference. `shortCodeExample` is a line that embeds listings. */
export function MarkdownHelp({ shortCodeExample }: { shortCodeExample: string }) {
  const { t } = usePage();
  return (
    <details className="panel">
      <summary>{t("blog-admin.markdown.heading")}</summary>
      <div className="stack post-editor__help">
        <dl className="description-list">
          {MARKS.map(([mark, name]) => (
            <div className="description-list__row" key={name}>
              <dt className="description-list__term">{t(`blog-admin.markdown.${name}`)}</dt>
              <dd>
                <code>{mark}</code>
              </dd>
            </div>
          ))}
        </dl>
        <p>{t("blog-admin.markdown.paragraphs")}</p>
        <p>{t("blog-admin.markdown.listings")}</p>
        <p>
          <code>{shortCodeExample}</code>
        </p>
        <p className="small muted">{t("blog-admin.markdown.listingsParts")}</p>
        <p className="small muted">
          {SUBJECTS.map((code) => `${code} = ${t(`general.subjects.${code}`)}`).join(" · ")}
        </p>
        <p className="small muted">{t("blog-admin.markdown.html")}</p>
      </div>
    </details>
  );
}
