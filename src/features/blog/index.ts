export {
  areBlogPicturesPublic,
  deleteBlogPicture,
  hasBlogPicture,
  prepareBlogPicture,
  toBlogPictureKey,
} from "./blog-pictures";
export { findPublishedPost } from "./find-post";
export { anonymizePostsStatements, exportPosts } from "./personal-data";
export { LatestPosts } from "./public/post-cards";
export { listNewestPostTimes, listPostsForSitemap, type SitemapPost } from "./public/sitemap";
export { listLatestPosts, listPostsInState, type PostCard } from "./queries";
export { serializePost } from "./serialize-post";
