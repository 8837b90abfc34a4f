export { anonymizePosts } from "./erase";
export { exportPosts } from "./export";
export { findPublishedPost } from "./find-post";
export {
  arePicturesPublic,
  blogPictureKey,
  pictureExists,
  prepareBlogPicture,
  removeBlogPicture,
} from "./pictures";
export { findPostsInState } from "./posts-in-state";
export { LatestPosts } from "./public/post-cards";
export {
  computePostsFingerprint,
  listNewestPostTimes,
  listPostsForSitemap,
  listPostYears,
  type SitemapPost,
} from "./public/sitemap";
export { latestPosts, type PostCard } from "./queries";
export { serializePost } from "./serialize-post";
