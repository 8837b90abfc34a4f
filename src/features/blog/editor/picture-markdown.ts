import { paths } from "@/shared/paths";

/** The Markdown of one of a post's pictures. */
export const pictureMarkdown = (postId: string, file: string, alt: string): string =>
  `![${alt.replace(/[[\]\\]/g, "\\$&")}](${paths.blogImage(postId, file)})`;
