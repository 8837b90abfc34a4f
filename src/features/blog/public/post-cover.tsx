import { cardFile } from "@/platform/media";
import { paths } from "@/shared/paths";

type Props = {
  postId: string;
  /** File name; without one nothing is shown. */
  file: string | null;
  alt: string;
};

/** A post's picture above its text, the page's largest paint. It is cut to one form, so any size will do. */
export function CoverPicture({ postId, file, alt }: Props) {
  if (file === null) return null;
  return (
    <img
      className="post__cover"
      src={paths.blogImage(postId, file)}
      srcSet={srcSetOf(postId, file)}
      sizes="(min-width: 48em) 44rem, 100vw"
      width={1200}
      height={675}
      alt={alt}
      fetchPriority="high"
    />
  );
}

/** The same on a card, whose link says what it would. */
export function CardPicture({ postId, file }: Omit<Props, "alt">) {
  return (
    <div className="post-card__picture">
      {file === null ? null : (
        <img
          src={paths.blogImage(postId, cardFile(file))}
          srcSet={srcSetOf(postId, file)}
          sizes="(min-width: 48em) 24rem, 100vw"
          width={480}
          height={270}
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
    </div>
  );
}

/** Covers are kept at most 1600 px wide; what a smaller one is said to have too much is only drawn larger. */
const srcSetOf = (postId: string, file: string): string =>
  `${paths.blogImage(postId, cardFile(file))} 480w, ${paths.blogImage(postId, file)} 1200w`;
