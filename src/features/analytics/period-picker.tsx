import { addDays, countDays, type Day, type Period } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { DateField, ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** Lengths in days of the periods that have a link. They end today. */
export const PERIOD_PRESETS = [7, 30, 90] as const;

/** The preset that a period equals, if any. */
const findPreset = ({ from, to }: Period, today: Day) =>
  PERIOD_PRESETS.find((days) => to === today && from === addDays(today, 1 - days));

/** Links to the preset periods, and a form for any other. Both keep the selected listing. */
export function PeriodPicker({
  period,
  today,
  typed,
  errors,
  listing,
}: {
  period: Period;
  today: Day;
  typed: { from: string; to: string };
  errors: FormErrors;
  listing: string | null;
}) {
  const { t, url } = usePage();
  const hasErrors = Object.keys(errors).length > 0;
  const preset = hasErrors ? undefined : findPreset(period, today);
  return (
    <div className="period">
      <nav className="row" aria-label={t("analytics.period.label")}>
        {PERIOD_PRESETS.map((days) => (
          <LinkButton
            key={days}
            href={url(paths.analytics({ days, listing }))}
            variant={days === preset ? "secondary" : "quiet"}
            size="small"
            aria-current={days === preset ? "page" : undefined}
          >
            {t.count("analytics.period.days", days)}
          </LinkButton>
        ))}
      </nav>
      <details className="period__custom" open={preset === undefined}>
        <summary>
          {preset === undefined && !hasErrors
            ? t.count("analytics.period.ofDays", countDays(period.from, period.to))
            : t("analytics.period.other")}
        </summary>
        <ErrorSummary
          errors={errors}
          labels={{ from: t("analytics.period.from"), to: t("analytics.period.to") }}
        />
        <form className="period__form" method="get" action={url(paths.analytics())} noValidate>
          <DateField
            name="from"
            label={t("analytics.period.from")}
            value={typed.from}
            error={errors.from}
            max={today}
          />
          <DateField
            name="to"
            label={t("analytics.period.to")}
            value={typed.to}
            error={errors.to}
            max={today}
          />
          {listing ? <input type="hidden" name="listing" value={listing} /> : null}
          <SubmitButton>{t("analytics.period.show")}</SubmitButton>
        </form>
      </details>
    </div>
  );
}
