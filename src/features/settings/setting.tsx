import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { Failed, SettingsForm } from "./form-state";

/** One thing that can be changed: how it is now, and its form behind a button, open where it was refused. */
export function Setting({
  form,
  title,
  now,
  failed,
  danger,
  children,
}: {
  form: SettingsForm;
  title: string;
  /** How it is now, or what the change means. */
  now: ReactNode;
  failed: Failed | null;
  danger?: boolean;
  /** The form's fields. */
  children: ReactNode;
}) {
  const { t, url } = usePage();
  return (
    <div className="entry" id={form}>
      <div className="entry__main">
        <h3 className="entry__title">{title}</h3>
        <div className="entry__meta">{now}</div>
      </div>
      <details className="confirm" open={failed?.form === form}>
        <summary className="button button--secondary button--small">{t(`settings.${form}.open`)}</summary>
        <form method="post" action={url(paths.settingsAction(form))} className="form panel">
          {children}
          <div className="form__actions">
            <SubmitButton variant={danger ? "danger" : "primary"}>
              {t(`settings.${form}.submit`)}
            </SubmitButton>
          </div>
        </form>
      </details>
    </div>
  );
}
