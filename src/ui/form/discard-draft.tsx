import type { ReactNode } from "react";
import { usePage } from "@/ui/page-context";

/** Asks before unsent input is deleted; the children delete it. */
export function DiscardDraft({ label, children }: { label: string; children: ReactNode }) {
  const { t } = usePage();
  return (
    <details className="confirm">
      <summary className="button button--secondary button--small">
        <span className="confirm__open">{label}</span>
        <span className="confirm__close">{t("general.form.discardDraft.keep")}</span>
      </summary>
      <div className="confirm__form">
        <p className="small">{t("general.form.discardDraft.question")}</p>
        {children}
      </div>
    </details>
  );
}
