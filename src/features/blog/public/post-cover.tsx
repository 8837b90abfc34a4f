import { toCardFile } from "@/platform/media";
import { paths } from "@/shared/paths";

type Props = {
  postId: string;
  /** File name; null shows nothing. */
  file: string | null;
  alt: string;
};

/** The picture above a post's text, the page's largest paint. CSS crops it to one aspect ratio. */
export function CoverPicture({ postId, file, alt }: Props) {
  if (file === null) return null;
  return (
    <img
      className="post__cover"
      src={paths.blogImage(postId, file)}
      srcSet={createSrcSet(postId, file)}
      sizes="(min-width: 48em) 44rem, 100vw"
      width={1200}
      height={675}
      alt={alt}
      fetchPriority="high"
    />
  );
}

/** The cover on a card, without alternative text: the card's link already names the post. */
export function CardPicture({ postId, file }: Omit<Props, "alt">) {
  return (
    <div className="post-card__picture">
      {file === null ? null : (
        <img
          src={paths.blogImage(postId, toCardFile(file))}
          srcSet={createSrcSet(postId, file)}
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

/** Covers are stored at most 1600 px wide. A smaller one is scaled up. */
const createSrcSet = (postId: string, file: string): string =>
  `${paths.blogImage(postId, toCardFile(file))} 480w, ${paths.blogImage(postId, file)} 1200w`;
