import { toFilterQuery } from "@/features/search";
import { isLevelOf, SUBJECTS } from "@/shared/codes";
import type { ExamCountdown } from "@/shared/exam-weeks";
import { formatAmount, formatLei, formatList } from "@/shared/format";
import { formatExamCountdown } from "@/shared/format-exam";
import { formatLevelList } from "@/shared/format-level-list";
import { formatOtherLevel, formatUsualPrice } from "@/shared/format-usual-price";
import { paths } from "@/shared/paths";
import { PLAN_HOURS } from "@/shared/schemas/study-plan";
import { countyParams, subjectParams } from "@/shared/scope-params";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import {
  countyOptions,
  ErrorSummary,
  type FormErrors,
  Select,
  SubmitButton,
  subjectOptions,
  TextField,
} from "@/ui/form";
import { Notice } from "@/ui/notice";
import { type Page, usePage } from "@/ui/page-context";
import type { PlanOffer, StudyPlan } from "./load-study-plan";

type Props = {
  /** The exams whose day is known. */
  exams: readonly ExamCountdown[];
  values: Readonly<Record<string, string>>;
  errors: FormErrors;
  plan: StudyPlan | null;
  /** Whether the day of the chosen exam is not known. */
  isUnknown: boolean;
};

/** The form, and the plan below it. */
export function StudyPlanPage({ exams, values, errors, plan, isUnknown }: Props) {
  const { t } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head stack">
        <h1>{t("study-plan.title")}</h1>
        <p className="page-head__lead">{t("study-plan.lead")}</p>
      </header>
      {isUnknown || exams.length === 0 ? (
        <Notice>
          <p>{t(exams.length === 0 ? "study-plan.noExams" : "study-plan.noDates")}</p>
        </Notice>
      ) : null}
      {exams.length === 0 ? null : (
        <div className="stack stack--loose">
          {plan ? null : (
            <div>
              <ul className="list-plain">
                {exams.map((countdown) => (
                  <li key={countdown.exam}>{formatExamCountdown(t, countdown)}</li>
                ))}
              </ul>
              {/* Exams of one school year have one source. */}
              {[...new Set(exams.map(({ source }) => source))].filter(Boolean).map((source) => (
                <p key={source} className="muted small">
                  {t("study-plan.source", { source })}
                </p>
              ))}
            </div>
          )}
          <PlanForm exams={exams} values={values} errors={errors} />
          {plan ? <Plan plan={plan} /> : null}
        </div>
      )}
    </div>
  );
}

function PlanForm({ exams, values, errors }: Pick<Props, "exams" | "values" | "errors">) {
  const { t, url } = usePage();
  const { min, max, step } = PLAN_HOURS;
  return (
    <form method="get" action={`${url(paths.plan())}#plan`} className="form" noValidate>
      <ErrorSummary
        errors={errors}
        labels={{
          exam: t("study-plan.form.exam"),
          hours: t("study-plan.form.hours"),
          county: t("study-plan.form.county"),
        }}
      />
      <div className="side-by-side">
        <Select
          name="exam"
          label={t("study-plan.form.exam")}
          options={exams.map(({ exam }) => ({ value: exam, label: t(`study-plan.exams.${exam}`) }))}
          value={values.exam}
          error={errors.exam}
        />
        <Select
          name="subject"
          label={t("general.fields.subject")}
          options={subjectOptions(t)}
          value={values.subject}
          error={errors.subject}
          placeholder={t("general.common.choose")}
        />
      </div>
      <p className="field__help">
        {t("study-plan.form.subjectHelp", {
          subjects: formatList(
            SUBJECTS.filter((code) => isLevelOf("pe", [code])).map((code) => t(`general.subjects.${code}`)),
            t.locale,
          ),
        })}
      </p>
      <div className="side-by-side">
        <TextField
          name="hours"
          label={t("study-plan.form.hours")}
          value={values.hours}
          error={errors.hours}
          type="number"
          inputMode="decimal"
          min={min}
          max={max}
          step={step}
        />
        <Select
          name="county"
          label={t("study-plan.form.county")}
          options={countyOptions(t)}
          value={values.county}
          error={errors.county}
          placeholder={t("study-plan.form.online")}
          required={false}
        />
      </div>
      <SubmitButton>{t("study-plan.form.submit")}</SubmitButton>
    </form>
  );
}

function Plan({ plan }: { plan: StudyPlan }) {
  const { t } = usePage();
  const { input, countdown, lessons } = plan;
  const fitting = plan.offers.filter(({ name }) => name === "exam");
  // Other listings may help if none fits.
  const offers = fitting.length > 0 ? fitting : plan.offers;
  return (
    <section className="panel stack" aria-labelledby="plan">
      <h2 id="plan">
        {lessons > 0
          ? t.count("study-plan.result.lessons", lessons, subjectParams(t, input.subject))
          : t("study-plan.result.heading")}
      </h2>
      {plan.listings === 0 ? (
        <p>
          {t(`study-plan.result.none.${input.county ? "county" : "online"}`, {
            ...subjectParams(t, input.subject),
            ...(input.county ? countyParams(t, input.county) : {}),
            level: t(`general.levelsAfterFor.${input.exam}`),
          })}
        </p>
      ) : null}
      <DescriptionList
        items={[
          {
            term: t("study-plan.result.exam"),
            details: (
              <>
                <p>{formatExamCountdown(t, countdown)}</p>
                {countdown.source ? (
                  <details className="small">
                    <summary>{t("study-plan.result.source")}</summary>
                    <p>{countdown.source}</p>
                  </details>
                ) : null}
              </>
            ),
          },
          {
            term: t("study-plan.result.time"),
            details:
              lessons > 0 ? (
                <>
                  <p>
                    {t.count("study-plan.result.weeks", countdown.lessonWeeks, {
                      days: t.count("general.counts.days", countdown.days),
                      holidays: t.count("general.counts.days", countdown.holidayDays),
                    })}
                  </p>
                  <p>{t.count("study-plan.result.late", input.hours)}</p>
                </>
              ) : (
                t("study-plan.result.short")
              ),
          },
          ...offers.map((offer) => ({
            term: t(`study-plan.result.offers.${offer.name}`, {
              level: formatLevelList(t, offer.filters.level),
            }),
            details: <OfferedCost offer={offer} hasLessons={lessons > 0} />,
          })),
          lessons > 0 && { term: t("study-plan.result.cost"), details: <UsualCost plan={plan} /> },
        ]}
      />
      <NextStep plan={plan} />
    </section>
  );
}

/** "about 5,500 to 6,000 lei" */
function formatCost({ t, locale }: Page, { from, to }: { from: number; to: number }): string {
  return from === to
    ? t("study-plan.result.single", { from: formatLei(from, locale) })
    : t("study-plan.result.range", { from: formatAmount(from, locale), to: formatLei(to, locale) });
}

/** What the lessons, or an hour if no week is left, cost at the prices of some listings, with a link to them. */
function OfferedCost({
  offer: { filters, listings, prices, total, monthly },
  hasLessons,
}: {
  offer: PlanOffer;
  hasLessons: boolean;
}) {
  const page = usePage();
  const { t, locale, url } = page;
  const { from, to } = prices;
  return (
    <>
      {hasLessons ? (
        <>
          <p>
            <strong>{formatCost(page, total)}</strong>
          </p>
          <p>{t("study-plan.result.monthly", { range: formatCost(page, monthly) })}</p>
        </>
      ) : null}
      <p>
        <a href={url(paths.listings(toFilterQuery(filters)))}>
          {listings === null
            ? t("general.counts.listingsMany")
            : t.count("general.counts.listings", listings)}
        </a>
        {": "}
        {from === to
          ? t("study-plan.result.hourlyPrice", { to: formatLei(to, locale) })
          : t.count("study-plan.result.hourlyPrices", to / 100, {
              from: formatAmount(from, locale),
              to: formatAmount(to, locale),
            })}
      </p>
    </>
  );
}

function UsualCost({ plan: { cost, input } }: { plan: StudyPlan }) {
  const page = usePage();
  const { t, url } = page;
  if (!cost) return <p>{t("study-plan.result.noPrice")}</p>;
  const { usual, total, monthly } = cost;
  const { subject, exam, county } = input;
  const isCountry = county !== null && usual.scope === "country";
  return (
    <>
      <p>
        <strong>{formatCost(page, total)}</strong>
      </p>
      {usual.level !== exam || isCountry ? (
        <p>
          {isCountry
            ? t(`study-plan.result.country.${usual.level === exam ? "level" : "otherLevel"}`, {
                ...countyParams(t, county),
                chosen: t(`general.levelsAfterFor.${exam}`),
                level: t(`general.levelsAfterFor.${usual.level}`),
              })
            : formatOtherLevel(t, exam, usual.level)}
        </p>
      ) : null}
      <p>{t("study-plan.result.monthly", { range: formatCost(page, monthly) })}</p>
      <p className="muted small">
        {formatUsualPrice(t, usual, input)}{" "}
        <a href={`${url(paths.prices({ subject, level: exam, county: isCountry ? null : county }))}#method`}>
          {t("study-plan.result.prices")}
        </a>
      </p>
    </>
  );
}

/** To the listings that fit, or to a request and a plan online if there are none; and the plan for calendars. */
function NextStep({ plan: { input, filters, listings } }: { plan: StudyPlan }) {
  const { t, url, visitor } = usePage();
  const query = toFilterQuery(filters);
  return (
    <>
      {listings === 0 ? (
        <p>
          {t("study-plan.result.requestHelp")} {visitor ? null : t("search.request.account")}
        </p>
      ) : null}
      <div className="form__actions">
        {listings === 0 ? (
          <LinkButton href={url(paths.createRequest(query))} rel="nofollow">
            {t("study-plan.result.request")}
          </LinkButton>
        ) : (
          <LinkButton href={url(paths.listings(query))}>
            {listings === null
              ? t("study-plan.result.showMany")
              : t.count("study-plan.result.show", listings)}
          </LinkButton>
        )}
        {listings === 0 && input.county ? (
          <LinkButton
            href={`${url(paths.plan({ ...input, county: null }))}#plan`}
            variant="secondary"
            rel="nofollow"
          >
            {t("study-plan.result.online")}
          </LinkButton>
        ) : null}
        <LinkButton href={url(paths.planCalendar(input))} variant="secondary" rel="nofollow">
          {t("study-plan.result.calendar")}
        </LinkButton>
      </div>
      <p className="muted small">{t("study-plan.result.calendarHelp")}</p>
    </>
  );
}
