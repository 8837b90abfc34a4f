import { paths } from "@/shared/paths";
import { IMAGE_LIMITS } from "@/shared/pictures";
import { POST_BOUNDS } from "@/shared/schemas/post";
import { Button } from "@/ui/button";
import { FileField, SubmitButton, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { EditorView } from "./editor-page";
import { pictureMarkdown } from "./picture-markdown";

/** Pictures for the text: an upload, and the stored pictures with their Markdown. */
export function PicturesPanel({ view }: { view: EditorView }) {
  const { t } = usePage();
  const { values, pictures, stored, errors } = view;
  return (
    <section className="panel stack" aria-labelledby="pictures" data-pictures>
      <h2 id="pictures">{t("blog-admin.pictures.heading")}</h2>
      <TextField
        name="picture_alt"
        label={t("blog-admin.fields.picture_alt")}
        help={t("blog-admin.help.alt")}
        value={values.picture_alt}
        maxLength={POST_BOUNDS.alt.maximum}
        required={false}
        lang={values.locale}
      />
      <FileField
        name="picture"
        label={t("blog-admin.fields.picture")}
        help={t("blog-admin.help.picture", { megabytes: IMAGE_LIMITS.bytes / 1024 ** 2 })}
        required={false}
        {...(errors.picture ? { error: errors.picture } : {})}
      />
      <p className="small" role="status" data-sent />
      <div data-plain>
        <SubmitButton name="intent" value="picture" variant="secondary" formNoValidate>
          {t("blog-admin.pictures.store")}
        </SubmitButton>
      </div>
      <ul className="post-editor__pictures" data-list>
        {pictures.map((file) => (
          <Stored
            key={file}
            postId={values.id}
            file={file}
            alt={file === stored ? values.picture_alt : ""}
            isNew={file === stored}
          />
        ))}
      </ul>
      <template data-model>
        <Stored postId={values.id} file="model.webp" alt="" isNew={false} />
      </template>
    </section>
  );
}

function Stored({ postId, file, alt, isNew }: { postId: string; file: string; alt: string; isNew: boolean }) {
  const { t } = usePage();
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
          <input
            className="input post-editor__code"
            readOnly
            value={pictureMarkdown(postId, file, alt)}
            data-markdown
          />
        </label>
        <div className="row">
          <div data-insert hidden>
            <Button size="small" variant="secondary" data-insert-picture>
              {t("blog-admin.said.insert")}
            </Button>
          </div>
          <Button type="submit" name="remove" value={file} size="small" variant="quiet" formNoValidate>
            {t("blog-admin.pictures.remove")}
          </Button>
        </div>
      </div>
    </li>
  );
}
