import { addDays, countDays, type Day, type Period } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { DateField, ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** Lengths of the preset periods, in days up to today. */
export const PERIODS = [7, 30, 90] as const;

/** The preset of a period, if it is one. */
const findPreset = ({ from, to }: Period, today: Day) =>
  PERIODS.find((days) => to === today && from === addDays(today, 1 - days));

/** Links to the preset periods, and a form for others. Both keep the selected listing. */
export function PeriodChoice({
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
  const wrong = Object.keys(errors).length > 0;
  const preset = wrong ? undefined : findPreset(period, today);
  return (
    <div className="period">
      <nav className="row" aria-label={t("analytics.period.label")}>
        {PERIODS.map((days) => (
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
      <details className="period__other" open={preset === undefined}>
        <summary>
          {preset === undefined && !wrong
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
