import {
  type CeilingName,
  DEFAULT_CEILINGS,
  DEFAULT_COVERAGE_GOAL,
  DEFAULT_LIMITS,
  type LimitName,
  type RateLimit,
} from "@/shared/default-limits";
import type { Translator } from "@/shared/i18n/translator";
import { formatDecimal, parseWholeNumber, toPlainDecimal } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import type { LimitsDocument } from "@/shared/schemas/limits";
import { Checkbox, FieldGroup, fieldId, Select, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { type DocumentForm, type DocumentFormValues, type FieldsProps, toFirstValues } from "./documents";
import { LIMITS } from "./settings-documents";
import { SETTINGS_LIST } from "./settings-list";

/** A limit, or without a window a ceiling. */
type Terms = { max: number; window_s?: number };
type Name = LimitName | CeilingName;

/** The limits in the form's order, by action; ceilings are with the action they bound. */
const GROUPS = {
  signing: ["sign_in", "sign_in_network", "sign_in_code", "sign_up"],
  mails: [
    "sign_up_mail",
    "verification_mail",
    "reset_mail",
    "password_reset_network",
    "reactivation_mail",
    "email_change",
    "email_change_mail",
    "resent_mail",
  ],
  listings: [
    "listings_active",
    "listings_drafts",
    "listing_submissions",
    "orders_hour",
    "withdrawal_links_network",
    "withdrawal_links_order",
  ],
  enquiries: [
    "enquiries_hour",
    "enquiries_day",
    "guest_enquiries_hour",
    "guest_enquiries_day",
    "messages_hour",
    "guest_link_mail",
    "guest_link_network",
    "calendar_feed",
    "phones_day",
    "shortlist_hour",
    "shortlist_listing",
    "alerts_network",
    "alerts_mailbox",
  ],
  writing: [
    "reports_day",
    "reports_listing",
    "report_receipts",
    "review_writes_day",
    "review_edits_day",
    "review_reports_day",
    "review_reports_review",
    "requests_day",
    "testimonials_day",
    "contact",
    "contact_copy",
  ],
  files: [
    "profile_pictures",
    "listing_pictures",
    "blog_pictures",
    "verification_files",
    "verifications_day",
    "uploads",
    "export",
    "data_export",
  ],
} as const satisfies Record<string, readonly Name[]>;

const DEFAULT_TERMS: Record<Name, Terms> = {
  ...DEFAULT_LIMITS,
  ...(Object.fromEntries(Object.entries(DEFAULT_CEILINGS).map(([name, max]) => [name, { max }])) as Record<
    CeilingName,
    Terms
  >),
};
const NAMES = Object.values(GROUPS).flat();

/** The fields of the members that are no limits: "1" if admins must have two-step sign-in, and a number of teachers. */
const TWO_STEP = "admin_two_step";
const COVERAGE_GOAL = "coverage_goal";

/**
 * Fields `admin_two_step`, `coverage_goal`, `{name}.max` and, except for ceilings, `{name}.window_s` (seconds), with
 * the current values. The document leaves out empty values and values equal to the defaults.
 */
export const limitsForm: DocumentForm<LimitsDocument> = {
  kind: LIMITS,
  texts: "settings.limits",
  path: (query) => paths.adminSetting("limits", query),
  list: SETTINGS_LIST,
  Fields: LimitsFields,
  listSections: (t) =>
    Object.keys(GROUPS).map((group) => ({ id: group, title: t(`settings.limits.groups.${group}`) })),
  getLabels,
  toEntries: (t, document) => [
    {
      key: TWO_STEP,
      term: t("settings.limits.admin_two_step.term"),
      details: t(`settings.limits.admin_two_step.${document.admin_two_step ? "on" : "off"}`),
    },
    {
      key: COVERAGE_GOAL,
      term: t("settings.limits.coverage_goal.label"),
      details: t.count(
        "settings.limits.coverage_goal.teachers",
        document.coverage_goal ?? DEFAULT_COVERAGE_GOAL,
      ),
    },
    ...NAMES.map((name) => ({
      key: name,
      term: t(`settings.limits.names.${name}`),
      details: formatTerms(t, document[name] ?? DEFAULT_TERMS[name]),
    })),
  ],
  toValues: (document) => ({
    [TWO_STEP]: document.admin_two_step ? "1" : "",
    [COVERAGE_GOAL]: String(document.coverage_goal ?? DEFAULT_COVERAGE_GOAL),
    ...Object.fromEntries(
      NAMES.flatMap((name) => {
        const { max, window_s }: Terms = document[name] ?? DEFAULT_TERMS[name];
        const rows = [[`${name}.max`, String(max)]];
        return window_s === undefined ? rows : [...rows, [`${name}.window_s`, String(window_s)]];
      }),
    ),
  }),
  numbers: /\.(max|window_s)$|^coverage_goal$/,
  parseFields: (form, t) => ({
    [TWO_STEP]: "",
    ...Object.fromEntries(
      Object.entries(toFirstValues(form)).map(([name, value]) => {
        const plain = toPlainDecimal(value, t.locale);
        return [name, isCount(name) && /^\d+$/.test(plain) ? plain : value];
      }),
    ),
  }),
  toDocument: (values) => ({
    ...(values[TWO_STEP] === "1" ? { [TWO_STEP]: true } : {}),
    ...parseGoal(values[COVERAGE_GOAL]),
    ...Object.fromEntries(NAMES.flatMap((name) => parseTerms(values, name))),
  }),
};

const isCount = (name: string): boolean => name.endsWith(".max") || name === COVERAGE_GOAL;

function parseGoal(typed = ""): { [COVERAGE_GOAL]?: number } {
  const goal = typed.trim() === "" ? DEFAULT_COVERAGE_GOAL : parseWholeNumber(typed.trim());
  return goal === DEFAULT_COVERAGE_GOAL ? {} : { [COVERAGE_GOAL]: goal };
}

function parseTerms(values: DocumentFormValues, name: Name): [Name, Terms][] {
  const defaults = DEFAULT_TERMS[name];
  const typed = (values[`${name}.max`] ?? "").trim();
  if (typed === "") return [];
  const max = parseWholeNumber(typed);
  const terms: Terms =
    defaults.window_s === undefined
      ? { max }
      : { max, window_s: parseWholeNumber(values[`${name}.window_s`] ?? "") };
  const isDefault = terms.max === defaults.max && terms.window_s === defaults.window_s;
  return isDefault ? [] : [[name, terms]];
}

/** "10 in 15 minutes"; "5 at one time". */
function formatTerms(t: Translator, { max, window_s }: Terms): string {
  const n = t.number(max);
  return window_s === undefined
    ? t("settings.limits.ceiling", { n })
    : t("settings.limits.perWindow", { n, time: formatWindow(t, window_s) });
}

/** A duration (seconds) in the largest unit that divides it. */
function formatWindow(t: Translator, seconds: RateLimit["window_s"]): string {
  if (seconds % 3600 === 0) return t.count("settings.limits.hours", seconds / 3600);
  if (seconds % 60 === 0) return t.count("settings.limits.minutes", seconds / 60);
  return t.count("settings.limits.seconds", seconds);
}

/** Selectable windows, in seconds. */
const WINDOWS = [60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];

/** Every limit, grouped by action: count and window. */
function LimitsFields(props: FieldsProps) {
  const { t, locale } = usePage();
  return Object.entries<readonly Name[]>(GROUPS).map(([group, names]) => (
    <section key={group} className="form__section" aria-labelledby={group}>
      <h2 id={group}>{t(`settings.limits.groups.${group}`)}</h2>
      {group === "signing" ? (
        <Checkbox
          name={TWO_STEP}
          label={t("settings.limits.admin_two_step.label")}
          help={t("settings.limits.admin_two_step.help")}
          checked={props.values[TWO_STEP] === "1"}
        />
      ) : null}
      {group === "listings" ? (
        <TextField
          name={COVERAGE_GOAL}
          label={t("settings.limits.coverage_goal.label")}
          help={t("settings.limits.coverage_goal.help", { n: t.number(DEFAULT_COVERAGE_GOAL) })}
          value={formatDecimal(props.values[COVERAGE_GOAL] ?? "", locale)}
          error={props.errors[COVERAGE_GOAL]}
          inputMode="numeric"
          required={false}
        />
      ) : null}
      {names.map((name) => (
        <LimitField key={name} name={name} {...props} />
      ))}
    </section>
  ));
}

function LimitField({ name, values, errors }: FieldsProps & { name: Name }) {
  const { t, locale } = usePage();
  const defaults = DEFAULT_TERMS[name];
  const field = (part: string) => {
    const fieldName = `${name}.${part}`;
    return { name: fieldName, value: values[fieldName] ?? "", error: errors[fieldName] };
  };
  const window = field("window_s");
  return (
    <FieldGroup
      id={fieldId(name)}
      label={t(`settings.limits.names.${name}`)}
      help={t("settings.limits.default", { terms: formatTerms(t, defaults) })}
    >
      <div className="side-by-side side-by-side--short">
        <TextField
          {...field("max")}
          value={formatDecimal(field("max").value, locale)}
          label={t("settings.limits.max")}
          inputMode="numeric"
          required={false}
        />
        {defaults.window_s === undefined ? null : (
          <Select
            {...window}
            label={t("settings.limits.window")}
            options={listWindowOptions(t, window.value)}
          />
        )}
      </div>
    </FieldGroup>
  );
}

/** The selectable windows, and the stored one if it isn't among them. */
function listWindowOptions(t: Translator, chosen: string) {
  const storedWindow = /^\d{1,6}$/.test(chosen) ? [Number(chosen)] : [];
  return [...new Set([...WINDOWS, ...storedWindow])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: formatWindow(t, seconds) }));
}

/** Field labels of the error summary. */
function getLabels(t: Translator): Record<string, string> {
  const labels = NAMES.flatMap((name) => {
    const limit = t(`settings.limits.names.${name}`);
    return [
      [`${name}.max`, `${limit} (${t("settings.limits.max")})`],
      [`${name}.window_s`, `${limit} (${t("settings.limits.window")})`],
    ];
  });
  return { ...Object.fromEntries(labels), [COVERAGE_GOAL]: t("settings.limits.coverage_goal.label") };
}
