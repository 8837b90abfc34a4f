import { paths } from "@/shared/paths";

/** What stands in the text of a post for one of its pictures. */
export const pictureMarkdown = (postId: string, file: string, alt: string): string =>
  `![${alt.replace(/[[\]\\]/g, "\\$&")}](${paths.blogImage(postId, file)})`;
