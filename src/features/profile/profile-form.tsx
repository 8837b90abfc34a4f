import { PLACES_ID, PlaceList } from "@client/islands/listing-form/point-field";
import { QualificationsList } from "@client/islands/profile/qualifications-list";
import type { ReactNode } from "react";
import { Island } from "@/http/islands";
import { COUNTY_CODES, countyName, type Role } from "@/shared/codes";
import { toDraftKey } from "@/shared/draft-keys";
import { paths } from "@/shared/paths";
import { ABOUT_LENGTH, EXPERIENCE_YEARS, NAME_LENGTH, QUALIFICATIONS } from "@/shared/schemas/accounts";
import { LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import {
  BirthDateField,
  Checkbox,
  CheckboxGroup,
  countyOptions,
  DiscardDraft,
  EnterSubmit,
  FieldGroup,
  type FormErrors,
  FormSection,
  fieldId,
  languageOptions,
  PostForm,
  Select,
  SubmitButton,
  TextArea,
  TextField,
} from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import {
  ABOUT_FIELD,
  EXPERIENCE_FIELDS,
  LANGUAGES_FIELD,
  listChangedFields,
  type ProfileValues,
  QUALIFICATIONS_FIELD,
  STUDIES_FIELDS,
  TEACHER_PREFIX,
  toMessageKey,
  WHATSAPP_FIELD,
} from "./form-values";

export type ProfileFormProps = {
  role: Role;
  values: ProfileValues;
  saved: ProfileValues;
  errors: FormErrors;
  isUnfolded?: boolean;
};

/** Key of the form's draft in the browser. */
const DRAFT_KEY = "profile";

/** Id of the teacher's section of the page. */
export const TEACHER_SECTION = "teacher-information";

/** The fields of a user's profile; teachers have more. */
export function ProfileForm({ role, ...section }: ProfileFormProps) {
  const { t, url } = usePage();
  const returned = listChangedFields(section.values, section.saved).join(" ");
  return (
    <Enhanced
      name="keep-draft"
      texts={{ key: DRAFT_KEY, page: url(paths.profile()), prefilled: "1", returned }}
      immediate
    >
      <PostForm action={paths.profile()}>
        <EnterSubmit value="save">{t("profile.form.save")}</EnterSubmit>
        <div data-restored hidden>
          <Notice title={t("profile.form.restored")}>
            <p>{t("profile.form.restoredText")}</p>
            <DiscardDraft label={t("profile.form.discard")}>
              <LinkButton href={url(paths.profile())} variant="danger" size="small">
                {t("general.form.discardDraft.confirm")}
              </LinkButton>
            </DiscardDraft>
          </Notice>
        </div>
        <PersonSection role={role} {...section} />
        {role === "u" ? null : <TeacherSections {...section} />}
        <div className="form__actions">
          <SubmitButton name="intent" value="save">
            {t("profile.form.save")}
          </SubmitButton>
        </div>
      </PostForm>
    </Enhanced>
  );
}

type SectionProps = Omit<ProfileFormProps, "role">;

type FoldingSectionProps = {
  name: "teacher" | "studies" | "contact";
  /** Its fields, without the prefix. */
  fields: readonly string[];
  /** What it says. */
  summary: readonly (string | undefined)[];
  section: SectionProps;
  id?: string;
  children: ReactNode;
};

/** A section that is folded at first if it says something. */
function Section({ name, fields, summary, section, id, children }: FoldingSectionProps) {
  const { t } = usePage();
  const state = summary.filter(Boolean).join(" · ");
  const names = Object.keys(section.errors).map((error) => toMessageKey(error).split(".")[0] ?? "");
  return (
    <FormSection
      heading={t(`profile.form.${name}`)}
      state={state || t("general.form.optional")}
      isOpen={state === "" || section.isUnfolded === true}
      hasError={names.some((field) => fields.includes(field))}
      id={id}
    >
      {children}
    </FormSection>
  );
}

/** Label, help, value and error of a field, by its name. */
function useField({ values, errors }: SectionProps) {
  const { t } = usePage();
  return (name: string) => {
    const help = `profile.help.${toMessageKey(name)}`;
    return {
      name,
      label: t(`profile.fields.${toMessageKey(name)}`),
      help: t.has(help) ? t(help) : undefined,
      value: values.texts[name],
      error: errors[name],
    };
  };
}

function PersonSection({ role, ...section }: SectionProps & { role: Role }) {
  const { t } = usePage();
  const field = useField(section);
  return (
    <section className="form__section">
      <h2>{t("profile.form.person")}</h2>
      <TextField {...field("first_name")} autoComplete="given-name" maxLength={NAME_LENGTH} />
      <TextField
        {...field("last_name")}
        help={t(`profile.help.lastName.${role === "u" ? "learner" : "teacher"}`)}
        autoComplete="family-name"
        maxLength={NAME_LENGTH}
      />
      <BirthDateField
        {...field("birth_date")}
        help={t("profile.help.birthDate")}
        required={section.values.texts.birth_date !== ""}
        autoComplete="bday"
      />
    </section>
  );
}

/** The schema's maximum length. */
const LINE = 120;
const PLACE = 80;

function TeacherSections(section: SectionProps) {
  const { t, url, visitor } = usePage();
  const field = useField(section);
  const { texts, qualifications, languages, isCountyOfListing } = section.values;
  const teacherText = (name: string) => texts[`${TEACHER_PREFIX}${name}`];
  const county = COUNTY_CODES.find((code) => code === teacherText("county"));
  const studies = STUDIES_FIELDS.map((name) => texts[name]);
  return (
    <>
      <Section
        name="teacher"
        id={TEACHER_SECTION}
        fields={["about", "qualifications", "languages", "experience", "job", "employer"]}
        summary={[...qualifications, teacherText("job")]}
        section={section}
      >
        <p className="muted">{t("profile.form.teacherText")}</p>
        <TextArea {...field(ABOUT_FIELD)} maxLength={ABOUT_LENGTH} optional />
        <FieldGroup
          id={fieldId(QUALIFICATIONS_FIELD)}
          label={t("profile.fields.qualifications")}
          help={
            <>
              {t("profile.qualifications.help", { max: QUALIFICATIONS.max })}{" "}
              <a href={url(paths.verification())}>{t("general.nav.documents")}</a>
            </>
          }
          error={section.errors[QUALIFICATIONS_FIELD]}
          optional
        >
          <Island
            name="qualifications-list"
            component={QualificationsList}
            texts={["profile.qualifications"]}
            storedKey={visitor ? toDraftKey(visitor.id, DRAFT_KEY) : null}
            props={{
              name: QUALIFICATIONS_FIELD,
              idPrefix: fieldId(QUALIFICATIONS_FIELD),
              texts: qualifications,
              maxRows: QUALIFICATIONS.max,
              maxLength: QUALIFICATIONS.length,
              action: url(paths.profile()),
              draftKey: DRAFT_KEY,
            }}
          />
        </FieldGroup>
        <input type="hidden" name={LANGUAGES_FIELD} value="" />
        <CheckboxGroup
          name={LANGUAGES_FIELD}
          label={t("profile.fields.languages")}
          help={t("profile.help.languages")}
          error={section.errors[LANGUAGES_FIELD]}
          options={languageOptions(t)}
          values={languages ?? []}
          columns
        />
        {EXPERIENCE_FIELDS.map((name) => (
          <TextField
            key={name}
            {...field(name)}
            type="number"
            inputMode="numeric"
            min={EXPERIENCE_YEARS.min}
            max={EXPERIENCE_YEARS.max}
            optional
          />
        ))}
        <TextField
          {...field(`${TEACHER_PREFIX}job`)}
          autoComplete="organization-title"
          maxLength={LINE}
          optional
        />
        <TextField
          {...field(`${TEACHER_PREFIX}employer`)}
          autoComplete="organization"
          maxLength={LINE}
          optional
        />
      </Section>
      <Section name="studies" fields={["studies"]} summary={studies} section={section}>
        {STUDIES_FIELDS.map((name) => (
          <TextField key={name} {...field(name)} maxLength={LINE} optional />
        ))}
      </Section>
      <Section
        name="contact"
        fields={["phone_number", "whatsapp", "county", "neighbourhood"]}
        summary={[teacherText("phone_number"), county && countyName(county)]}
        section={isCountyOfListing ? { ...section, isUnfolded: true } : section}
      >
        <TextField
          {...field(`${TEACHER_PREFIX}phone_number`)}
          help={t("profile.help.phone")}
          type="tel"
          autoComplete="tel"
          optional
        />
        <div>
          <Checkbox
            name={WHATSAPP_FIELD}
            label={t("profile.fields.whatsapp")}
            checked={section.values.texts[WHATSAPP_FIELD] === "1"}
            error={section.errors[WHATSAPP_FIELD]}
          />
          <input type="hidden" name={WHATSAPP_FIELD} value="0" />
        </div>
        <Enhanced name="place-options">
          <Select
            {...field(`${TEACHER_PREFIX}county`)}
            help={t(`profile.help.${isCountyOfListing ? "countyOfListing" : "county"}`)}
            options={countyOptions(t)}
            placeholder={t("general.common.choose")}
            optional
          />
          <TextField
            {...field(`${TEACHER_PREFIX}neighbourhood`)}
            maxLength={PLACE}
            list={PLACES_ID}
            optional
          />
          <PlaceList county={county} hasOthers />
        </Enhanced>
      </Section>
    </>
  );
}
