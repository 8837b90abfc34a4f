import { ActionButton, type HiddenFields } from "./button";
import { usePage } from "./page-context";

type WithdrawButtonProps = {
  action: string;
  fields?: HiddenFields;
  /** The group of its texts: `withdraw`, `keep`, `question` and `confirm`. */
  texts: string;
};

/** Withdraws or deletes something of the user's after a confirmation. */
export function WithdrawButton({ action, fields, texts }: WithdrawButtonProps) {
  const { t } = usePage();
  return (
    <details className="confirm">
      <summary className="button button--quiet button--small">
        <span className="confirm__open">{t(`${texts}.withdraw`)}</span>
        <span className="confirm__close">{t(`${texts}.keep`)}</span>
      </summary>
      <div className="confirm__form">
        <p className="small">{t(`${texts}.question`)}</p>
        <ActionButton action={action} fields={fields ?? {}} variant="danger" size="small">
          {t(`${texts}.confirm`)}
        </ActionButton>
      </div>
    </details>
  );
}
