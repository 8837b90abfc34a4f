import { preparePicture } from "@client/uploads/prepare-picture";
import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { toPictureError } from "@/shared/picture-limits";
import { toFormErrors } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { insertAfterSelection } from "./format-markdown";
import { getBody, getInput } from "./post-form-fields";

/** A stored picture of a post. */
export type PostPicture = { file: string; alt: string; isNew: boolean };

type Options = {
  form: RefObject<HTMLFormElement | null>;
  postId: string;
  pictures: readonly PostPicture[];
  cover: string;
  setStatus(text: string): void;
  /** The cover changed. */
  onCover(): void;
};

/**
 * Uploads pictures as soon as they are chosen, dropped on the text or pasted into it, and inserts them at the cursor. A
 * cover is shown immediately and belongs to the post once the post is saved.
 */
export function usePostPictures({ form, postId, setStatus, onCover, ...initial }: Options) {
  const { t } = usePage();
  const [pictures, setPictures] = useState(initial.pictures);
  const [cover, setCover] = useState(initial.cover);
  const [uploadStatus, setUploadStatus] = useState("");
  const [coverStatus, setCoverStatus] = useState("");
  /** Pictures are uploaded one after another. */
  const queue = useRef(Promise.resolve());

  /** Below the text too, because pictures may be dropped on it. */
  const reportPicture = (text: string) => {
    setUploadStatus(text);
    setStatus(text);
  };

  /** Returns the stored file's name; null for a refused picture, whose reason is reported. */
  const upload = async (file: File, report: (text: string) => void): Promise<string | null> => {
    const fail = (error: unknown) => {
      console.error("picture not uploaded", error);
      report(t("blog-admin.status.uploadFailed", { name: file.name }));
    };
    const picture = await preparePicture(file);
    if (typeof picture === "string") {
      report(toFormErrors(t, [toPictureError(t, picture, file.name)]).pictures ?? "");
      return null;
    }
    report(t("blog-admin.status.uploading", { name: file.name }));
    try {
      const { uploadFile } = await import("@client/uploads");
      const stored = `${newId()}.webp`;
      const path = `images/blog/${postId}/${stored}`;
      const running = await uploadFile(picture, path, { onProgress() {}, onOffline() {}, onStuck: fail });
      await running.finished;
      return stored;
    } catch (error) {
      fail(error);
      return null;
    }
  };

  const insert = ({ file, alt }: Pick<PostPicture, "file" | "alt">) => {
    if (!form.current) return;
    const markdown = toPictureMarkdown(postId, file, alt);
    insertAfterSelection(getBody(form.current), markdown, { from: 2, to: markdown.lastIndexOf("](") });
  };

  const addAll = async (files: readonly File[]) => {
    for (const chosen of files) {
      const file = await upload(chosen, reportPicture);
      if (file === null || !form.current) continue;
      const field = getInput(form.current, "picture_alt");
      const alt = field.value.trim() || t("blog-admin.placeholders.alt");
      field.value = "";
      setPictures((all) => [{ file, alt, isNew: false }, ...all]);
      insert({ file, alt });
      reportPicture(t("blog-admin.status.inserted", { name: chosen.name }));
    }
  };

  return {
    pictures,
    /** File name; "" without a cover. */
    cover,
    setCover,
    uploadStatus,
    coverStatus,
    insert,
    add(files: readonly File[]) {
      queue.current = queue.current.then(() => addAll(files));
    },
    async chooseCover(chosen: File) {
      const file = await upload(chosen, setCoverStatus);
      if (file === null || !form.current) return;
      // Synchronously: the preview reads the form next.
      flushSync(() => setCover(file));
      getInput(form.current, "no_cover").checked = false;
      setCoverStatus(t("blog-admin.status.coverChanged", { name: chosen.name }));
      onCover();
    },
  };
}

/** The Markdown of one of a post's pictures. */
export const toPictureMarkdown = (postId: string, file: string, alt: string): string =>
  `![${alt.replace(/[[\]\\]/g, "\\$&")}](${paths.blogImage(postId, file)})`;
