import { PostEditor, type PostEditorProps } from "@client/islands/post-editor/post-editor";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Island } from "@/http/islands";
import { PageProvider, usePage } from "@/ui/page-context";
import type { PostDetails } from "../find-post";
import { EXAMPLE_CODE } from "../markdown/short-codes";
import { toPostValues } from "./post-form";

export type EditorView = Omit<PostEditorProps, "saved" | "conflict" | "previewHtml" | "shortCodeExample"> & {
  /** Null for a new post. */
  saved: PostDetails | null;
  /** Whether another admin saved the post after this form was opened. */
  hasConflict: boolean;
  /** The post as it would be published. */
  preview: ReactNode;
};

/** The post editor: the text next to its preview, the settings below. */
export function EditorPage({ view }: { view: EditorView }) {
  const page = usePage();
  const { saved, hasConflict, preview, ...props } = view;
  return (
    <div className="container page">
      <Island
        name="post-editor"
        component={PostEditor}
        texts={["general", "blog-admin", "admin.home.heading"]}
        immediate
        props={{
          ...props,
          saved: saved && pickSaved(saved),
          conflict: hasConflict && saved ? toPostValues(saved) : null,
          previewHtml: renderToStaticMarkup(<PageProvider page={page}>{preview}</PageProvider>),
          shortCodeExample: EXAMPLE_CODE,
        }}
      />
    </div>
  );
}

const pickSaved = ({ id, slug, version, publishTs, updatedTs, translationId }: PostDetails) => ({
  id,
  slug,
  version,
  publishTs,
  updatedTs,
  translationId,
});
