import type { ReactNode } from "react";
import { paths, type Query } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { History, Overtaken } from "./document-history";
import type { DocumentHistory, FilledForm } from "./form-queries";

/** A document's form on its page, with the document's history. */
export type ShownForm = FilledForm & {
  errors?: FormErrors;
  /** An error that belongs to no field. */
  message?: string | null;
  history: DocumentHistory;
};

export type FieldsProps = Pick<ShownForm, "values"> & { errors: FormErrors };

type Props = {
  title: string;
  lead: string;
  /** The page's own path, which the form submits to. */
  path(query?: Query): string;
  /** The list page, to return to. */
  list: { label: string; path: string };
  /** Field labels of the error summary. */
  labels: Record<string, string>;
  form: ShownForm;
  children: ReactNode;
};

/** The form of a document around its fields, with the history below. */
export function DocumentFrame({ title, lead, path, list, labels, form, children }: Props) {
  const { t, url } = usePage();
  const { version, errors = {}, message, since, history } = form;
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[
          { label: t("admin.home.heading"), href: url(paths.admin()) },
          { label: list.label, href: url(list.path) },
        ]}
        current={title}
      />
      <header className="page-head">
        <h1>{title}</h1>
        <p className="page-head__lead">{lead}</p>
      </header>
      <div className="stack stack--loose">
        <ErrorSummary errors={errors} message={message ?? null} labels={labels} />
        {since ? <Overtaken versions={since} /> : null}
        <form method="post" action={url(path())} className="form" autoComplete="off">
          <input type="hidden" name="version" value={version} />
          {children}
          <div className="form__actions">
            <SubmitButton>{t("general.words.save")}</SubmitButton>
            <LinkButton variant="quiet" href={url(list.path)}>
              {t("general.words.cancel")}
            </LinkButton>
          </div>
        </form>
        <History history={history} path={path} />
      </div>
    </div>
  );
}
