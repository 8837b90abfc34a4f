import { paths } from "@/shared/paths";
import { POST_BOUNDS } from "@/shared/post-form";
import { AdminPage } from "@/ui/admin-page";
import { Button } from "@/ui/button";
import { ErrorSummary, type FormErrors, PostForm, SubmitButton, TextField } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { EditableCategory } from "./editor-queries";

export type CategoriesView = {
  categories: readonly EditableCategory[];
  /** Rejected input: the category's id (null: a new one), the submitted names and the errors. */
  submitted: { id: string | null; en: string; ro: string; errors: FormErrors } | null;
  message: string | null;
  done: string | null;
};

/** The blog's categories: add, rename, and delete empty ones. */
export function CategoriesPage({ view }: { view: CategoriesView }) {
  const { t } = usePage();
  const { categories, submitted, message, done } = view;
  const labels = { "name.en": t("blog-admin.categories.en"), "name.ro": t("blog-admin.categories.ro") };
  return (
    <AdminPage
      narrow
      parent={{ label: t("blog-admin.list.heading"), href: paths.adminPosts() }}
      heading={t("blog-admin.categories.heading")}
      lead={t("blog-admin.categories.lead")}
    >
      <div className="stack stack--loose">
        <ErrorSummary errors={submitted?.errors ?? {}} message={message} labels={labels} />
        {done ? (
          <Notice tone="success" live>
            {t(`blog-admin.done.${done}`)}
          </Notice>
        ) : null}
        {categories.map((category) => (
          <Category
            key={category.id}
            category={category}
            submitted={submitted?.id === category.id ? submitted : null}
          />
        ))}
        <section className="panel stack" aria-labelledby="new-category">
          <h2 id="new-category">{t("blog-admin.categories.new")}</h2>
          <PostForm action={paths.adminCategories()} submit={t("blog-admin.categories.add")}>
            <Names submitted={submitted?.id === null ? submitted : { en: "", ro: "", errors: {} }} id="new" />
          </PostForm>
        </section>
      </div>
    </AdminPage>
  );
}

type Typed = { en: string; ro: string; errors: FormErrors };

function Category({ category, submitted }: { category: EditableCategory; submitted: Typed | null }) {
  const { t, url, locale } = usePage();
  const { id, nameEn, nameRo, posts } = category;
  const action = url(paths.adminCategory(id));
  return (
    <section className="panel stack" aria-labelledby={`category-${id}`}>
      <div className="row row--between">
        <h2 id={`category-${id}`}>{locale === "ro" ? nameRo : nameEn}</h2>
        <span className="muted">{t.count("blog-admin.categories.posts", posts)}</span>
      </div>
      <form method="post" action={action} className="form" noValidate>
        <Names submitted={submitted ?? { en: nameEn, ro: nameRo, errors: {} }} id={id} />
        <div className="form__actions">
          <SubmitButton name="intent" value="rename" variant="secondary">
            {t("general.common.save")}
          </SubmitButton>
          {posts > 0 ? null : (
            <Button type="submit" name="intent" value="delete" variant="danger" formNoValidate>
              {t("blog-admin.categories.delete")}
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}

/** The names in both languages; the error summary links to the rejected form. */
function Names({ submitted, id }: { submitted: Typed; id: string }) {
  const { t } = usePage();
  const { min: minLength, max: maxLength } = POST_BOUNDS.categoryName;
  const refused = Object.keys(submitted.errors).length > 0;
  return (
    <div className="side-by-side">
      {(["en", "ro"] as const).map((locale) => {
        return (
          <TextField
            key={locale}
            name={`name.${locale}`}
            id={refused ? `field-name.${locale}` : `field-${id}-${locale}`}
            label={t(`blog-admin.categories.${locale}`)}
            lang={locale}
            value={submitted[locale]}
            minLength={minLength}
            maxLength={maxLength}
            error={submitted.errors[`name.${locale}`]}
          />
        );
      })}
    </div>
  );
}
