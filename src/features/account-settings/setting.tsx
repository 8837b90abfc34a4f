import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { FailedSetting, SettingsForm } from "./form-state";

/** A setting: its current value, and a button that opens its form. */
export function Setting({
  id,
  title,
  now,
  button,
  open = false,
  children,
}: {
  id: string;
  title: string;
  /** The current value, or what the change means. */
  now: ReactNode;
  button: string;
  open?: boolean;
  children: ReactNode;
}) {
  const { t } = usePage();
  return (
    <div className="entry" id={id}>
      <div className="entry__main">
        <h3 className="entry__title">{title}</h3>
        <div className="entry__meta">{now}</div>
      </div>
      <details className="confirm" open={open}>
        <summary className="button button--secondary button--small">
          <span className="confirm__open">{button}</span>
          <span className="confirm__close">{t("general.words.cancel")}</span>
        </summary>
        <div className="confirm__form panel">{children}</div>
      </details>
    </div>
  );
}

/** A setting with a form of this page, whose texts are in `settings.<form>`; open after it was rejected. */
export function FormSetting({
  form,
  now,
  failed,
  danger,
  children,
}: {
  form: SettingsForm;
  now: ReactNode;
  failed: FailedSetting | null;
  danger?: boolean;
  children: ReactNode;
}) {
  const { t, url } = usePage();
  return (
    <Setting
      id={form}
      title={t(`settings.${form}.title`)}
      now={now}
      button={t(`settings.${form}.open`)}
      open={failed?.form === form}
    >
      <form method="post" action={url(paths.settingsAction(form))} className="form">
        {children}
        <div className="form__actions">
          <SubmitButton variant={danger ? "danger" : "primary"}>{t(`settings.${form}.submit`)}</SubmitButton>
        </div>
      </form>
    </Setting>
  );
}
