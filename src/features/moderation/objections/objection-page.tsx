import { paths } from "@/shared/paths";
import { OBJECTION_LENGTH } from "@/shared/schemas/moderation";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { DescriptionList } from "@/ui/description-list";
import { ErrorSummary, type FormErrors, SubmitButton, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { canObject, type StoredRestriction } from "../restrictions/find-restriction";
import { listStatementRows } from "../restrictions/statement-of-reasons";

export type ObjectionView = {
  restriction: StoredRestriction;
  typed: string;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
  /** Whether the objection was just sent. */
  done: boolean;
};

/** The statement of reasons for the owner of a restricted listing, and their objection with its answer. */
export function ObjectionPage({ view }: { view: ObjectionView }) {
  const { t, url } = usePage();
  const { restriction, message, done } = view;
  const { listing } = restriction;
  const title = listing.title || t(`general.subjects.${listing.subject}`);
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[{ label: t("listings.own.heading"), href: url(paths.ownListings()) }]}
        current={t("moderation.statement.title")}
      />
      <header className="page-head">
        <h1>{t("moderation.statement.title")}</h1>
        <p className="page-head__lead">{title}</p>
      </header>
      <div className="stack stack--loose">
        <ErrorSummary
          errors={view.errors}
          message={message}
          labels={{ text: t("moderation.objection.text") }}
        />
        {done ? (
          <Notice tone="success" live>
            <p>{t("moderation.objection.done")}</p>
          </Notice>
        ) : null}
        {restriction.isInForce ? null : (
          <Notice>
            <p>{t("moderation.statement.ended")}</p>
          </Notice>
        )}
        <section className="stack">
          <h2>{t("moderation.statement.decision")}</h2>
          <div className="panel">
            <DescriptionList
              items={[
                ...listStatementRows(t, restriction, [restriction]),
                {
                  term: t("moderation.statement.terms.decided"),
                  details: <Time ts={restriction.decidedTs} clock />,
                },
              ]}
            />
          </div>
        </section>
        <Objection restriction={restriction} />
        {canObject(restriction) ? <ObjectionForm view={view} /> : null}
      </div>
    </div>
  );
}

function Objection({ restriction }: { restriction: StoredRestriction }) {
  const { t } = usePage();
  const { objectionTs, objectionText, objectionOutcome, objectionDecidedTs, objectionAnswer } = restriction;
  if (objectionTs === null) return null;
  return (
    <section className="stack">
      <h2>{t("moderation.objection.yours")}</h2>
      <p className="small muted">
        <Time ts={objectionTs} clock />
      </p>
      <p className="pre-line">{objectionText}</p>
      {objectionDecidedTs === null ? (
        <p>{t("moderation.objection.waiting")}</p>
      ) : (
        <>
          <h3>{t(`moderation.objection.outcomes.${objectionOutcome ?? "declined"}`)}</h3>
          <p className="small muted">
            <Time ts={objectionDecidedTs} clock />
          </p>
          <p className="pre-line">{objectionAnswer}</p>
        </>
      )}
    </section>
  );
}

function ObjectionForm({ view: { restriction, typed, errors } }: { view: ObjectionView }) {
  const { t, url } = usePage();
  return (
    <section className="stack">
      <h2>{t("moderation.objection.heading")}</h2>
      <form
        method="post"
        action={url(paths.listingObjection(restriction.listing.id))}
        className="form"
        noValidate
      >
        <TextArea
          name="text"
          label={t("moderation.objection.text")}
          help={t("moderation.objection.help")}
          value={typed}
          maxLength={OBJECTION_LENGTH}
          error={errors.text}
        />
        <div className="form__actions">
          <SubmitButton>{t("moderation.objection.send")}</SubmitButton>
        </div>
      </form>
    </section>
  );
}
