import { LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { POST_BOUNDS } from "@/shared/schemas/post";
import { LinkButton } from "@/ui/button";
import { Checkbox, FileField, Select, SubmitButton, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { BackToDraft } from "./editor-actions";
import type { EditorView } from "./editor-page";

type Props = { view: EditorView };

/** Publication time, category, translation and cover. */
export function SettingsPanel({ view }: Props) {
  return (
    <div className="stack">
      <Publishing view={view} />
      <Belonging view={view} />
      <Cover view={view} />
    </div>
  );
}

const errorOf = ({ errors }: EditorView, name: string) => (errors[name] ? { error: errors[name] } : {});

function Publishing({ view }: Props) {
  const { t } = usePage();
  const { saved, state, values } = view;
  return (
    <section className="panel stack" aria-labelledby="publishing">
      <h2 id="publishing">{t("blog-admin.publishing.heading")}</h2>
      {saved && saved.publishTs !== null ? (
        <p>
          {t(`blog-admin.publishing.${state}`)} <Time ts={saved.publishTs} clock />
        </p>
      ) : (
        <p className="muted">{t("blog-admin.publishing.draft")}</p>
      )}
      {state === "published" ? null : (
        <>
          <TextField
            name="publish_at"
            type="datetime-local"
            label={t("blog-admin.fields.publish_at")}
            help={t("blog-admin.help.publish_at")}
            value={values.publish_at}
            required={false}
            {...errorOf(view, "publish_at")}
          />
          <SubmitButton name="intent" value="schedule" variant="secondary">
            {t(state === "scheduled" ? "blog-admin.actions.reschedule" : "blog-admin.actions.schedule")}
          </SubmitButton>
        </>
      )}
      <BackToDraft state={state} />
    </section>
  );
}

function Belonging({ view }: Props) {
  const { t, url } = usePage();
  const { saved, values } = view;
  const { locale } = values;
  const other = locale === "en" ? "ro" : "en";
  return (
    <section className="panel stack" aria-labelledby="belonging" data-saved-part="belonging">
      <h2 id="belonging">{t("blog-admin.belonging.heading")}</h2>
      {saved || values.other_id ? (
        <input type="hidden" name="locale" value={locale} />
      ) : (
        <Select
          name="locale"
          label={t("blog-admin.fields.locale")}
          help={t("blog-admin.help.locale")}
          options={LOCALES.map((one) => ({ value: one, label: t(`blog-admin.languages.${one}`) }))}
          value={locale}
          {...errorOf(view, "locale")}
        />
      )}
      <Select
        name="category_id"
        label={t("blog-admin.fields.category_id")}
        options={view.categories.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={t("blog-admin.belonging.noCategory")}
        value={values.category_id}
        required={false}
        {...errorOf(view, "category_id")}
      />
      <TextField
        name="slug"
        label={t("blog-admin.fields.slug")}
        help={t("blog-admin.help.slug")}
        value={values.slug}
        maxLength={POST_BOUNDS.slug.maximum}
        spellCheck={false}
        autoCapitalize="none"
        required={false}
        {...errorOf(view, "slug")}
      />
      {/* The possible translations depend on the language, which can't change after the first save. */}
      {saved || values.other_id ? (
        <Select
          name="other_id"
          label={t("blog-admin.fields.other_id")}
          help={t("blog-admin.help.other_id")}
          options={view.candidates.map(({ id, title }) => ({ value: id, label: title }))}
          placeholder={t("blog-admin.belonging.noOther")}
          value={values.other_id}
          required={false}
          {...errorOf(view, "other_id")}
        />
      ) : null}
      {saved ? (
        <div>
          {saved.otherId ? (
            <LinkButton variant="secondary" size="small" href={url(paths.editPost(saved.otherId))}>
              {t(`blog-admin.belonging.open.${other}`)}
            </LinkButton>
          ) : (
            <LinkButton
              variant="secondary"
              size="small"
              href={url(paths.createPost({ locale: other, other: saved.id }))}
            >
              {t(`blog-admin.belonging.write.${other}`)}
            </LinkButton>
          )}
        </div>
      ) : null}
    </section>
  );
}

function Cover({ view }: Props) {
  const { t } = usePage();
  const { values } = view;
  return (
    <section className="panel stack" aria-labelledby="cover">
      <h2 id="cover">{t("blog-admin.cover.heading")}</h2>
      <div data-cover>
        {values.cover ? (
          <img
            className="post-editor__cover"
            src={paths.blogImage(values.id, values.cover)}
            alt={values.cover_alt}
            width={480}
            height={270}
          />
        ) : null}
      </div>
      <FileField
        name="cover_file"
        label={t("blog-admin.fields.cover")}
        help={t("blog-admin.help.cover")}
        required={false}
        id="field-cover"
        {...errorOf(view, "cover")}
      />
      <TextField
        name="cover_alt"
        label={t("blog-admin.fields.cover_alt")}
        help={t("blog-admin.help.alt")}
        value={values.cover_alt}
        maxLength={POST_BOUNDS.alt.maximum}
        required={false}
        lang={values.locale}
        {...errorOf(view, "cover_alt")}
      />
      <div data-no-cover hidden={values.cover === ""}>
        <Checkbox name="no_cover" label={t("blog-admin.cover.remove")} />
      </div>
    </section>
  );
}
