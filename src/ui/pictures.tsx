import { usePage } from "./page-context";

export type Picture = { src: string; srcSet?: string; width: number; height: number; alt: string };

/**
 * A listing's pictures in a row that scrolls or swipes; thumbnails jump to a picture. The first is the page's largest
 * paint, so it loads eagerly.
 */
export function Pictures({
  pictures,
  idPrefix = "picture",
}: {
  pictures: readonly Picture[];
  idPrefix?: string;
}) {
  const { t } = usePage();
  if (pictures.length === 0) return null;
  return (
    <section className="gallery" aria-label={t("general.gallery.label")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <ul className="gallery__track" tabIndex={0}>
        {pictures.map((picture, index) => (
          <li key={picture.src} className="gallery__slide" id={`${idPrefix}-${index + 1}`}>
            <img
              src={picture.src}
              srcSet={picture.srcSet}
              sizes="(min-width: 1024px) 720px, 100vw"
              width={picture.width}
              height={picture.height}
              alt={picture.alt}
              loading={index === 0 ? "eager" : "lazy"}
              fetchPriority={index === 0 ? "high" : "auto"}
              decoding={index === 0 ? "sync" : "async"}
            />
          </li>
        ))}
      </ul>
      {pictures.length > 1 ? (
        <ol className="gallery__index">
          {pictures.map((picture, index) => (
            <li key={picture.src}>
              <a href={`#${idPrefix}-${index + 1}`} aria-label={t("general.gallery.jump", { n: index + 1 })}>
                <img
                  src={picture.src}
                  srcSet={picture.srcSet}
                  sizes="72px"
                  width={72}
                  height={54}
                  alt=""
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}
