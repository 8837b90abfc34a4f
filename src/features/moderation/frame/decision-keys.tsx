import { Fragment } from "react";
import { Button, buttonClass } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";

/** A key that does something now. `href`: the field that it goes to. */
export type DecisionKey = { key: string; text: string; href?: string | undefined };

const HELP_ID = "decision-keys-help";

/**
 * The keys of a page with `decision-keys` (client/enhance), and how to use them. The switch turns single keys off (WCAG
 * 2.1.4). A native popover.
 */
export function DecisionKeys({ keys }: { keys: readonly DecisionKey[] }) {
  const { t } = usePage();
  if (keys.length === 0) return null;
  return (
    <>
      <p className="small muted decision-keys">
        {keys.map(({ key, text, href }, index) => {
          const content = (
            <>
              <kbd>{key}</kbd> {text}
            </>
          );
          return (
            <Fragment key={key}>
              {index > 0 ? " · " : null}
              {href ? (
                // biome-ignore lint/a11y/noAccessKey: it is on a link, because screen reader users may follow it
                <a href={href} accessKey={key.toLowerCase()}>
                  {content}
                </a>
              ) : (
                content
              )}
            </Fragment>
          );
        })}
      </p>
      <button
        type="button"
        className={`${buttonClass("quiet")} button--small`}
        popoverTarget={HELP_ID}
        aria-haspopup="dialog"
      >
        {t("moderation.frame.keys.help")}
      </button>
      <div
        className="panel stack keys-help"
        id={HELP_ID}
        popover="auto"
        role="dialog"
        aria-labelledby={`${HELP_ID}-title`}
      >
        <h3 id={`${HELP_ID}-title`}>{t("moderation.frame.keys.help")}</h3>
        <DescriptionList
          items={[...keys, { key: "?", text: t("moderation.frame.keys.open") }].map(({ key, text }) => ({
            term: <kbd>{key}</kbd>,
            details: text,
            key,
          }))}
        />
        <label className="choice needs-script">
          <input type="checkbox" data-single-keys="" defaultChecked />
          <span>{t("moderation.frame.keys.single")}</span>
        </label>
        <p className="small muted">{t("moderation.frame.keys.how")}</p>
        <Button variant="secondary" size="small" popoverTarget={HELP_ID}>
          {t("moderation.frame.keys.close")}
        </Button>
      </div>
    </>
  );
}
