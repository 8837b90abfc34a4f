import { LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { POST_BOUNDS } from "@/shared/post-form";
import { LinkButton } from "@/ui/button";
import { Checkbox, FileField, Select, SubmitButton, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { RevertToDraft } from "./editor-actions";
import type { PostEditorProps } from "./post-editor";
import { usePostFields } from "./post-form-fields";

type Props = { view: PostEditorProps };

type PublishingProps = Props & {
  /** Whether the form has a time to publish. */
  isTimed: boolean;
};

type CoverProps = Props & {
  /** File name; "" without a cover. */
  cover: string;
  /** The state of its upload. */
  coverStatus: string;
};

/** Publication time, category, translation and cover. */
export function SettingsPanel({ view, isTimed, cover, coverStatus }: PublishingProps & CoverProps) {
  return (
    <div className="stack">
      <PublishingSection view={view} isTimed={isTimed} />
      <DetailsSection view={view} />
      <CoverSection view={view} cover={cover} coverStatus={coverStatus} />
    </div>
  );
}

function PublishingSection({ view, isTimed }: PublishingProps) {
  const { t } = usePage();
  const field = usePostFields(view.values, view.errors);
  const { saved, state } = view;
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
            {...field("publish_at")}
            type="datetime-local"
            help={t("blog-admin.help.publish_at")}
            required={false}
          />
          <SubmitButton
            name="intent"
            value="schedule"
            variant={state === "draft" && isTimed ? "primary" : "secondary"}
          >
            {t(state === "scheduled" ? "blog-admin.actions.reschedule" : "blog-admin.actions.schedule")}
          </SubmitButton>
        </>
      )}
      <RevertToDraft state={state} />
    </section>
  );
}

function DetailsSection({ view }: Props) {
  const { t } = usePage();
  const field = usePostFields(view.values, view.errors);
  const { saved, values } = view;
  // The language can't change after the first save, and neither for a translation.
  const isLanguageFixed = saved !== null || values.other_id !== "";
  return (
    <section className="panel stack" aria-labelledby="details">
      <h2 id="details">{t("blog-admin.details.heading")}</h2>
      {isLanguageFixed ? (
        <input type="hidden" name="locale" value={values.locale} />
      ) : (
        <Select
          {...field("locale")}
          help={t("blog-admin.help.locale")}
          options={LOCALES.map((locale) => ({ value: locale, label: t(`blog-admin.languages.${locale}`) }))}
        />
      )}
      <Select
        {...field("category_id")}
        options={view.categories.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={t("blog-admin.details.noCategory")}
        required={false}
      />
      <TextField
        {...field("slug")}
        help={t("blog-admin.help.slug")}
        maxLength={POST_BOUNDS.slug.max}
        spellCheck={false}
        autoCapitalize="none"
        required={false}
      />
      {/* The possible translations depend on the language. */}
      {isLanguageFixed ? (
        <Select
          {...field("other_id")}
          help={t("blog-admin.help.other_id")}
          options={view.candidates.map(({ id, title }) => ({ value: id, label: title }))}
          placeholder={t("blog-admin.details.noTranslation")}
          required={false}
        />
      ) : null}
      <TranslationLink view={view} />
    </section>
  );
}

/** Leads from a saved post to its translation, or to the form of a new one. */
function TranslationLink({ view: { saved, values } }: Props) {
  const { t, url } = usePage();
  if (!saved) return null;
  const locale = values.locale === "en" ? "ro" : "en";
  const [href, action] = saved.translationId
    ? [paths.editPost(saved.translationId), "open"]
    : [paths.createPost({ locale, other: saved.id }), "write"];
  return (
    <div>
      <LinkButton variant="secondary" size="small" href={url(href)}>
        {t(`blog-admin.details.${action}.${locale}`)}
      </LinkButton>
    </div>
  );
}

function CoverSection({ view, cover, coverStatus }: CoverProps) {
  const { t } = usePage();
  const field = usePostFields(view.values, view.errors);
  const { values } = view;
  return (
    <section className="panel stack" aria-labelledby="cover">
      <h2 id="cover">{t("blog-admin.cover.heading")}</h2>
      {cover ? (
        <img
          className="post-editor__cover"
          src={paths.blogImage(values.id, cover)}
          alt={values.cover_alt}
          width={480}
          height={270}
        />
      ) : null}
      <FileField
        name="cover_file"
        label={t("blog-admin.fields.cover")}
        help={t("blog-admin.help.cover")}
        required={false}
        id="field-cover"
        error={view.errors.cover}
      />
      <p className="small" role="status">
        {coverStatus}
      </p>
      <TextField
        {...field("cover_alt")}
        help={t("blog-admin.help.alt")}
        maxLength={POST_BOUNDS.alt.max}
        required={false}
        lang={values.locale}
      />
      <div hidden={cover === ""}>
        <Checkbox name="no_cover" label={t("blog-admin.cover.remove")} />
      </div>
    </section>
  );
}
