import type { VerificationKind } from "@/shared/codes";
import { DOCUMENT_LIMITS, DOCUMENT_TYPES } from "@/shared/document-limits";
import { paths } from "@/shared/paths";
import { VERIFICATION_TEXT_LENGTH } from "@/shared/schemas/verification";
import { Enhanced } from "@/ui/enhanced";
import { CheckboxGroup, FileField, type FormErrors, fieldId, PostForm, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { toVerificationFolder } from "../files/prepare-verification-file";
import type { StoredFormFile } from "../files/store-form-files";

/** A refused form. */
export type VerificationFormView = {
  kind: VerificationKind;
  proves: string;
  /** Files that are stored already. */
  stored: readonly StoredFormFile[];
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
};

/** Texts of client/enhance/document-upload.ts, in `verifications.upload`. */
const UPLOAD_TEXTS = [
  "sending",
  "offline",
  "stored",
  "failed",
  "notAccepted",
  "signedOut",
  "removed",
  "remove",
  "tooMany",
  "waiting",
] as const;

/**
 * The form to send documents of one kind. With a script, files are uploaded when they are chosen. `requestCount` is the
 * number of earlier requests of the kind: the upload's name contains it, so that a later request gets other names.
 */
export function VerificationForm({
  kind,
  userId,
  requestCount,
  refused,
}: {
  kind: VerificationKind;
  userId: string;
  requestCount: number;
  refused: VerificationFormView | null;
}) {
  const { t } = usePage();
  const { files: max, bytes } = DOCUMENT_LIMITS;
  const named = (field: string) => `${kind}-${field}`;
  const errors = refused?.errors ?? {};
  const stored = refused?.stored ?? [];
  const labels = { proves: t("verifications.form.proves"), files: t("verifications.form.files") };
  const texts = Object.fromEntries(
    UPLOAD_TEXTS.map((name) => [
      name,
      t(`verifications.upload.${name}`, { name: "{{name}}", percent: "{{percent}}", max }),
    ]),
  );
  return (
    <details className="confirm stack" open={refused !== null}>
      <summary className="button button--secondary">
        {t(requestCount > 0 ? "verifications.form.again" : "verifications.form.open")}
      </summary>
      <Enhanced name="document-upload" texts={texts}>
        <PostForm
          action={paths.verification()}
          encType="multipart/form-data"
          data-folder={toVerificationFolder(userId)}
          data-prefix={`${kind.replace("_", "-")}-${requestCount}`}
          data-max={max}
          errors={Object.fromEntries(Object.entries(errors).map(([field, error]) => [named(field), error]))}
          message={refused?.message ?? null}
          labels={{ [named("proves")]: labels.proves, [named("files")]: labels.files }}
          submit={t("verifications.form.send")}
        >
          <input type="hidden" name="kind" value={kind} />
          {kind === "integrity" ? null : (
            <TextField
              name="proves"
              id={fieldId(named("proves"))}
              label={labels.proves}
              help={t(`verifications.form.provesHelp.${kind}`)}
              value={refused?.proves ?? ""}
              error={errors.proves}
              maxLength={VERIFICATION_TEXT_LENGTH}
              autoComplete="off"
              optional
            />
          )}
          {stored.length > 0 ? (
            <>
              <CheckboxGroup
                name="path"
                id={fieldId(named("path"))}
                label={t("verifications.form.stored")}
                options={stored.map(({ path, name }) => ({ value: path, label: name }))}
                values={stored.map(({ path }) => path)}
              />
              {stored.map(({ path, name }) => (
                <input key={path} type="hidden" name={`name.${path}`} value={name} />
              ))}
            </>
          ) : null}
          <FileField
            name="files"
            id={fieldId(named("files"))}
            label={labels.files}
            help={t("verifications.form.filesHelp", { max, megabytes: bytes / 1024 ** 2 })}
            error={errors.files}
            accept={DOCUMENT_TYPES.join(",")}
            button={t("verifications.form.choose")}
            multiple
          />
        </PostForm>
      </Enhanced>
    </details>
  );
}
