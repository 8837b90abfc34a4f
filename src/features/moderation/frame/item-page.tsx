import type { ReactNode } from "react";
import type { Query } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { fieldId, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { CONFIRMED_WARNING, DecisionContext, type SubmittedDecision } from "./decision-context";
import { type DecisionKey, DecisionKeys } from "./decision-keys";
import { type DecisionFlash, DecisionNotice, type Undo, UndoForm } from "./decision-notice";
import { HistoryAction } from "./history";
import type { ModeratedItem, ModerationKind } from "./kind";
import { KIND_PATHS, type KindName } from "./kind-paths";
import type { ReasonBlocks } from "./reason-blocks";

type ModeratedPage<Item extends ModeratedItem> = NonNullable<ModerationKind<unknown, Item>["page"]>;

export type ItemView<Item extends ModeratedItem> = {
  item: Item;
  submitted: SubmittedDecision;
  /** The fields that undo the last decision; null if it can't be undone. */
  undo: Undo | null;
  /** Whether the rejection has a form of its own. Otherwise the decision is chosen in one form. */
  hasRejection: boolean;
  flash: DecisionFlash | null;
  /** The query of a `flash` with an undo. The forms keep it, so a refused decision still shows that undo. */
  flashQuery: Query;
  /** Path of the next item in the list. */
  next: string | null;
  reasonBlocks: ReasonBlocks | null;
};

const REJECT_REASON = fieldId("reject-reason");
const DECISIONS = "decisions";

/** Everything that an admin needs to decide about an item, with the decisions. */
export function ItemPage<Item extends ModeratedItem>({
  kind,
  page,
  view,
}: {
  kind: KindName;
  page: ModeratedPage<Item>;
  view: ItemView<Item>;
}) {
  const { t } = usePage();
  const { item, submitted, flash } = view;
  const undo = view.undo ?? page.getUndo?.(item) ?? null;
  const { formatTitle, Actions, Aside, Content, MainDecision } = page;
  const title = formatTitle(t, item);
  const hasBar = MainDecision !== undefined && item.waiting !== null && item.canApprove !== false;
  return (
    <DecisionContext
      value={{ kind, item, submitted, reasonBlocks: view.reasonBlocks, flashQuery: view.flashQuery }}
    >
      <Enhanced name="decision-keys" texts={view.reasonBlocks?.texts ?? {}} immediate>
        <AdminPage
          parent={{ label: t(`moderation.kinds.${kind}.heading`), href: KIND_PATHS[kind].queue() }}
          heading={title}
          actions={<Actions item={item} />}
          aside={
            <>
              <DecisionPanel page={page} view={view} hasUndo={undo !== null} hasBar={hasBar} />
              {Aside ? <Aside item={item} /> : null}
            </>
          }
        >
          {submitted.message ? (
            <Notice tone="danger" live>
              <p>{submitted.message}</p>
              {submitted.lostText ? (
                <TextArea
                  name="lost_text"
                  label={t("moderation.frame.lostText")}
                  value={submitted.lostText}
                  readOnly
                  required={false}
                />
              ) : null}
            </Notice>
          ) : null}
          {flash ? <DecisionNotice flash={flash} undo={flash.decided ? flash.decided.undo : undo} /> : null}
          {submitted.values[CONFIRMED_WARNING]?.map((warning) => (
            <Notice key={warning} tone="warning" title={t.has(warning) ? t(warning) : null} live>
              <p>{t("moderation.frame.askAgain")}</p>
            </Notice>
          ))}
          <Content item={item} />
        </AdminPage>
        {hasBar ? (
          <div className="decision-bar">
            <div className="container decision-bar__row">
              <MainDecision item={item} />
              <LinkButton href={`#${REJECT_REASON}`} variant="secondary">
                {t("moderation.frame.bar.reject")}
              </LinkButton>
              {view.next ? <NextLink to={view.next}>{t("moderation.frame.bar.next")}</NextLink> : null}
            </div>
          </div>
        ) : null}
      </Enhanced>
    </DecisionContext>
  );
}

/** The decisions; of a decided item the last decision, with the undo while it is possible. */
function DecisionPanel<Item extends ModeratedItem>({
  page: { Decisions, decisionActions = [] },
  view: { item, undo, hasRejection, flash, next },
  hasUndo,
  hasBar,
}: {
  page: ModeratedPage<Item>;
  view: ItemView<Item>;
  hasUndo: boolean;
  hasBar: boolean;
}) {
  const { t } = usePage();
  const last = item.history?.find(({ action }) => decisionActions.includes(action));
  const canDecide = item.waiting !== null && !item.isOwn;
  const isOpen = canDecide && item.canApprove !== false;
  const toKey = (key: string, name: string, href?: string): DecisionKey => ({
    key,
    text: t(`moderation.frame.keys.${name}`),
    href,
  });
  const keys = [
    ...(isOpen && hasRejection
      ? [toKey("A", "approve"), toKey("R", "reject", `#${REJECT_REASON}`)]
      : canDecide
        ? [toKey("R", "decide", `#${hasRejection ? DECISIONS : fieldId("decision")}`)]
        : []),
    ...(canDecide ? [toKey("Ctrl+Enter", "send")] : []),
    ...(next ? [toKey("N", "next")] : []),
    ...(hasUndo && (!flash || flash.decided)
      ? [toKey("U", "undoThis")]
      : hasUndo || flash?.decided?.undo
        ? [toKey("U", "undo")]
        : []),
  ];
  return (
    <section className="panel stack" id={DECISIONS} data-decision={canDecide ? "" : undefined}>
      <h2>{t("moderation.frame.decision")}</h2>
      <DecisionKeys keys={keys} />
      {item.waiting ? null : (
        <>
          <p>{t("moderation.frame.decided")}</p>
          {last ? (
            <p>
              <HistoryAction event={last} />
              {", "}
              <Time ts={last.ts} clock />
            </p>
          ) : null}
        </>
      )}
      {/* The notice about this item has it too. */}
      {undo && (!flash || flash.decided) ? <UndoForm undo={undo} /> : null}
      <Decisions item={item} />
      {next && !hasBar ? <NextLink to={next}>{t("moderation.frame.next")}</NextLink> : null}
    </section>
  );
}

function NextLink({ to, children }: { to: string; children: ReactNode }) {
  const { url } = usePage();
  return (
    <LinkButton href={url(to)} variant="quiet" accessKey="n">
      {children}
    </LinkButton>
  );
}
