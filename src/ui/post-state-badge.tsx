import type { PostState } from "@/shared/codes";
import { Badge, type BadgeTone } from "./badge";
import { usePage } from "./page-context";

const TONES: Record<PostState, BadgeTone> = {
  draft: "neutral",
  scheduled: "waiting",
  published: "positive",
};

/** The state of a blog post, for editors. */
export function PostStateBadge({ state }: { state: PostState }) {
  const { t } = usePage();
  return <Badge tone={TONES[state]}>{t(`blog-admin.states.${state}`)}</Badge>;
}
