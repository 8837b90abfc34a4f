import { paths } from "@/shared/paths";
import { type FormErrors, RadioGroup, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { ListingReview } from "../review/find-review";
import { ReasonFields } from "../review/reason-fields";
import { isSuspendable } from "../review/suspension";
import type { ReportsAbout } from "./queries";

export type ReportsDecisionView = {
  typed: { decision: string; reason: string; text: string };
  errors: FormErrors;
  /** The error of a rejected decision. */
  refused: string | null;
};

/** One decision for all shown reports. The form names each, so newer ones stay open. */
export function ReportsDecision({
  listing: { id, state },
  open,
  decision: { typed, errors },
}: {
  listing: ListingReview["listing"];
  open: ReportsAbout["open"];
  decision: ReportsDecisionView;
}) {
  const { t, url } = usePage();
  const decisions = ["dismissed", "upheld", ...(isSuspendable(state) ? ["suspended"] : [])];
  return (
    <section className="panel stack">
      <h2>{t("admin.review.decision")}</h2>
      <form method="post" action={url(paths.adminReport(id))} className="form" noValidate>
        {open.map((report) => (
          <input key={report.id} type="hidden" name="report" value={report.id} />
        ))}
        <RadioGroup
          name="decision"
          label={t("admin.reports.decision")}
          options={decisions.map((value) => ({
            value,
            label: t(`admin.reports.decisions.${value}`),
            hint: t(`admin.reports.hints.${value}`),
          }))}
          value={typed.decision}
          error={errors.decision}
        />
        {isSuspendable(state) ? (
          <>
            <h3>{t("admin.reports.ifSuspended")}</h3>
            <ReasonFields
              form="suspend"
              typed={{ ...typed, errors: withoutDecision(errors) }}
              help={t("admin.suspension.textHelp")}
            />
          </>
        ) : null}
        <SubmitButton>{t("admin.reports.decide")}</SubmitButton>
      </form>
    </section>
  );
}

function withoutDecision({ decision, ...others }: FormErrors): FormErrors {
  return others;
}
