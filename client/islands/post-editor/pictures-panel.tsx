import { paths } from "@/shared/paths";
import { IMAGE_LIMITS } from "@/shared/picture-limits";
import { POST_BOUNDS, type PostFormValues } from "@/shared/post-form";
import { Button } from "@/ui/button";
import { FileField, type FormErrors, SubmitButton, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { usePostFields } from "./post-form-fields";
import { type PostPicture, toPictureMarkdown, type usePostPictures } from "./use-post-pictures";

type Props = {
  values: PostFormValues;
  errors: FormErrors;
  pictures: ReturnType<typeof usePostPictures>;
  /** Whether the script runs. */
  isHydrated: boolean;
};

/** Pictures for the text: an upload, and the stored pictures with their Markdown. */
export function PicturesPanel({ values, errors, pictures, isHydrated }: Props) {
  const { t } = usePage();
  const field = usePostFields(values, errors);
  return (
    <section className="panel stack" aria-labelledby="pictures">
      <h2 id="pictures">{t("blog-admin.pictures.heading")}</h2>
      <TextField
        {...field("picture_alt")}
        help={t("blog-admin.help.alt")}
        maxLength={POST_BOUNDS.alt.max}
        required={false}
        lang={values.locale}
      />
      <FileField
        name="picture"
        label={t("blog-admin.fields.picture")}
        help={t("blog-admin.help.picture", { megabytes: IMAGE_LIMITS.bytes / 1024 ** 2 })}
        required={false}
        error={errors.picture}
      />
      <p className="small" role="status">
        {pictures.uploadStatus}
      </p>
      {isHydrated ? null : (
        <div>
          <SubmitButton name="intent" value="picture" variant="secondary" formNoValidate>
            {t("blog-admin.pictures.store")}
          </SubmitButton>
        </div>
      )}
      <ul className="post-editor__pictures">
        {pictures.pictures.map((picture) => (
          <StoredPicture
            key={picture.file}
            postId={values.id}
            picture={picture}
            onInsert={isHydrated ? () => pictures.insert(picture) : null}
          />
        ))}
      </ul>
    </section>
  );
}

type StoredPictureProps = {
  postId: string;
  picture: PostPicture;
  /** Null without a script. */
  onInsert: (() => void) | null;
};

function StoredPicture({ postId, picture, onInsert }: StoredPictureProps) {
  const { t } = usePage();
  const { file, alt, isNew } = picture;
  const label = t(isNew ? "blog-admin.pictures.pasteNew" : "blog-admin.pictures.paste");
  return (
    <li className="post-editor__picture">
      <img
        src={paths.blogImage(postId, file.replace(/\.webp$/, "-480.webp"))}
        alt=""
        width={96}
        height={72}
        loading="lazy"
      />
      <div className="stack stack--tight">
        <label className="small">
          {label}
          <input className="input post-editor__code" readOnly value={toPictureMarkdown(postId, file, alt)} />
        </label>
        <div className="row">
          {onInsert ? (
            <Button size="small" variant="secondary" onClick={onInsert}>
              {t("blog-admin.pictures.insert")}
            </Button>
          ) : null}
          <Button type="submit" name="remove" value={file} size="small" variant="danger" formNoValidate>
            {t("blog-admin.pictures.remove")}
          </Button>
        </div>
      </div>
    </li>
  );
}
